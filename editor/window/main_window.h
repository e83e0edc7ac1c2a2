#pragma once
// One window: a document with its editor, library, problems, scopes and runs, or the start page. It composes;
// each part does its own work.
#include <QMainWindow>
#include <functional>
#include <map>
#include <memory>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"

class QDoubleSpinBox;
class QLineEdit;
class QStackedWidget;
class QToolBar;

namespace fluxion {

class BlockDialog;
class BreakpointsDock;
class AccessQuestion;
class CommandSet;
class DiagramDocument;
class DiagramEditor;
class ExplorerDock;
class FileWatch;
class FindDock;
class HelpWindow;
class LibraryBrowser;
class LibraryDock;
class ModelTreeDock;
class ProblemsDock;
class RunController;
class RunLibrary;
class RunStatus;
class RunsDock;
class ScopeDocks;
class StartPage;
struct OtherConfiguration;
struct Recoverable;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  enum class Answer { Save, Discard, Cancel, Stop, Keep, Reload, Overwrite };
  enum class Question { UnsavedChanges, RunIsActive, ChangedOnDisk, OverwriteChanged };
  // Asked before something is lost; a dialog unless a test says otherwise.
  using Ask = std::function<Answer(Question, const QString& text)>;

  // The library must outlive the window.
  explicit MainWindow(const sim::BlockLibrary& library, QWidget* parent = nullptr);
  ~MainWindow() override;

  // False, with a message that names the place, if the file cannot be opened; the document is as it was.
  bool openFile(const QString& path);
  // As a document without a file, titled "name (kind)": an example, a file that cannot be written.
  bool openCopy(const QString& path, const QString& kind);
  // Shows a block of another model, in the window that has it open or in a new one; no block: all of it.
  void openBeside(const QString& path, const QString& block);
  bool save();
  void newDiagram();
  bool closeDocument();
  void showStartPage();
  bool isStartPageShown() const;
  // Asks whether to open what a program left that ended without closing, if there is any.
  void offerRecovery();
  bool openRecovered(const Recoverable& copy);

  void setAsk(Ask ask) { m_ask = std::move(ask); }
  // Where messages go; a message box unless a test says otherwise.
  void setTell(std::function<void(const QString& title, const QString& text)> tell) {
    m_tell = std::move(tell);
  }

  DiagramDocument& document() { return *m_document; }
  DiagramEditor& editor() { return *m_editor; }
  CommandSet& commands() { return *m_commands; }
  RunController& runs() { return *m_runs; }
  ScopeDocks& scopes() { return *m_scopes; }
  ProblemsDock& problems() { return *m_problems; }
  ExplorerDock& explorer() { return *m_explorer; }
  RunsDock& runsDock() { return *m_runsDock; }
  AccessQuestion& accessQuestion() { return *m_access; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildDocks();
  void connectNavigation();
  void moveKeyboard(bool forward);
  void connectMeasuring();
  void connectSeeing();
  void connectRunning();
  void addPacingTo(QToolBar& bar);
  void connectSafety();
  void connectProfiling();
  void showOperatingPoint();
  void showConfiguration();
  std::vector<OtherConfiguration> configurationsOfRuns() const;
  void connectRuns();
  void connectFloatingScope();
  void keepRun();
  void showProfileOf(const QString& id);
  void connectHelp();
  void addHelpEntries(QMenu& menu);
  // The page of a block's type; that of all blocks where there is no such block.
  void showHelpOf(sim::Id block);
  void showHelp(const QString& type);
  QString readmePath() const;
  void showReadme();
  void browseLibrary();
  void insertFromLibrary(const QString& type);
  void openExample(const QString& path, const QString& block);
  void buildMenus();
  void buildToolBar();
  void connectCommands();
  void connectParts();
  void restoreWindow();

  void chooseAndOpen();
  bool chooseAndSave();
  bool saveTo(const QString& path);
  bool mayDiscard();
  bool mayEndRun();
  bool openWith(const QString& path, const std::function<sim::Diagnostics()>& open);
  bool mayOverwrite(const QString& path);
  void onChangedOnDisk();
  void afterReplaced();
  void showEditor();

  void onPhaseChanged();
  void showProblems();
  void onRunFinished();
  void onBlockActivated(sim::Id block);
  void showParameters(sim::Id block);
  void markErrors();
  void syncSettings();
  void applyStopTime();
  void applyProjection(bool on);
  void updateTitle();
  void fillRecentMenu(QMenu* menu);
  void fillScopesMenu(QMenu* menu);
  void moveToCursors();
  void showAbout();
  Answer askWithDialog(Question question, const QString& text);
  bool askToAllow(const QString& text);
  Answer askAboutFile(Question question, const QString& text);

  const sim::BlockLibrary& m_library;
  DiagramDocument* m_document;
  CommandSet* m_commands;
  QStackedWidget* m_stack;
  StartPage* m_start;
  DiagramEditor* m_editor;
  LibraryDock* m_libraryDock;
  FindDock* m_find;
  ModelTreeDock* m_modelTree;
  ExplorerDock* m_explorer;
  ProblemsDock* m_problems;
  ScopeDocks* m_scopes;
  RunController* m_runs;
  std::unique_ptr<AccessQuestion> m_access;
  RunStatus* m_status;
  BreakpointsDock* m_breakpoints = nullptr;
  QDoubleSpinBox* m_pace = nullptr;
  RunLibrary* m_kept;
  RunsDock* m_runsDock;
  FileWatch* m_watch = nullptr;
  std::unique_ptr<HelpWindow> m_help;  // once it was asked for
  std::unique_ptr<LibraryBrowser> m_browser;
  QLineEdit* m_stopTime;
  std::map<sim::Id, BlockDialog*> m_dialogs;
  Ask m_ask;
  std::function<void(const QString&, const QString&)> m_tell;
};

}  // namespace fluxion

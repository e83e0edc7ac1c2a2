#pragma once
// One model, or the start page: opens, saves and closes it, and asks before something is lost. The parts that
// work on the model are those of its workbench (workbench.h) and its docks (docks.h). A window by itself, or
// a page of a window with tabs (model_tabs.h).
#include <QMainWindow>
#include <functional>
#include <memory>
#include <optional>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

class QMenu;
class QStackedWidget;

namespace fluxion {

class AccessQuestion;
class Autosave;
class BlockReference;
class CommandSet;
class DiagramDocument;
class DiagramEditor;
class DockLayouts;
class ExplorerDock;
class FileWatch;
template <class Outcome>
class FileWork;
class ModelTabs;
class ProblemsDock;
class RunCommands;
class RunController;
class RunSettings;
class RunStatus;
class RunsDock;
class ScopeDocks;
class StartPage;
class WindowMenus;
class Workbench;
struct ModelRead;
struct ModelWritten;
struct Recoverable;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  enum class Answer { Save, Discard, Cancel, Stop, Keep, Reload, Overwrite };
  enum class Question { UnsavedChanges, SaveHangs, RunIsActive, ChangedOnDisk, OverwriteChanged };
  // Asked before something is lost; a dialog unless a test says otherwise.
  using Ask = std::function<Answer(Question, const QString& text)>;

  // The library must outlive the window.
  explicit MainWindow(const sim::BlockLibrary& library, QWidget* parent = nullptr);
  ~MainWindow() override;

  // False, with a message that names the place, if the file cannot be opened, or after Cancel while it is
  // read; the document is as it was.
  bool openFile(const QString& path);
  // As a document without a file, titled "name (kind)": an example, a file that cannot be written.
  bool openCopy(const QString& path, const QString& kind);
  // Where nothing would be lost: here while nobody has touched an empty diagram, else beside this model; a
  // file that is open is shown. Null: it cannot be opened.
  MainWindow* openModel(const QString& path, const QString& kind = {});
  MainWindow* newModel();
  // A new diagram that begins as this one. Null: it cannot be read.
  MainWindow* newFromTemplate(const QString& path);
  // Among the templates of one's own; false, with a message, where that cannot be.
  bool saveAsTemplate(const QString& title);
  // Shows a block of another model; no block: all of it.
  void openBeside(const QString& path, const QString& block);
  // Those of all windows; the one with this file, by the name it was opened by or the one without links, or
  // null.
  static const std::vector<MainWindow*>& all();
  static MainWindow* withFile(const QString& path);
  // The window whose page this is; null: this is a window by itself.
  ModelTabs* tabs() const;
  // Empty, without a file and never edited.
  bool isUntouched() const;
  void bringToFront();
  // Waits until it is written; false: it is not, or nobody wants to wait.
  bool save();
  // Without waiting: the file is written by a thread, while the diagram may change.
  void startSave(const QString& path, bool overwrite = false);
  bool isSaving() const { return m_save != nullptr; }
  void newDiagram();
  bool closeDocument();
  // Asks what has to be asked before these are closed; false: of one it was answered that it stays, and so
  // all of them stay as they are. Else they close without a question.
  static bool mayCloseAll(const std::vector<MainWindow*>& pages);
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

  Workbench& bench() { return *m_bench; }
  DiagramDocument& document() { return *m_document; }
  DiagramEditor& editor() { return *m_editor; }
  CommandSet& commands() { return *m_commands; }
  RunController& runs() { return *m_runs; }
  ScopeDocks& scopes() { return *m_scopes; }
  ProblemsDock& problems() { return *m_problems; }
  ExplorerDock& explorer();
  RunsDock& runsDock();
  DockLayouts& layouts() { return *m_layouts; }
  AccessQuestion& accessQuestion() { return *m_access; }
  Autosave& autosave() { return *m_copies; }
  // The start page or the diagram, which the docks stand around.
  QWidget& middle();

  void fillTemplateMenu(QMenu* menu);
  // The menu that is about models and windows.
  void addWindowMenu();

 signals:
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void enlist();
  void strike();
  // As a tab beside this one, or as a window of its own where this one is.
  void present(MainWindow& other);
  void closeModel();
  sim::Diagram emptyDiagram() const;
  bool startFrom(const QString& path);
  void askForTemplateName();
  void quit();
  void listModels(QMenu& menu);
  void connectCommands();
  void connectParts();
  void connectRequests();
  void connectLayouts();
  void connectSafety();
  void restoreWindow();
  void insertFromLibrary(const QString& type);
  void openExample(const QString& path, const QString& block);
  void openSnapshot(const sim::Diagram& model, const QString& run);

  void chooseAndOpen();
  QString chosenPath();
  bool waitForSave();
  void leaveSave();
  void onSaved();
  bool tellOfSave(const ModelWritten& written);
  bool mayDiscard();
  bool agreesToEndRun();
  bool mayEndRun();
  void endRun();
  bool mayClose();
  std::optional<ModelRead> read(const QString& path);
  bool take(ModelRead model, const QString& kind);
  void onChangedOnDisk();
  void afterReplaced();
  void showEditor();
  void updateTitle();
  Answer askWithDialog(Question question, const QString& text);
  bool askToAllow(const QString& text);
  Answer askAboutFile(Question question, const QString& text);

  const sim::BlockLibrary& m_library;
  std::unique_ptr<Workbench> m_bench;
  // Of the workbench.
  DiagramDocument* m_document;
  CommandSet* m_commands;
  DiagramEditor* m_editor;
  ProblemsDock* m_problems;
  ScopeDocks* m_scopes;
  RunController* m_runs;

  QStackedWidget* m_stack;
  StartPage* m_start;
  RunStatus* m_status;
  std::unique_ptr<AccessQuestion> m_access;
  std::unique_ptr<RunSettings> m_settings;
  std::unique_ptr<RunCommands> m_runCommands;
  std::unique_ptr<BlockReference> m_reference;
  std::unique_ptr<WindowMenus> m_menus;
  Autosave* m_copies = nullptr;
  FileWatch* m_watch = nullptr;
  std::unique_ptr<DockLayouts> m_layouts;
  bool m_mayClose = false;                         // it was asked before
  std::unique_ptr<FileWork<ModelWritten>> m_save;  // that is under way
  QString m_savePath;
  bool m_saveAgain = false;     // as it is then, once that has ended
  bool m_waitsForSave = false;  // somebody hears of its end in another way
  bool m_lastSaveWasWell = false;
  Ask m_ask;
  std::function<void(const QString&, const QString&)> m_tell;
};

}  // namespace fluxion

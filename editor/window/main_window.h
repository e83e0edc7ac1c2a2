#pragma once
// One model, or the start page. The window puts its parts together and connects them: what works on the model
// are the parts of its workbench (workbench.h) and its docks (docks.h); opening, saving, what is asked before
// something is lost, and the way to other models are objects of their own. A window by itself, or a page of a
// window with tabs (model_tabs.h).
#include <QMainWindow>
#include <memory>

#include "sim_core/block/block_library.h"

class QStackedWidget;

namespace fluxion {

class AccessQuestion;
class BlockReference;
class CommandSet;
class DiagramDocument;
class DiagramEditor;
class DockLayouts;
class DocumentGuard;
class DocumentSafety;
class ModelOpening;
class ModelSaving;
class ModelTabs;
class ModelWindows;
class ProblemsDock;
class Questions;
class RunCommands;
class RunController;
class RunSettings;
class RunStatus;
class RunsDock;
class ScopeDocks;
class StartPage;
class TemplateCommands;
class WindowMenus;
class Workbench;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // The library must outlive the window.
  explicit MainWindow(const sim::BlockLibrary& library, QWidget* parent = nullptr);
  ~MainWindow() override;

  // The window whose page this is; null: this is a window by itself.
  ModelTabs* tabs() const;
  void bringToFront();
  // Empty, without a file and never edited.
  bool isUntouched() const;
  // An empty diagram, or the start page, in place of the document, where nothing is lost or the user agrees.
  void newDiagram();
  bool closeDocument();
  void showStartPage();
  bool isStartPageShown() const;
  // The start page or the diagram, which the docks stand around.
  QWidget& middle();

  Workbench& bench() { return *m_bench; }
  DiagramDocument& document() { return *m_document; }
  DiagramEditor& editor() { return *m_editor; }
  CommandSet& commands() { return *m_commands; }
  RunController& runs() { return *m_runs; }
  ScopeDocks& scopes() { return *m_scopes; }
  ProblemsDock& problems() { return *m_problems; }
  RunsDock& runsDock();
  DockLayouts& layouts() { return *m_layouts; }
  Questions& questions() { return *m_questions; }
  AccessQuestion& accessQuestion() { return *m_access; }
  ModelSaving& saving() { return *m_saving; }
  ModelOpening& opening() { return *m_opening; }
  DocumentGuard& guard() { return *m_guard; }
  DocumentSafety& safety() { return *m_safety; }
  TemplateCommands& templates() { return *m_templates; }
  ModelWindows& models() { return *m_models; }

 signals:
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void connectCommands();
  void connectParts();
  void connectRequests();
  void connectLayouts();
  void restoreWindow();
  void closeModel();
  void showEditor();
  void afterReplaced();
  void updateTitle();

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
  // They go in the reverse order, so that each may know those above it.
  std::unique_ptr<Questions> m_questions;
  std::unique_ptr<ModelSaving> m_saving;
  std::unique_ptr<DocumentGuard> m_guard;
  std::unique_ptr<ModelOpening> m_opening;
  std::unique_ptr<AccessQuestion> m_access;
  std::unique_ptr<RunSettings> m_settings;
  std::unique_ptr<RunCommands> m_runCommands;
  std::unique_ptr<BlockReference> m_reference;
  std::unique_ptr<TemplateCommands> m_templates;
  std::unique_ptr<WindowMenus> m_menus;
  std::unique_ptr<DocumentSafety> m_safety;
  std::unique_ptr<DockLayouts> m_layouts;
  std::unique_ptr<ModelWindows> m_models;
};

}  // namespace fluxion

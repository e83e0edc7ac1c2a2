#include "editor/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QUndoStack>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/library/library_dock.h"
#include "editor/pid_tuning/pid_dock.h"
#include "editor/plain_text.h"
#include "editor/preferences.h"
#include "editor/problems/problems_dock.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/start/start_page.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/access_question.h"
#include "editor/window/block_dialogs.h"
#include "editor/window/block_reference.h"
#include "editor/window/diagram_overlays.h"
#include "editor/window/diagram_picture.h"
#include "editor/window/dock_layouts.h"
#include "editor/window/dock_room.h"
#include "editor/window/docks.h"
#include "editor/window/document_guard.h"
#include "editor/window/document_safety.h"
#include "editor/window/layout_bar.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_saving.h"
#include "editor/window/model_tabs.h"
#include "editor/window/model_windows.h"
#include "editor/window/preference_effects.h"
#include "editor/window/questions.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_commands.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_settings.h"
#include "editor/window/run_status.h"
#include "editor/window/scope_docks.h"
#include "editor/window/template_commands.h"
#include "editor/window/window_menus.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

MainWindow::MainWindow(const sim::BlockLibrary& library, QWidget* parent)
    : QMainWindow(parent),
      m_bench(std::make_unique<Workbench>(*this, library)),
      m_document(&m_bench->document()),
      m_commands(&m_bench->commands()),
      m_editor(&m_bench->editor()),
      m_problems(&m_bench->problems()),
      m_scopes(&m_bench->scopes()),
      m_runs(&m_bench->runs()),
      m_stack(new QStackedWidget(this)),
      m_start(new StartPage(
          findExamples(examplesFolder()),
          [&library](const QString& path, QSize size) { return diagramPicture(library, path, size); })),
      m_status(new RunStatus(this)),
      m_questions(std::make_unique<Questions>(*this)),
      m_saving(std::make_unique<ModelSaving>(*m_bench, *m_questions)),
      m_guard(std::make_unique<DocumentGuard>(*m_bench, *m_questions, *m_saving)),
      m_opening(std::make_unique<ModelOpening>(*m_bench, *m_questions, *m_guard)),
      m_access(std::make_unique<AccessQuestion>(
          *m_document, [this](const QString& text) { return m_questions->mayAllow(text); })),
      m_settings(std::make_unique<RunSettings>(*m_bench, *m_status)),
      m_runCommands(std::make_unique<RunCommands>(*m_bench, *m_status)),
      m_reference(std::make_unique<BlockReference>(*m_bench)),
      m_templates(std::make_unique<TemplateCommands>(*this)),
      m_models(std::make_unique<ModelWindows>(*this)) {
  keepLabelsPlain(*QCoreApplication::instance());
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setUnifiedTitleAndToolBarOnMac(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_stack->addWidget(m_start);
  m_stack->addWidget(m_editor);
  setCentralWidget(m_stack);
  statusBar()->addPermanentWidget(m_status);
  m_menus = std::make_unique<WindowMenus>(*this, *m_bench, *m_settings, *m_reference);
  connectCommands();
  connectParts();  // before the parts that follow the document: what it had is closed first
  connectRequests();
  addDiagramOverlays(*m_bench);
  m_bench->docks().makeAll();
  m_safety = std::make_unique<DocumentSafety>(*m_bench, *m_questions, *m_guard, *m_opening);
  connectLayouts();
  // With room for the frame that the desktop puts around it.
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - QSize(0, 40)));
  restoreWindow();
  applyPreferences(storedPreferences(), *this);
  showStartPage();
}

MainWindow::~MainWindow() = default;

QWidget& MainWindow::middle() { return *m_stack->currentWidget(); }

RunsDock& MainWindow::runsDock() { return static_cast<RunsDock&>(m_bench->docks().dock(DockId::Runs)); }

void MainWindow::connectCommands() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_commands->action(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(CommandId::New, [this] { m_models->create(); });
  on(CommandId::Open, [this] { m_models->chooseAndOpen(); });
  on(CommandId::Save, [this] { m_saving->startSave(); });
  on(CommandId::SaveAs, [this] { m_saving->startSaveAs(); });
  on(CommandId::Close, [this] {
    // Keys of this window count in docks that float before it: there they mean the dock.
    if (auto* dock = qobject_cast<QDockWidget*>(QApplication::activeWindow())) return void(dock->close());
    closeModel();
  });
  on(CommandId::Quit, [] { ModelWindows::quit(); });
}

void MainWindow::connectParts() {
  m_runs->setBeforeRun([this] { m_access->settle(); });
  connect(m_start, &StartPage::newRequested, this, [this] { m_models->create(); });
  connect(m_start->templateMenu(), &QMenu::aboutToShow, this,
          [this] { m_templates->fillMenu(*m_start->templateMenu()); });
  connect(m_start, &StartPage::openRequested, this, [this] { m_models->chooseAndOpen(); });
  connect(m_start, &StartPage::fileRequested, this, [this](const QString& path) { m_models->open(path); });
  connect(m_start, &StartPage::exampleRequested, this,
          [this](const QString& path) { m_models->open(path, tr("example")); });
  connect(m_opening.get(), &ModelOpening::opened, this, &MainWindow::showEditor);
  connect(m_saving.get(), &ModelSaving::changed, this, &MainWindow::updateTitle);
  connect(m_document, &DiagramDocument::refused, this,
          [this](const QString& why) { statusBar()->showMessage(why, 10'000); });
  connect(m_document, &DiagramDocument::cleanChanged, this, &MainWindow::updateTitle);
  connect(m_document, &DiagramDocument::pathChanged, this, &MainWindow::updateTitle);
  connect(m_document, &DiagramDocument::replaced, this, &MainWindow::afterReplaced);
  updateTitle();
}

// What parts ask for that another part, or the window, carries out.
void MainWindow::connectRequests() {
  BlockDialogs* dialogs = &m_bench->blockDialogs();
  connect(m_editor, &DiagramEditor::blockActivated, dialogs, [this, dialogs](sim::Id block) {
    const sim::Block* b = m_document->block(block);
    if (b != nullptr && isScopeType(b->type))
      m_scopes->open(block, QString::fromStdString(b->name));
    else
      dialogs->show(block);
  });
  connect(m_editor, &DiagramEditor::parametersRequested, dialogs, &BlockDialogs::show);
  connect(m_scopes, &ScopeDocks::parametersRequested, dialogs, &BlockDialogs::show);
  connect(dialogs, &BlockDialogs::helpRequested, m_reference.get(), &BlockReference::showBlock);
  connect(dialogs, &BlockDialogs::tuneRequested, this, [this](sim::Id block) {
    static_cast<PidDock&>(m_bench->docks().dock(DockId::PidTuning)).setBlock(block);
    m_bench->docks().show(DockId::PidTuning);
  });
  connect(m_editor, &DiagramEditor::blockHelpRequested, m_reference.get(), &BlockReference::showBlock);
  connect(m_reference.get(), &BlockReference::exampleRequested, this,
          [this](const QString& path, const QString& block) { m_models->openExample(path, block); });
  connect(m_reference.get(), &BlockReference::insertRequested, this, [this](const QString& type) {
    if (isStartPageShown()) newDiagram();
    if (!isStartPageShown()) m_editor->insertBlock(type);
  });
  const auto openBeside = [this](const QString& path, const QString& block) {
    m_models->openBeside(path, block);
  };
  connect(m_editor, &DiagramEditor::libraryRequested, this, openBeside);
  connect(m_editor, &DiagramEditor::fileDropped, this, [this](const QString& path) { m_models->open(path); });
  connect(m_bench.get(), &Workbench::openRequested, this, openBeside);
  connect(m_bench.get(), &Workbench::snapshotRequested, this,
          [this](const sim::Diagram& model, const QString& run) { m_models->openSnapshot(model, run); });
  connect(m_bench.get(), &Workbench::failed, this,
          [this](const QString& title, const QString& text) { m_questions->tell(title, text); });
}

void MainWindow::connectLayouts() {
  auto& library = static_cast<LibraryDock&>(m_bench->docks().dock(DockId::Library));
  m_layouts = std::make_unique<DockLayouts>(*this, m_editor->view(), library, *m_scopes, m_bench->docks());
  auto* bar = new LayoutBar(*m_layouts, m_menus->layouts(), menuBar());
  menuBar()->setCornerWidget(bar);
  connect(m_bench.get(), &Workbench::modelShown, bar, &QWidget::setVisible);
  bar->setVisible(m_bench->isModelShown());
  connect(m_document, &DiagramDocument::pathChanged, m_layouts.get(), &DockLayouts::rename);
}

void MainWindow::restoreWindow() {
  WindowSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("docks")).toByteArray());
}

void MainWindow::showStartPage() {
  m_layouts->leave();
  m_start->setRecentFiles(recentFiles());
  m_stack->setCurrentWidget(m_start);
  m_bench->setModelShown(false);
  for (QDockWidget* dock : docksOf(*this)) dock->hide();
  updateTitle();
}

bool MainWindow::isStartPageShown() const { return m_stack->currentWidget() == m_start; }

void MainWindow::showEditor() {
  m_stack->setCurrentWidget(m_editor);
  m_bench->setModelShown(true);
  m_layouts->enter(m_document->path());
  updateTitle();
  m_editor->setFocus();
}

void MainWindow::afterReplaced() {
  m_saving->leave();
  m_layouts->leave();
  m_bench->blockDialogs().closeAll();
  m_runs->abandon();
  m_scopes->closeAll();
  m_problems->clear();
  m_status->clear();
  statusBar()->clearMessage();
  if (!isStartPageShown()) m_layouts->enter(m_document->path());
  updateTitle();
}

// With the solver that is preferred.
static sim::Diagram emptyDiagram() {
  sim::Diagram diagram;
  const std::string solver = storedPreferences().solver.toStdString();
  if (!solver.empty() && sim::check_setting("Solver", solver)) diagram.settings["Solver"] = solver;
  return diagram;
}

void MainWindow::newDiagram() {
  if (!m_guard->mayReplace()) return;
  m_document->setDiagram(emptyDiagram());
  showEditor();
}

bool MainWindow::closeDocument() {
  if (!m_guard->mayReplace()) return false;
  m_document->setDiagram({});
  showStartPage();
  return true;
}

bool MainWindow::isUntouched() const {
  if (isStartPageShown()) return true;
  const sim::Diagram& diagram = m_document->diagram();
  return m_document->home().isEmpty() && diagram.blocks.empty() && diagram.annotations.empty() &&
         m_document->undoStack().count() == 0 && !m_document->isModified() && !m_runs->isActive();
}

ModelTabs* MainWindow::tabs() const { return isWindow() ? nullptr : qobject_cast<ModelTabs*>(window()); }

void MainWindow::bringToFront() {
  if (ModelTabs* here = tabs()) here->setCurrent(*this);
  window()->show();
  window()->raise();
  window()->activateWindow();
}

// Ctrl+W: the tab, where it is one of several; else back to the start page.
void MainWindow::closeModel() {
  if (const ModelTabs* here = tabs(); here && here->pages().size() > 1)
    close();
  else
    closeDocument();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_guard->mayClose()) return event->ignore();
  m_guard->forget();
  m_guard->endRun();
  m_layouts->leave();
  m_scopes->closeAll();
  WindowSettings settings;
  if (isWindow()) settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("docks"), saveState());
  m_reference->close();
  event->accept();
  emit closed();
}

static QString droppedModel(const QMimeData* data) {
  for (const QUrl& url : data->urls())
    if (const QString file = url.toLocalFile();
        url.isLocalFile() && (file.endsWith(QLatin1String(".flx")) || isImportable(file)))
      return file;
  return {};
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedModel(event->mimeData()).isEmpty() || !RunsDock::importable(event->mimeData()).isEmpty())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = droppedModel(event->mimeData());
  const QStringList tables = RunsDock::importable(event->mimeData());
  // Not inside the drop: opening may ask, and the one who drags waits for the answer.
  QMetaObject::invokeMethod(
      this,
      [this, path, tables] {
        if (!path.isEmpty()) m_models->open(path);
        if (!tables.isEmpty()) emit m_bench->importRequested(tables);
      },
      Qt::QueuedConnection);
}

void MainWindow::updateTitle() {
  setWindowFilePath(m_document->path());
  setWindowTitle(isStartPageShown()     ? QStringLiteral("Fluxion")
                 : m_saving->isActive() ? tr("%1[*] (saving) – Fluxion").arg(m_document->title())
                                        : QStringLiteral("%1[*] – Fluxion").arg(m_document->title()));
  setWindowModified(m_document->isModified());
}

}  // namespace fluxion

#include "editor/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/document/file_watch.h"
#include "editor/document/import_file.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/file_work.h"
#include "editor/library/library_dock.h"
#include "editor/pid_tuning/pid_dock.h"
#include "editor/plain_text.h"
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
#include "editor/window/layout_bar.h"
#include "editor/window/preference_effects.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_commands.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_settings.h"
#include "editor/window/run_status.h"
#include "editor/window/scope_docks.h"
#include "editor/window/window_menus.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

MainWindow::MainWindow(const sim::BlockLibrary& library, QWidget* parent)
    : QMainWindow(parent),
      m_library(library),
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
      m_access(std::make_unique<AccessQuestion>(*m_document,
                                                [this](const QString& text) { return askToAllow(text); })),
      m_settings(std::make_unique<RunSettings>(*m_bench, *m_status)),
      m_runCommands(std::make_unique<RunCommands>(*m_bench, *m_status)),
      m_reference(std::make_unique<BlockReference>(*m_bench)),
      m_ask([this](Question question, const QString& text) { return askWithDialog(question, text); }),
      m_tell([this](const QString& title, const QString& text) { showWarning(this, title, text); }) {
  enlist();
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
  connectSafety();
  connectLayouts();
  // With room for the frame that the desktop puts around it.
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - QSize(0, 40)));
  restoreWindow();
  applyPreferences(storedPreferences(), *this);
  showStartPage();
}

MainWindow::~MainWindow() { strike(); }

QWidget& MainWindow::middle() { return *m_stack->currentWidget(); }

ExplorerDock& MainWindow::explorer() {
  return static_cast<ExplorerDock&>(m_bench->docks().dock(DockId::Explorer));
}

RunsDock& MainWindow::runsDock() { return static_cast<RunsDock&>(m_bench->docks().dock(DockId::Runs)); }

void MainWindow::connectCommands() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_commands->action(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(CommandId::New, [this] { newModel(); });
  on(CommandId::Open, [this] { chooseAndOpen(); });
  on(CommandId::Save,
     [this] { startSave(m_document->path().isEmpty() ? chosenPath() : m_document->path()); });
  on(CommandId::SaveAs, [this] { startSave(chosenPath()); });
  on(CommandId::Close, [this] {
    // Keys of this window count in docks that float before it: there they mean the dock.
    if (auto* dock = qobject_cast<QDockWidget*>(QApplication::activeWindow())) return void(dock->close());
    closeModel();
  });
  on(CommandId::Quit, [this] { quit(); });
}

void MainWindow::connectParts() {
  m_runs->setBeforeRun([this] { m_access->settle(); });
  connect(m_start, &StartPage::newRequested, this, &MainWindow::newModel);
  connect(m_start->templateMenu(), &QMenu::aboutToShow, this,
          [this] { fillTemplateMenu(m_start->templateMenu()); });
  connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseAndOpen);
  connect(m_start, &StartPage::fileRequested, this, [this](const QString& path) { openModel(path); });
  connect(m_start, &StartPage::exampleRequested, this,
          [this](const QString& path) { openModel(path, tr("example")); });
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
  connect(m_reference.get(), &BlockReference::exampleRequested, this, &MainWindow::openExample);
  connect(m_reference.get(), &BlockReference::insertRequested, this, &MainWindow::insertFromLibrary);
  connect(m_editor, &DiagramEditor::libraryRequested, this, &MainWindow::openBeside);
  connect(m_editor, &DiagramEditor::fileDropped, this, [this](const QString& path) { openModel(path); });
  connect(m_bench.get(), &Workbench::openRequested, this, &MainWindow::openBeside);
  connect(m_bench.get(), &Workbench::snapshotRequested, this, &MainWindow::openSnapshot);
  connect(m_bench.get(), &Workbench::failed, this,
          [this](const QString& title, const QString& text) { m_tell(title, text); });
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
  leaveSave();
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

void MainWindow::newDiagram() {
  if (!mayDiscard() || !mayEndRun()) return;
  m_document->setDiagram(emptyDiagram());
  showEditor();
}

bool MainWindow::agreesToEndRun() {
  if (!m_runs->isActive()) return true;
  return m_ask(Question::RunIsActive, tr("%1 is still running.").arg(m_document->title())) == Answer::Stop;
}

bool MainWindow::mayEndRun() {
  if (!agreesToEndRun()) return false;
  endRun();
  return true;
}

void MainWindow::endRun() {
  if (!m_runs->isActive()) return;
  m_runs->stopAndWait();
  m_runs->abandon();
}

bool MainWindow::mayClose() { return m_mayClose || (m_mayClose = mayDiscard() && agreesToEndRun()); }

bool MainWindow::mayCloseAll(const std::vector<MainWindow*>& pages) {
  for (MainWindow* page : pages) {
    // What is asked concerns what is seen.
    if (!page->m_mayClose && (page->m_document->isModified() || page->m_runs->isActive()))
      page->bringToFront();
    if (page->mayClose()) continue;
    for (MainWindow* each : pages) each->m_mayClose = false;
    return false;
  }
  return true;
}

MainWindow::Answer MainWindow::askWithDialog(Question question, const QString& text) {
  if (question == Question::ChangedOnDisk || question == Question::OverwriteChanged)
    return askAboutFile(question, text);
  PlainMessageBox box(QMessageBox::Question, tr("Fluxion"), text, this);
  box.setObjectName(QStringLiteral("question"));
  if (question == Question::RunIsActive) {
    auto* stop = box.addButton(tr("&Stop the Run"), QMessageBox::AcceptRole);
    box.addButton(tr("&Keep Running"), QMessageBox::RejectRole);
    box.exec();
    return box.clickedButton() == stop ? Answer::Stop : Answer::Keep;
  }
  if (question == Question::SaveHangs) {
    box.setInformativeText(
        tr("If you do not wait, changes may be lost. Save As saves them in another place."));
    auto* wait = box.addButton(tr("Keep &Waiting"), QMessageBox::AcceptRole);
    auto* leave = box.addButton(tr("Do &Not Wait"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(wait);
    box.exec();
    return box.clickedButton() == wait    ? Answer::Save
           : box.clickedButton() == leave ? Answer::Discard
                                          : Answer::Cancel;
  }
  box.setInformativeText(tr("Save them first?"));
  box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  box.setDefaultButton(QMessageBox::Save);
  const int pressed = box.exec();
  return pressed == QMessageBox::Save      ? Answer::Save
         : pressed == QMessageBox::Discard ? Answer::Discard
                                           : Answer::Cancel;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose()) return event->ignore();
  m_mayClose = false;
  endRun();
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
        if (!path.isEmpty()) openModel(path);
        if (!tables.isEmpty()) emit m_bench->importRequested(tables);
      },
      Qt::QueuedConnection);
}

void MainWindow::insertFromLibrary(const QString& type) {
  if (isStartPageShown()) newDiagram();
  if (!isStartPageShown()) m_editor->insertBlock(type);
}

void MainWindow::updateTitle() {
  setWindowFilePath(m_document->path());
  setWindowTitle(isStartPageShown() ? QStringLiteral("Fluxion")
                 : isSaving()       ? tr("%1[*] (saving) – Fluxion").arg(m_document->title())
                                    : QStringLiteral("%1[*] – Fluxion").arg(m_document->title()));
  setWindowModified(m_document->isModified());
}

}  // namespace fluxion

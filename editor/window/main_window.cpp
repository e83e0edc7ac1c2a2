#include "editor/window/main_window.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QStatusBar>

#include "editor/command_set.h"
#include "editor/dialogs/block_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/document/file_watch.h"
#include "editor/explorer/explorer_dock.h"
#include "editor/help/help_window.h"
#include "editor/library/library_browser.h"
#include "editor/library/library_dock.h"
#include "editor/navigation/find_dock.h"
#include "editor/navigation/model_tree_dock.h"
#include "editor/plain_text.h"
#include "editor/problems/problems_dock.h"
#include "editor/runs/runs_dock.h"
#include "editor/scopes/floating_scope.h"
#include "editor/start/start_page.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/access_question.h"
#include "editor/window/diagram_picture.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_status.h"
#include "editor/window/scope_docks.h"
#include "editor/window/window_settings.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

MainWindow::MainWindow(const sim::BlockLibrary& library, QWidget* parent)
    : QMainWindow(parent),
      m_library(library),
      m_document(new DiagramDocument(library, this)),
      m_commands(new CommandSet(this)),
      m_stack(new QStackedWidget(this)),
      m_start(new StartPage(
          findExamples(examplesFolder()),
          [&library](const QString& path, QSize size) { return diagramPicture(library, path, size); })),
      m_editor(new DiagramEditor(*m_document, *m_commands)),
      m_libraryDock(new LibraryDock(library, this)),
      m_find(new FindDock(*m_document, this)),
      m_modelTree(new ModelTreeDock(*m_document, this)),
      m_explorer(new ExplorerDock(*m_document, this)),
      m_problems(new ProblemsDock(this)),
      m_scopes(new ScopeDocks(*this, *m_document)),
      m_runs(new RunController(*m_document, *m_scopes, *m_problems, this)),
      m_status(new RunStatus(this)),
      m_kept(new RunLibrary(RunLibrary::defaultFolder(), this)),
      m_runsDock(new RunsDock(*m_kept, *m_document, this)),
      m_stopTime(new QLineEdit(this)),
      m_ask([this](Question question, const QString& text) { return askWithDialog(question, text); }),
      m_tell([this](const QString& title, const QString& text) { showWarning(this, title, text); }) {
  keepLabelsPlain(*QCoreApplication::instance());
  m_access =
      std::make_unique<AccessQuestion>(*m_document, [this](const QString& text) { return askToAllow(text); });
  m_runs->setBeforeRun([this] { m_access->settle(); });
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setUnifiedTitleAndToolBarOnMac(true);
  m_stack->addWidget(m_start);
  m_stack->addWidget(m_editor);
  setCentralWidget(m_stack);
  statusBar()->addPermanentWidget(m_status);
  buildDocks();
  buildMenus();
  buildToolBar();
  connectCommands();
  connectParts();
  connectNavigation();
  connectMeasuring();
  connectSeeing();
  connectRunning();
  connectSafety();
  connectProfiling();
  connectRuns();
  connectFloatingScope();
  // With room for the frame that the desktop puts around it.
  resize(QSize(1280, 800).boundedTo(screen()->availableSize() - QSize(0, 40)));
  restoreWindow();
  showStartPage();
}

MainWindow::~MainWindow() {
  // The editor and the explorer listen to the document, so they go before it; the floating scope to the
  // editor.
  m_runs->disconnect(this);
  // Dialogs that are open tell of their end.
  for (const auto& [block, dialog] : std::exchange(m_dialogs, {})) delete dialog;
  delete findChild<FloatingScope*>();
  delete m_editor;
  delete m_explorer;
  delete m_runsDock;
}

void MainWindow::buildDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  addDockWidget(Qt::LeftDockWidgetArea, m_libraryDock);
  addDockWidget(Qt::BottomDockWidgetArea, m_problems);
  m_problems->hide();
  addDockWidget(Qt::LeftDockWidgetArea, m_modelTree);
  m_modelTree->hide();
  addDockWidget(Qt::BottomDockWidgetArea, m_find);
  m_find->hide();
  addDockWidget(Qt::BottomDockWidgetArea, m_runsDock);
  m_runsDock->hide();
  addDockWidget(Qt::BottomDockWidgetArea, m_explorer);
  m_explorer->setFloating(true);  // a table is wide; who likes it beside the diagram docks it
  m_explorer->resize(QSize(1040, 520).boundedTo(screen()->availableSize() * 0.9));
  m_explorer->hide();
}

void MainWindow::connectParts() {
  connect(m_start, &StartPage::newRequested, this, &MainWindow::newDiagram);
  connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseAndOpen);
  connect(m_start, &StartPage::fileRequested, this, &MainWindow::openFile);
  connect(m_start, &StartPage::exampleRequested, this,
          [this](const QString& path) { openCopy(path, tr("example")); });
  connect(m_libraryDock, &LibraryDock::insertRequested, m_editor, &DiagramEditor::insertBlock);
  connect(m_libraryDock, &LibraryDock::insertLinkedRequested, m_editor, &DiagramEditor::insertLinked);
  connect(m_libraryDock, &LibraryDock::openRequested, this,
          [this](const QString& file) { openBeside(file, {}); });
  connect(m_editor, &DiagramEditor::libraryRequested, this, &MainWindow::openBeside);
  connect(m_editor, &DiagramEditor::blockActivated, this, &MainWindow::onBlockActivated);
  connect(m_editor, &DiagramEditor::parametersRequested, this, &MainWindow::showParameters);
  connect(m_scopes, &ScopeDocks::parametersRequested, this, &MainWindow::showParameters);
  connect(m_editor, &DiagramEditor::fileDropped, this, &MainWindow::openFile);
  connect(m_problems, &ProblemsDock::blockRequested, m_editor, &DiagramEditor::revealBlock);
  connect(m_problems, &ProblemsDock::countChanged, this, &MainWindow::markErrors);
  connect(m_document, &DiagramDocument::refused, this,
          [this](const QString& why) { statusBar()->showMessage(why, 10'000); });
  connect(m_document, &DiagramDocument::cleanChanged, this, &MainWindow::updateTitle);
  connect(m_document, &DiagramDocument::pathChanged, this, &MainWindow::updateTitle);
  connect(m_document, &DiagramDocument::changed, this, &MainWindow::syncSettings);
  connect(m_document, &DiagramDocument::replaced, this, &MainWindow::afterReplaced);
  connect(m_runs, &RunController::phaseChanged, this, &MainWindow::onPhaseChanged);
  connect(m_runs, &RunController::finished, this, &MainWindow::onRunFinished);
  connect(m_runs, &RunController::advanced, this,
          [this](const RunState& state) { m_status->show(state, m_runs->isActive()); });
  onPhaseChanged();
  syncSettings();
  updateTitle();
}

void MainWindow::restoreWindow() {
  WindowSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("docks")).toByteArray());
}

void MainWindow::showStartPage() {
  m_start->setRecentFiles(recentFiles());
  m_stack->setCurrentWidget(m_start);
  for (QDockWidget* dock : findChildren<QDockWidget*>()) dock->hide();
  onPhaseChanged();
  syncSettings();
  updateTitle();
}

bool MainWindow::isStartPageShown() const { return m_stack->currentWidget() == m_start; }

void MainWindow::showEditor() {
  if (isStartPageShown()) m_libraryDock->show();
  m_stack->setCurrentWidget(m_editor);
  onPhaseChanged();
  syncSettings();
  updateTitle();
  m_editor->setFocus();
}

void MainWindow::afterReplaced() {
  for (const auto& [id, dialog] : std::exchange(m_dialogs, {})) dialog->deleteLater();
  m_runs->abandon();
  m_scopes->closeAll();
  m_problems->clear();
  m_status->clear();
  statusBar()->clearMessage();
  syncSettings();
  updateTitle();
}

void MainWindow::newDiagram() {
  if (!mayDiscard() || !mayEndRun()) return;
  m_document->setDiagram({});
  showEditor();
}

// What cannot be written is opened as a copy, which Save asks a place for.
bool MainWindow::openFile(const QString& path) {
  const QFileInfo file(path);
  const bool protects =
      (file.permissions() & (QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther)) == 0;
  if (file.isFile() && file.isReadable() && (protects || !file.isWritable()))
    return openCopy(path, tr("read-only"));
  return openWith(path, [&] { return m_document->open(path); });
}

bool MainWindow::openCopy(const QString& path, const QString& kind) {
  return openWith(path, [&] { return m_document->openCopy(path, kind); });
}

bool MainWindow::openWith(const QString& path, const std::function<sim::Diagnostics()>& open) {
  if (!mayDiscard() || !mayEndRun()) return false;
  const sim::Diagnostics found = open();
  if (sim::has_errors(found)) {
    QStringList lines;
    for (const sim::Diagnostic& d : found) lines << QString::fromStdString(sim::to_text(d));
    constexpr int enough = 8;
    if (lines.size() > enough) lines = lines.mid(0, enough) << tr("and %1 more").arg(lines.size() - enough);
    m_tell(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), lines.join(u'\n'));
    return false;
  }
  if (!m_document->path().isEmpty()) rememberFile(path);
  showEditor();
  m_editor->zoomToFit();
  m_problems->add(found);
  showProblems();
  return true;
}

void MainWindow::chooseAndOpen() {
  const QString folder = QFileInfo(m_document->path()).absolutePath();
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open"), m_document->path().isEmpty() ? QString() : folder,
                                   tr("Fluxion models (*.flx);;All files (*)"));
  if (!path.isEmpty()) openFile(path);
}

bool MainWindow::save() {
  return m_document->path().isEmpty() ? chooseAndSave() : saveTo(m_document->path());
}

bool MainWindow::chooseAndSave() {
  const QString name = m_document->home().isEmpty() ? m_document->title() + QStringLiteral(".flx")
                                                    : QFileInfo(m_document->home()).fileName();
  const QString suggested =
      m_document->path().isEmpty()
          ? QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(name)
          : m_document->path();
  QString path = QFileDialog::getSaveFileName(this, tr("Save As"), suggested, tr("Fluxion models (*.flx)"));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".flx");
  return saveTo(path);
}

bool MainWindow::saveTo(const QString& path) {
  if (!mayOverwrite(path)) return false;
  const sim::Diagnostics found = m_document->save(path);
  if (sim::has_errors(found)) {
    m_tell(tr("%1 was not saved").arg(QFileInfo(path).fileName()),
           QString::fromStdString(sim::to_text(found.front())));
    return false;
  }
  m_watch->accept();
  rememberFile(path);
  statusBar()->showMessage(tr("Saved %1").arg(path), 4000);
  if (!found.empty())
    m_tell(tr("%1 was saved").arg(QFileInfo(path).fileName()),
           QString::fromStdString(sim::to_text(found.front())));
  return true;
}

bool MainWindow::closeDocument() {
  if (!mayDiscard() || !mayEndRun()) return false;
  m_document->setDiagram({});
  showStartPage();
  return true;
}

bool MainWindow::mayDiscard() {
  if (!m_document->isModified()) return true;
  switch (
      m_ask(Question::UnsavedChanges, tr("%1 has changes that are not saved.").arg(m_document->title()))) {
    case Answer::Save:
      return save();
    case Answer::Discard:
      return true;
    default:
      return false;
  }
}

bool MainWindow::mayEndRun() {
  if (!m_runs->isActive()) return true;
  if (m_ask(Question::RunIsActive, tr("%1 is still running.").arg(m_document->title())) != Answer::Stop)
    return false;
  m_runs->stopAndWait();
  m_runs->abandon();
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
  box.setInformativeText(tr("Save them first?"));
  box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  box.setDefaultButton(QMessageBox::Save);
  const int pressed = box.exec();
  return pressed == QMessageBox::Save      ? Answer::Save
         : pressed == QMessageBox::Discard ? Answer::Discard
                                           : Answer::Cancel;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayDiscard() || !mayEndRun()) return event->ignore();
  WindowSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("docks"), saveState());
  if (m_help) m_help->close();
  if (m_browser) m_browser->close();
  event->accept();
}

static QString droppedModel(const QMimeData* data) {
  for (const QUrl& url : data->urls())
    if (url.isLocalFile() && url.toLocalFile().endsWith(QLatin1String(".flx"))) return url.toLocalFile();
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
        if (!path.isEmpty()) openFile(path);
        for (const QString& table : tables) m_runsDock->import(table);
      },
      Qt::QueuedConnection);
}

void MainWindow::updateTitle() {
  setWindowFilePath(m_document->path());
  setWindowTitle(isStartPageShown() ? QStringLiteral("Fluxion")
                                    : QStringLiteral("%1[*] – Fluxion").arg(m_document->title()));
  setWindowModified(m_document->isModified());
}

}  // namespace fluxion

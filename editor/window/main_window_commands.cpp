// What the commands of the menus and the toolbar do in a window.
#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "editor/command_set.h"
#include "editor/dialogs/block_dialog.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/library/library_dock.h"
#include "editor/line_icon.h"
#include "editor/masks/mask_commands.h"
#include "editor/problems/problems_dock.h"
#include "editor/scopes/scope_source.h"
#include "editor/start/start_page.h"
#include "editor/tools/arrange_commands.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/link_commands.h"
#include "editor/window/floating_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/memory_limit.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_status.h"
#include "editor/window/scope_commands.h"
#include "editor/window/scope_docks.h"
#include "editor/window/window_settings.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

using enum CommandId;

void MainWindow::buildMenus() {
  const auto fill = [this](QMenu* menu, std::initializer_list<CommandId> ids) {
    for (CommandId id : ids)
      if (id == CommandId::Count)
        menu->addSeparator();
      else
        menu->addAction(m_commands->action(id));
  };
  constexpr CommandId line = CommandId::Count;
  QMenu* file = menuBar()->addMenu(tr("&File"));
  fill(file, {New, Open});
  QMenu* recent = file->addMenu(tr("Open &Recent"));
  recent->setObjectName(QStringLiteral("recentMenu"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
  QAction* window =
      file->addAction(tr("New &Window"), QKeySequence(QStringLiteral("Ctrl+Shift+N")), this, [this] {
        auto* other = new MainWindow(m_library);
        other->setAttribute(Qt::WA_DeleteOnClose);
        other->show();
      });
  window->setObjectName(QStringLiteral("newWindow"));
  QAction* beside = file->addAction(tr("Open &in New Window…"), this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open"), {}, tr("Fluxion models (*.flx)"));
    if (!path.isEmpty()) openBeside(path, {});
  });
  beside->setObjectName(QStringLiteral("openInNewWindow"));
  QAction* import =
      file->addAction(lineIcon(QStringLiteral("import")), tr("Import Measured &Data as a Run…"));
  import->setObjectName(QStringLiteral("importData"));
  import->setToolTip(
      tr("A table (CSV, MAT) becomes a run, to be plotted and compared with runs of the model"));
  fill(file, {line, Save, SaveAs, line, ExportPicture, Print, line, Close, Quit});
  fill(menuBar()->addMenu(tr("&Edit")), {Undo, Redo, line, Cut, Copy, CopyAsPicture, Paste, Duplicate, Delete,
                                         DeleteAndReconnect, line, SelectAll, Find});
  QMenu* view = menuBar()->addMenu(tr("&View"));
  fill(view, {ZoomIn, ZoomOut, ZoomOriginal, ZoomFit, ZoomSelection, line, UpSubsystem, BackSubsystem,
              ForwardSubsystem, line, NextArea, PreviousArea, line, ShowLibrary, BrowseLibrary, ShowModelTree,
              ShowExplorer, ShowRuns});
  view->addAction(m_problems->toggleViewAction());
  view->addSeparator();
  QMenu* overlays = view->addMenu(tr("Sho&w"));
  overlays->setObjectName(QStringLiteral("showMenu"));
  fill(overlays, {ShowDimensions, ShowTypes, ShowUnits, ShowSampleTimes, ShowOrder, ShowValues});
  fill(view, {ShowMinimap});
  QMenu* scopes = view->addMenu(tr("&Scopes"));
  connect(scopes, &QMenu::aboutToShow, this, [this, scopes] { fillScopesMenu(scopes); });
  fill(view, {ShowInFloatingScope});
  QAction* cursors =
      view->addAction(lineIcon(QStringLiteral("cursors")), tr("Cursors in &All Scopes"),
                      QKeySequence(QStringLiteral("Ctrl+Shift+M")), this, [this] { moveToCursors(); });
  cursors->setObjectName(QStringLiteral("cursorsInScopes"));
  cursors->setToolTip(tr("To a scope with its cursors shown; from there, hide them"));
  QMenu* diagram = menuBar()->addMenu(tr("&Diagram"));
  fill(diagram,
       {BlockParameters, Rename, line, Rotate, Flip, line, CommentOut, CommentThrough, line, CreateSubsystem,
        ExpandSubsystem, EditMask, LookUnderMask, RemoveMask, line, InsertAnnotation});
  addLinkMenu(*diagram, *m_commands);
  addArrangeMenu(*diagram, *m_commands);
  m_editor->addColorMenu(*diagram);
  fill(diagram, {DrawLine, ResetLineShape, line, TraceToSource, TraceToDestinations, line, UpdateDiagram});
  QMenu* simulation = menuBar()->addMenu(tr("&Simulation"));
  fill(simulation, {Run,
                    Pause,
                    Stop,
                    line,
                    StepBack,
                    StepForward,
                    RunToTime,
                    SteppingOptions,
                    Pacing,
                    line,
                    ShowBreakpoints,
                    ShowProfiler,
                    ProfileRuns,
                    ShowOperatingPoint,
                    line,
                    Projection,
                    Configuration,
                    line,
                    PlotRuns,
                    line});
  QAction* memory = simulation->addAction(tr("&Memory Limit…"), this, [this] { askForMemoryLimit(this); });
  memory->setObjectName(QStringLiteral("memoryLimit"));
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  fill(help, {BlockHelp});
  addHelpEntries(*help);
  fill(help, {RunCommand, line, About});
}

void MainWindow::buildToolBar() {
  QToolBar* bar = addToolBar(tr("Main Toolbar"));
  bar->setObjectName(QStringLiteral("mainToolBar"));
  bar->setMovable(false);
  bar->setIconSize({20, 20});
  const auto add = [&](std::initializer_list<CommandId> ids) {
    for (CommandId id : ids) bar->addAction(m_commands->action(id));
    bar->addSeparator();
  };
  add({New, Open, Save});
  add({Undo, Redo});
  for (CommandId id : {Run, Pause, Stop, StepBack, StepForward}) bar->addAction(m_commands->action(id));
  auto* label = new QLabel(tr("Stop time"));
  label->setContentsMargins(8, 0, 4, 0);
  label->setBuddy(m_stopTime);
  m_stopTime->setObjectName(QStringLiteral("stopTime"));
  m_stopTime->setAccessibleName(tr("Stop time"));
  m_stopTime->setToolTip(tr("When the simulation ends, in seconds: a number or an expression"));
  m_stopTime->setFixedWidth(fontMetrics().averageCharWidth() * 12);
  bar->addWidget(label);
  bar->addWidget(m_stopTime);
  addPacingTo(*bar);
  bar->addSeparator();
  bar->addAction(m_commands->action(Projection));
  if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(m_commands->action(Projection))))
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  bar->addAction(m_commands->action(Configuration));
  bar->addSeparator();
  bar->addAction(m_commands->action(ZoomFit));
}

void MainWindow::connectCommands() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_commands->action(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(New, [this] { newDiagram(); });
  on(Open, [this] { chooseAndOpen(); });
  on(Save, [this] { save(); });
  on(SaveAs, [this] { chooseAndSave(); });
  on(Close, [this] {
    // Keys of this window count in docks that float before it: there they mean the dock.
    if (auto* dock = qobject_cast<QDockWidget*>(QApplication::activeWindow())) return void(dock->close());
    closeDocument();
  });
  on(Quit, [] { QApplication::closeAllWindows(); });
  on(ShowLibrary, [this] {
    m_libraryDock->show();
    m_libraryDock->focusSearch();
  });
  on(UpdateDiagram, [this] {
    const sim::Diagnostics findings = m_document->updateLinks();
    m_runs->check();
    m_problems->add(findings);
  });
  on(Run, [this] { m_runs->start(); });
  on(Pause, [this] { m_runs->pause(); });
  on(Stop, [this] { m_runs->stop(); });
  on(Projection, [this](bool checked) { applyProjection(checked); });
  on(Configuration, [this] { showConfiguration(); });
  on(About, [this] { showAbout(); });
  connect(m_stopTime, &QLineEdit::editingFinished, this, &MainWindow::applyStopTime);
  connectMaskCommands(*m_document, *m_editor, *m_commands, *this);
  connectHelp();
}

void MainWindow::fillRecentMenu(QMenu* menu) {
  menu->clear();
  for (const QString& path : recentFiles()) menu->addAction(path, this, [this, path] { openFile(path); });
  if (menu->isEmpty()) menu->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::fillScopesMenu(QMenu* menu) {
  menu->clear();
  for (QAction* action : m_scopes->toggleActions()) menu->addAction(action);
  if (menu->isEmpty()) menu->addAction(tr("None yet"))->setEnabled(false);
  menu->addSeparator();
  menu->addAction(m_scopes->residualsAction());
  addScopeCommands(*menu, *m_scopes);
}

// The model's settings in the toolbar and the status bar.
void MainWindow::syncSettings() {
  const sim::Diagram& diagram = m_document->diagram();
  m_stopTime->setText(QString::fromStdString(sim::setting(diagram, "StopTime")));
  m_commands->action(Projection)->setChecked(sim::setting(diagram, "Projection") != "off");
  m_commands->action(Pacing)->setChecked(sim::setting(diagram, "EnablePacing") == "on");
  m_pace->setEnabled(!isStartPageShown());
  bool plain = false;
  if (const double pace = QString::fromStdString(sim::setting(diagram, "PacingRate")).toDouble(&plain);
      plain) {
    const QSignalBlocker quiet(m_pace);
    m_pace->setValue(pace);
  }
  m_status->setSolver(isStartPageShown() ? QString()
                                         : QString::fromStdString(sim::setting(diagram, "Solver")));
}

void MainWindow::applyStopTime() {
  const std::string wanted = m_stopTime->text().trimmed().toStdString();
  if (wanted == sim::setting(m_document->diagram(), "StopTime")) return;
  sim::Edit edit{tr("Change Stop Time").toStdString(), {}};
  if (wanted.empty() || wanted == sim::find_setting("StopTime")->default_value)
    edit.set_setting("StopTime", std::nullopt);
  else
    edit.set_setting("StopTime", wanted);
  m_document->apply(std::move(edit));
  syncSettings();
}

void MainWindow::applyProjection(bool on) {
  sim::Edit edit{tr("Switch Projection").toStdString(), {}};
  edit.set_setting("Projection", on ? std::nullopt : std::optional<std::string>("off"));
  m_document->apply(std::move(edit));
}

void MainWindow::onPhaseChanged() {
  const bool shown = !isStartPageShown(), active = m_runs->isActive(), paused = m_runs->isPaused();
  for (CommandId id :
       {Save,         SaveAs,        Close,        Projection,    Configuration,      ZoomFit,
        ZoomIn,       ZoomOut,       ZoomOriginal, ExportPicture, ShowProfiler,       ShowOperatingPoint,
        Print,        CopyAsPicture, SelectAll,    Paste,         ShowLibrary,        ShowModelTree,
        ShowExplorer, ShowRuns,      PlotRuns,     Find,          ShowInFloatingScope})
    m_commands->action(id)->setEnabled(shown);
  m_stopTime->setEnabled(shown);
  m_commands->action(UpdateDiagram)->setEnabled(shown && !active);
  m_commands->action(Run)->setEnabled(shown && (!active || paused));
  m_commands->action(Pause)->setEnabled(active && !paused);
  m_commands->action(Stop)->setEnabled(active);
  m_commands->action(StepForward)->setEnabled(shown && (!active || paused));
  m_commands->action(StepBack)->setEnabled(paused && Stepping::remembered().backEnabled);
  for (CommandId id : {RunToTime, SteppingOptions, Pacing, ShowBreakpoints})
    m_commands->action(id)->setEnabled(shown);
  if (active && m_runs->run()->phase() == SimulationRun::Phase::Compiling) m_status->showCompiling();
}

void MainWindow::markErrors() {
  std::vector<sim::Id> blocks;
  for (const sim::Diagnostic& d : m_problems->diagnostics())
    if (d.severity == sim::Severity::Error && d.element != sim::no_id) blocks.push_back(d.element);
  m_editor->setBlockErrors(blocks);
}

void MainWindow::onBlockActivated(sim::Id block) {
  const sim::Block* b = m_document->block(block);
  if (b == nullptr) return;
  if (isScopeType(b->type)) return m_scopes->open(block, QString::fromStdString(b->name));
  showParameters(block);
}

void MainWindow::showParameters(sim::Id block) {
  if (m_document->block(block) == nullptr) return;
  if (openMaskDialog(*m_document, *m_editor, block, *this)) return;
  BlockDialog*& dialog = m_dialogs[block];
  if (dialog == nullptr) {
    dialog = new BlockDialog(*m_document, block, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QObject::destroyed, this, [this, block] { m_dialogs.erase(block); });
    connect(dialog, &BlockDialog::helpRequested, this, &MainWindow::showHelpOf);
  }
  dialog->show();
  keepOnScreen(*dialog);
  dialog->raise();
  dialog->activateWindow();
}

void MainWindow::showAbout() {
  QMessageBox::about(  // this text is ours
      this, tr("About Fluxion"),
      tr("<h3>Fluxion %1</h3><p>Draw block diagrams and simulate them: with exact Jacobians, located "
         "zero crossings, and states kept on the model's invariants.</p>"
         "<p>Free software under the GNU General Public License, version 3 or later.</p>")
          .arg(QApplication::applicationVersion()));
}

}  // namespace fluxion

#include "editor/window/window_menus.h"

#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QToolBar>
#include <QToolButton>

#include "editor/canvas/diagram_view.h"
#include "editor/code_generation/code_dialog.h"
#include "editor/help/handbook.h"
#include "editor/line_icon.h"
#include "editor/masks/mask_commands.h"
#include "editor/navigation/command_palette.h"
#include "editor/tools/arrange_commands.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/link_commands.h"
#include "editor/window/block_reference.h"
#include "editor/window/configuration_command.h"
#include "editor/window/docks.h"
#include "editor/window/keyboard_areas.h"
#include "editor/window/main_window.h"
#include "editor/window/memory_limit.h"
#include "editor/window/model_windows.h"
#include "editor/window/models_menu.h"
#include "editor/window/preference_effects.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_settings.h"
#include "editor/window/scope_commands.h"
#include "editor/window/scope_docks.h"
#include "editor/window/script_commands.h"
#include "editor/window/template_commands.h"
#include "editor/window/workbench.h"

namespace fluxion {

using enum CommandId;

static constexpr CommandId line = CommandId::Count;

static void fill(QMenu& menu, const Workbench& bench, std::initializer_list<CommandId> ids) {
  for (CommandId id : ids)
    if (id == line)
      menu.addSeparator();
    else
      menu.addAction(bench.command(id));
}

static void addDocks(QMenu& menu, const Workbench& bench, DockMenu which) {
  for (QAction* command : bench.docks().commandsOf(which)) menu.addAction(command);
}

static void showAbout(QWidget* window) {
  QMessageBox::about(  // this text is ours
      window, WindowMenus::tr("About Fluxion"),
      WindowMenus::tr(
          "<h3>Fluxion %1</h3><p>Draw block diagrams and simulate them: with exact Jacobians, located "
          "zero crossings, and states kept on the model's invariants.</p>"
          "<p>Free software under the GNU General Public License, version 3 or later.</p>")
          .arg(QApplication::applicationVersion()));
}

WindowMenus::WindowMenus(MainWindow& window, Workbench& bench, RunSettings& settings,
                         BlockReference& reference)
    : m_window(window), m_bench(bench), m_reference(reference) {
  addFile();
  addEdit();
  addView();
  addDiagram();
  addSimulation();
  addTools();
  window.menuBar()->addMenu(new ModelsMenu(window));
  addHelp();
  addToolBar(settings);
  connectCommands();
  connect(&bench, &Workbench::modelShown, this, &WindowMenus::enable);
  enable(bench.isModelShown());
}

// It knows the document, which goes with the workbench.
WindowMenus::~WindowMenus() { delete m_code; }

void WindowMenus::addFile() {
  QMenu& file = *m_window.menuBar()->addMenu(tr("&File"));
  fill(file, m_bench, {New});
  QMenu* templates = file.addMenu(tr("New from &Template"));
  templates->setObjectName(QStringLiteral("templateMenu"));
  connect(templates, &QMenu::aboutToShow, this,
          [this, templates] { m_window.templates().fillMenu(*templates); });
  fill(file, m_bench, {Open});
  QMenu* recent = file.addMenu(tr("Open &Recent"));
  recent->setObjectName(QStringLiteral("recentMenu"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
  fill(file, m_bench,
       {ImportData, ShowImportReport, line, Save, SaveAs, line, ExportPicture, GenerateCode, Print, line,
        Close, Quit});
}

void WindowMenus::addEdit() {
  QMenu& edit = *m_window.menuBar()->addMenu(tr("&Edit"));
  fill(edit, m_bench,
       {Undo, Redo, line, Cut, Copy, CopyAsPicture, Paste, Duplicate, Delete, DeleteAndReconnect, line,
        SelectAll, Find, line});
  edit.addAction(tr("Prefere&nces…"), this, [this] { openPreferences(m_window); })
      ->setObjectName(QStringLiteral("preferences"));
}

void WindowMenus::addView() {
  QMenu& view = *m_window.menuBar()->addMenu(tr("&View"));
  fill(view, m_bench,
       {ZoomIn, ZoomOut, ZoomOriginal, ZoomFit, ZoomSelection, line, UpSubsystem, BackSubsystem,
        ForwardSubsystem, line, NextArea, PreviousArea, line, ShowLibrary, BrowseLibrary, ShowModelTree,
        ShowExplorer, ShowRuns});
  addDocks(view, m_bench, DockMenu::InView);
  view.addSeparator();
  m_docks = view.addMenu(tr("Doc&ks"));
  m_docks->setObjectName(QStringLiteral("docksMenu"));
  connect(m_docks, &QMenu::aboutToShow, this, [this] { m_bench.docks().fillMenu(*m_docks); });
  m_layouts = view.addMenu(tr("Layou&ts"));
  m_layouts->setObjectName(QStringLiteral("layoutsMenu"));
  view.addSeparator();
  QMenu* overlays = view.addMenu(tr("Sho&w"));
  overlays->setObjectName(QStringLiteral("showMenu"));
  fill(*overlays, m_bench, {ShowDimensions, ShowTypes, ShowUnits, ShowSampleTimes, ShowOrder, ShowValues});
  fill(view, m_bench, {ShowMinimap});
  QMenu* scopes = view.addMenu(tr("&Scopes"));
  connect(scopes, &QMenu::aboutToShow, this, [this, scopes] { fillScopes(*scopes); });
  fill(view, m_bench, {ShowInFloatingScope});
  QAction* cursors =
      view.addAction(lineIcon(QStringLiteral("cursors")), tr("Cursors in &All Scopes"),
                     QKeySequence(QStringLiteral("Ctrl+Shift+M")), this, &WindowMenus::moveToCursors);
  cursors->setObjectName(QStringLiteral("cursorsInScopes"));
  cursors->setToolTip(tr("To a scope with its cursors shown; from there, hide them"));
}

void WindowMenus::addDiagram() {
  QMenu& diagram = *m_window.menuBar()->addMenu(tr("&Diagram"));
  fill(diagram, m_bench,
       {BlockParameters, Rename, line, Rotate, Flip, line, CommentOut, CommentThrough, line, CreateSubsystem,
        ExpandSubsystem, EditMask, LookUnderMask, RemoveMask, line, InsertAnnotation});
  addLinkMenu(diagram, m_bench.commands());
  addArrangeMenu(diagram, m_bench.commands());
  m_bench.editor().addLooksMenus(diagram);
  fill(diagram, m_bench,
       {DrawLine, ResetLineShape, line, TraceToSource, TraceToDestinations, line, UpdateDiagram});
}

void WindowMenus::addSimulation() {
  QMenu& simulation = *m_window.menuBar()->addMenu(tr("&Simulation"));
  fill(simulation, m_bench,
       {Run, Pause, Stop, line, StepBack, StepForward, RunToTime, SteppingOptions, Pacing, line,
        ShowBreakpoints, ShowProfiler, ProfileRuns, ShowOperatingPoint});
  addDocks(simulation, m_bench, DockMenu::InSimulation);
  fill(simulation, m_bench, {line, Projection, Configuration, line, PlotRuns, line});
  simulation.addAction(tr("Memor&y Limit…"), this, [this] { askForMemoryLimit(&m_window); })
      ->setObjectName(QStringLiteral("memoryLimit"));
}

void WindowMenus::addTools() {
  QMenu& tools = *m_window.menuBar()->addMenu(tr("Too&ls"));
  fill(tools, m_bench, {RecordScript, ShowPythonConsole});
}

void WindowMenus::addHelp() {
  QMenu& help = *m_window.menuBar()->addMenu(tr("&Help"));
  fill(help, m_bench, {BlockHelp});
  QAction* reference = help.addAction(lineIcon(QStringLiteral("library")), tr("Block &Reference"), this,
                                      [this] { m_reference.showType(QString()); });
  reference->setObjectName(QStringLiteral("blockReference"));
  reference->setToolTip(tr("Pages of all blocks"));
  QAction* handbook = help.addAction(tr("Handboo&k"), this, [this] {
    openHandbook(&m_window, handbookPage(QApplication::applicationDirPath()));
  });
  handbook->setObjectName(QStringLiteral("handbook"));
  handbook->setToolTip(tr("The tutorial, the reference and all other pages, in the web browser"));
  QAction* readme = help.addAction(tr("About This &Model"), this, [this] { m_reference.showReadme(); });
  readme->setObjectName(QStringLiteral("aboutModel"));
  readme->setToolTip(
      tr("What the readme.md beside the model's file says: the examples explain themselves there"));
  connect(&help, &QMenu::aboutToShow, readme,
          [this, readme] { readme->setEnabled(!m_reference.readmePath().isEmpty()); });
  fill(help, m_bench, {RunCommand, line, About});
}

void WindowMenus::addToolBar(RunSettings& settings) {
  QToolBar* bar = m_window.addToolBar(tr("Main Toolbar"));
  bar->setObjectName(QStringLiteral("mainToolBar"));
  bar->setMovable(false);
  bar->setIconSize({20, 20});
  const auto add = [&](std::initializer_list<CommandId> ids) {
    for (CommandId id : ids) bar->addAction(m_bench.command(id));
  };
  add({New, Open, Save});
  bar->addSeparator();
  add({Undo, Redo});
  bar->addSeparator();
  add({Run, Pause, Stop, StepBack, StepForward});
  settings.addStopTime(*bar);
  settings.addPacing(*bar);
  bar->addSeparator();
  add({Projection});
  if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(m_bench.command(Projection))))
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add({Configuration});
  bar->addSeparator();
  add({ZoomFit});
}

void WindowMenus::connectCommands() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_bench.command(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  on(Configuration, [this] { showConfiguration(m_bench); });
  on(GenerateCode, [this] { showCodeDialog(); });
  on(About, [this] { showAbout(&m_window); });
  on(BrowseLibrary, [this] { m_reference.browse(); });
  const auto move = [this](bool forward) { moveToArea(m_window, m_window.middle(), forward); };
  on(NextArea, [move] { move(true); });
  on(PreviousArea, [move] { move(false); });
  on(RunCommand, [this] {
    auto* palette = new CommandPalette(*m_window.menuBar(), &m_window);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
  });
  connectScriptCommands(m_bench);
  connectMaskCommands(m_bench.document(), m_bench.editor(), m_bench.commands(), m_window);
}

// Beside the diagram, so that the blocks that it names can be looked at; one a window.
void WindowMenus::showCodeDialog() {
  if (!m_code) {
    m_code = new CodeDialog(m_bench.document(), &m_window);
    m_code->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_code, &CodeDialog::blockRequested, &m_bench.editor(), &DiagramEditor::revealBlock);
  }
  m_code->show();
  m_code->raise();
  m_code->activateWindow();
}

// With the start page there is no model that they would be about.
void WindowMenus::enable(bool shown) {
  for (CommandId id :
       {Save, SaveAs, Close, Configuration, ZoomFit, ZoomIn, ZoomOut, ZoomOriginal, RecordScript,
        ExportPicture, GenerateCode, Print, CopyAsPicture, SelectAll, Paste, PlotRuns})
    m_bench.command(id)->setEnabled(shown);
  m_docks->setEnabled(shown);
  m_layouts->setEnabled(shown);
}

void WindowMenus::fillRecent(QMenu& menu) {
  menu.clear();
  for (const QString& path : recentFiles())
    menu.addAction(path, this, [this, path] { m_window.models().open(path); });
  if (menu.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
}

void WindowMenus::fillScopes(QMenu& menu) {
  ScopeDocks& scopes = m_bench.scopes();
  menu.clear();
  for (QAction* action : scopes.toggleActions()) menu.addAction(action);
  if (menu.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
  menu.addSeparator();
  menu.addAction(scopes.residualsAction());
  addScopeCommands(menu, scopes);
}

// Back to the diagram when they are off again.
void WindowMenus::moveToCursors() {
  if (m_bench.scopes().toggleCursors()) return;
  if (m_bench.scopes().seen().empty())
    m_bench.say(tr("No scope is shown: run the model, or open one with View > Scopes."), 6000);
  else
    m_bench.editor().view().setFocus(Qt::ShortcutFocusReason);
}

}  // namespace fluxion

// The Profiler: what the last run cost, or one that was kept.
#include "editor/document/diagram_document.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/profiler/step_plot.h"
#include "editor/run_archive/run_library.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

static void followRuns(RunController* runs, ProfilerDock* dock) {
  QObject::connect(runs, &RunController::advanced, dock,
                   [runs, dock, shown = std::weak_ptr<const sim::ModelRun>()]() mutable {
                     const auto model = runs->model();
                     if (model && shown.lock() != model) {
                       shown = model;
                       dock->showRun(model);
                     }
                     dock->refresh();
                   });
  QObject::connect(runs, &RunController::finished, dock, [runs, dock] {
    if (runs->model()) dock->finish(runs->run()->result().statistics);
  });
}

static void showKept(Workbench& bench, ProfilerDock& dock, const QString& id) {
  const Run run = bench.runLibrary().find(id);
  if (!run) return;
  const auto details = sim::run_details(*run);
  if (!details) return bench.say(QString::fromStdString(to_text(details.error())), 10'000);
  dock.showKept(QString::fromStdString(run->summary.name), (*details)->statistics, (*details)->steps);
  dock.show();
  dock.raise();
  dock.activateWindow();
}

MadeDock createProfilerDock(Workbench& bench) {
  QAction* profileRuns = bench.command(CommandId::ProfileRuns);
  auto* dock = new ProfilerDock(profileRuns, &bench.window());
  QObject::connect(profileRuns, &QAction::toggled, &bench.runs(), &RunController::setProfiling);
  followRuns(&bench.runs(), dock);
  QObject::connect(&bench.document(), &DiagramDocument::replaced, dock, &ProfilerDock::clear);
  QObject::connect(dock, &ProfilerDock::blockRequested, &bench.editor(), &DiagramEditor::revealBlock);
  QObject::connect(&bench, &Workbench::timeUnitChanged, &dock->plot(), &StepPlot::setTimeUnit);
  QObject::connect(&bench, &Workbench::profileRequested, dock,
                   [&bench, dock](const QString& id) { showKept(bench, *dock, id); });
  return {dock, nullptr, {}};
}

}  // namespace fluxion

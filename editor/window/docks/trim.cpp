// Trim: what it finds is begun at and linearized at by other docks.
#include "editor/trim/trim_dock.h"

#include "editor/document/diagram_document.h"
#include "editor/linear/linear_dock.h"
#include "editor/operating_point/operating_point_dock.h"
#include "editor/window/docks.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createTrimDock(Workbench& bench) {
  RunController* runs = &bench.runs();
  auto* dock = new TrimDock(bench.document(), bench.compiledModels(), &bench.window());
  const auto follow = [runs, dock] { dock->setRun(runs->model(), !runs->isActive() || runs->isPaused()); };
  QObject::connect(runs, &RunController::phaseChanged, dock, follow);
  QObject::connect(runs, &RunController::finished, dock, follow);
  QObject::connect(dock, &TrimDock::startRequested, dock, [&bench, runs](const QString& point) {
    if (runs->isActive()) return bench.say(TrimDock::tr("Stop the run first."));
    auto& shown = static_cast<OperatingPointDock&>(bench.docks().dock(DockId::OperatingPoint));
    shown.startFrom(point, TrimDock::tr("Trimmed"), [runs] { runs->start(); });
  });
  QObject::connect(dock, &TrimDock::linearizeRequested, dock, [&bench](const QString& point) {
    auto& linear = static_cast<LinearDock&>(bench.docks().dock(DockId::Linear));
    linear.show();
    linear.raise();
    linear.linearizeAt(point);
  });
  follow();
  return {dock, nullptr, {}};
}

}  // namespace fluxion

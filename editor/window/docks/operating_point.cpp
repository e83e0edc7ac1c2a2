// The Operating Point: where the run is, and where the next one begins.
#include "editor/document/diagram_document.h"
#include "editor/operating_point/operating_point_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createOperatingPointDock(Workbench& bench) {
  RunController* runs = &bench.runs();
  auto* dock = new OperatingPointDock(bench.document(), bench.compiledModels(), &bench.window());
  auto follow = [runs, dock, shown = std::weak_ptr<const sim::ModelRun>()]() mutable {
    const auto model = runs->model();
    if (model && shown.lock() != model) {
      shown = model;
      dock->setRun(model, runs->run()->watchedValues());
    }
    dock->refresh(!runs->isActive() || runs->isPaused());
  };
  QObject::connect(runs, &RunController::advanced, dock, follow);
  QObject::connect(runs, &RunController::phaseChanged, dock, follow);
  QObject::connect(runs, &RunController::finished, dock, follow);
  QObject::connect(&bench.document(), &DiagramDocument::replaced, dock, &OperatingPointDock::clear);
  QObject::connect(dock, &OperatingPointDock::startChanged, runs, &RunController::setStart);
  QObject::connect(dock, &OperatingPointDock::blockRequested, &bench.editor(), &DiagramEditor::revealBlock);
  follow();
  return {dock, nullptr, {}};
}

}  // namespace fluxion

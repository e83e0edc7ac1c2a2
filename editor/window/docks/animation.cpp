// The animation of the last run.
#include "editor/animation/animation_dock.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/run_controller.h"
#include "editor/window/workbench.h"

namespace fluxion {

static void showRun(const RunController& runs, AnimationDock& dock) {
  const auto model = runs.model();
  std::shared_ptr<Scene> scene;
  if (model && !model->program().scene.empty())
    scene = std::make_shared<Scene>(model->program(), runs.run()->log());
  dock.showScene(std::move(scene));
}

MadeDock createAnimationDock(Workbench& bench) {
  auto* dock = new AnimationDock(&bench.window());
  RunController* runs = &bench.runs();
  showRun(*runs, *dock);
  QObject::connect(runs, &RunController::compiled, dock, [runs, dock] { showRun(*runs, *dock); });
  QObject::connect(runs, &RunController::advanced, dock, &AnimationDock::follow);
  QObject::connect(runs, &RunController::finished, dock, &AnimationDock::follow);
  QObject::connect(&bench.document(), &DiagramDocument::replaced, dock, [dock] { dock->showScene(nullptr); });
  QObject::connect(dock, &AnimationDock::blockRequested, &bench.editor(), &DiagramEditor::revealBlock);
  QObject::connect(&bench, &Workbench::timeUnitChanged, dock, &AnimationDock::setTimeUnit);
  dock->setTimeUnit(bench.timeUnit());
  return {dock, nullptr, {}};
}

}  // namespace fluxion

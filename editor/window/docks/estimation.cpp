// Parameter estimation.
#include "editor/estimation/estimation_dock.h"

#include "editor/document/diagram_document.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createEstimationDock(Workbench& bench) {
  auto* dock = new EstimationDock(bench.document(), bench.compiledModels(), &bench.window());
  return {dock, nullptr, {}};
}

}  // namespace fluxion

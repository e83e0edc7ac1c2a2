// Response optimization.
#include "editor/optimization/optimization_dock.h"

#include "editor/document/diagram_document.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createOptimizationDock(Workbench& bench) {
  auto* dock = new OptimizationDock(bench.document(), bench.compiledModels(), &bench.window());
  return {dock, nullptr, {}};
}

}  // namespace fluxion

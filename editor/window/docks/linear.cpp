// Linear analysis of the model.
#include "editor/linear/linear_dock.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createLinearDock(Workbench& bench) {
  auto* dock = new LinearDock(bench.document(), bench.compiledModels(), &bench.window());
  return {dock, nullptr, {}};
}

}  // namespace fluxion

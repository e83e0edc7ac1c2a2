// PID tuning: asked for by a block's dialog and by the linear analysis.
#include "editor/document/diagram_document.h"
#include "editor/pid_tuning/pid_dock.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createPidTuningDock(Workbench& bench) {
  auto* dock = new PidDock(bench.document(), bench.compiledModels(), &bench.window());
  return {dock, nullptr, {}};
}

}  // namespace fluxion

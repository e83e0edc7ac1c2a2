// Linear analysis of the model.
#include "editor/linear/linear_dock.h"

#include "editor/document/diagram_document.h"
#include "editor/pid_tuning/pid_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createLinearDock(Workbench& bench) {
  auto* dock = new LinearDock(bench.document(), bench.compiledModels(), &bench.window());
  QObject::connect(dock, &LinearDock::tuneRequested, dock, [&bench](const QString& point) {
    auto& tuning = static_cast<PidDock&>(bench.docks().dock(DockId::PidTuning));
    bench.docks().show(DockId::PidTuning);
    if (!point.isEmpty()) tuning.tuneAt(point);
  });
  QObject::connect(dock, &LinearDock::inserted, &bench.editor(), &DiagramEditor::revealBlock);
  return {dock, nullptr, {}};
}

}  // namespace fluxion

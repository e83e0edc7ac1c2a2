// The subsystems of the model as a tree.
#include "editor/navigation/model_tree_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createModelTreeDock(Workbench& bench) {
  auto* dock = new ModelTreeDock(bench.document(), &bench.window());
  QObject::connect(dock, &ModelTreeDock::subsystemRequested, &bench.editor(), &DiagramEditor::showSubsystem);
  QObject::connect(&bench.editor(), &DiagramEditor::subsystemChanged, dock, &ModelTreeDock::setSubsystem);
  return {dock, nullptr, [dock] {
            dock->setVisible(!dock->isVisible());
            if (dock->isVisible()) dock->raise();
          }};
}

}  // namespace fluxion

// Find and replace in the model.
#include "editor/navigation/find_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createFindDock(Workbench& bench) {
  auto* dock = new FindDock(bench.document(), &bench.window());
  DiagramEditor* editor = &bench.editor();
  QObject::connect(dock, &FindDock::elementRequested, editor, &DiagramEditor::revealElement);
  QObject::connect(dock, &FindDock::closed, editor, [editor] { editor->setFocus(); });
  return {dock, nullptr, [dock] { dock->start(); }};
}

}  // namespace fluxion

// The Model Explorer: a table is wide, so it is a window of its own until somebody docks it.
#include "editor/explorer/explorer_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createExplorerDock(Workbench& bench) {
  auto* dock = new ExplorerDock(bench.document(), &bench.window());
  DiagramEditor* editor = &bench.editor();
  QObject::connect(dock, &ExplorerDock::elementRequested, editor, &DiagramEditor::revealElement);
  QObject::connect(dock, &ExplorerDock::closed, editor, [editor] { editor->setFocus(); });
  return {dock, nullptr, [&bench, dock] {
            showFloating(*dock, bench.window());
            dock->start();
          }};
}

}  // namespace fluxion

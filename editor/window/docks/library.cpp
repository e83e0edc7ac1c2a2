// The block library beside the diagram.
#include "editor/library/library_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/docks.h"
#include "editor/window/workbench.h"

namespace fluxion {

MadeDock createLibraryDock(Workbench& bench) {
  auto* dock = new LibraryDock(bench.library(), &bench.window());
  QObject::connect(dock, &LibraryDock::insertRequested, &bench.editor(), &DiagramEditor::insertBlock);
  QObject::connect(dock, &LibraryDock::insertLinkedRequested, &bench.editor(), &DiagramEditor::insertLinked);
  QObject::connect(dock, &LibraryDock::openRequested, &bench,
                   [&bench](const QString& file) { emit bench.openRequested(file, {}); });
  QObject::connect(dock, &LibraryDock::helpRequested, &bench, &Workbench::helpRequested);
  return {dock, nullptr, [dock] {
            dock->show();
            dock->focusSearch();
          }};
}

}  // namespace fluxion

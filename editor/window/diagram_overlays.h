#pragma once
// What one sees of a diagram besides its blocks and lines: facts, findings, cards, values, marks, the
// minimap, the zoom; each switched by a command that is as it was when the program ran last. And pictures of
// it.

namespace fluxion {

class Workbench;

// They belong to the diagram's editor.
void addDiagramOverlays(Workbench& bench);

}  // namespace fluxion

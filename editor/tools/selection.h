#pragma once
// What the commands of the editor work on, and how they say that they cannot.
#include <QString>
#include <set>

#include "editor/tools/gesture.h"

namespace fluxion {

// The selected blocks and annotations.
std::set<sim::Id> selectedElements(const DiagramScene& scene);

// A message in the middle of the canvas, for some seconds.
void tellOnCanvas(DiagramView& view, const QString& text);
// The same below a place of the scene.
void tellOnCanvas(DiagramView& view, const QString& text, QPointF at);

}  // namespace fluxion

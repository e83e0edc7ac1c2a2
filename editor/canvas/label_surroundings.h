#pragma once
#include "editor/canvas/label_place.h"

namespace fluxion {

class DiagramScene;
class LineItem;

// What a label on this line may get into the way of; its own name is none of it.
LabelSurroundings surroundingsOf(const DiagramScene& scene, const LineItem& item);

}  // namespace fluxion

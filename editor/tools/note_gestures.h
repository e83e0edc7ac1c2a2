#pragma once
// What a press on an annotation begins when it is dragged: a corner of a selected one resizes it, the rest
// moves it with all that is selected.
#include <memory>

#include "editor/tools/gesture.h"

namespace fluxion {

// Null: there is no annotation.
std::unique_ptr<Gesture> beginOnNote(Canvas canvas, const PointerEvent& pressed, double handleReach);

}  // namespace fluxion

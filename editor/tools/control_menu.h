#pragma once
// A slider for a parameter of the selected block.
#include "editor/tools/gesture.h"

class QMenu;

namespace fluxion {

// The submenu "Add Slider for" with the parameters of the one selected block that are single numbers and may
// change while a simulation runs; null where there is none.
QMenu* addControlMenu(QMenu& menu, Canvas canvas);

// A slider below the block that sets this parameter, within limits around the value it has now; one undo
// step.
sim::Id addSlider(Canvas canvas, sim::Id block, const std::string& parameter);

}  // namespace fluxion

#pragma once
// A block that is dropped on a line is inserted into it.
#include "editor/tools/gesture.h"

namespace fluxion {

// If the block has no lines, an input and an output, and lies on a line: that line ends in its first input,
// and a new one goes on from its first output. Part of the gesture's undo step. False: nothing to insert
// into.
bool spliceIntoLine(Canvas canvas, sim::Id block, int gesture);

}  // namespace fluxion

#pragma once
// What blocks do to the lines around them where they are put down.
#include <set>

#include "editor/tools/gesture.h"

namespace fluxion {

// A block without lines that lies on a line is inserted into it: its first input and output, or of a physical
// component two ports of the line's domain. Where there is too little room, what is downstream moves on. Then
// ends of lines that hang near a free port of one of the blocks are connected to it, and likewise hanging
// ends of the blocks' own lines near ports of others. Part of the gesture's undo step.
void settleBlocks(Canvas canvas, const std::set<sim::Id>& blocks, int gesture);

// Takes the blocks out of their lines, which are joined where they can be. Part of the gesture's undo step.
void takeOutOfLines(Canvas canvas, const std::set<sim::Id>& blocks, int gesture);

}  // namespace fluxion

#pragma once
// Connecting whole blocks, without aiming at ports.
#include <vector>

#include "editor/tools/gesture.h"

namespace fluxion {

// From the sources, from top to bottom, to the target's free inputs, those first that face the source, or to
// new ones where it can have more: of each source its first output without a line, or else its first.
// Physical components are joined at the nearest pair of free conserving ports of one domain. One undo step,
// or a part of the gesture's; false where nothing fits.
bool connectBlocks(Canvas canvas, std::vector<sim::Id> sources, sim::Id target, int gesture = 0);

}  // namespace fluxion

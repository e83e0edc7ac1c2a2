#pragma once
// Connecting whole blocks, without aiming at ports.
#include <vector>

#include "editor/tools/gesture.h"

namespace fluxion {

// From the sources, from top to bottom, to the target's free inputs: of each source its first output without
// a line, or else its first. Physical components are joined at the nearest pair of free conserving ports of
// one domain. Empty where nothing fits.
sim::Edit connectBlocks(Canvas canvas, std::vector<sim::Id> sources, sim::Id target);

}  // namespace fluxion

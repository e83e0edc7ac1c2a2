#pragma once
// Blocks that ask to be linearized as something else.
#include <optional>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// Derivative blocks with a finite coefficient c of their approximation become s / (c s + 1).
void approximate_derivatives(Diagram& diagram, const BlockLibrary& library);

// The order of the Pade approximation that a block asks for; 0: none.
int pade_order(const Diagram& diagram, const BlockLibrary& library, Id block);

}  // namespace sim

#pragma once
// Which subsystems open a dialog when they are double-clicked.
#include "sim_core/diagram/diagram.h"

namespace fluxion {

// Whether the mask of this block has something to show in a dialog; without, one looks inside.
inline bool opensMaskDialog(const sim::Block& block) {
  return block.mask && (!block.mask->parameters.empty() || !block.mask->description.empty());
}

}  // namespace fluxion

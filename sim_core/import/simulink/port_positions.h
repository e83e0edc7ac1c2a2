#pragma once
// Where Simulink draws the ports of a block: inputs evenly on its left side, outputs on its right one,
// control ports on top, the state port below; of a round Sum around the circle. All turned as the block is.
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

Point port_position(const SourceBlock& block, SourcePort port, int number, bool input);

}  // namespace sim::importing::simulink

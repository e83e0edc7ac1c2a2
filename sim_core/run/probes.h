#pragma once
// Outputs that a run records although no block of the model looks at them: each gets a Scope block in the
// copy of the diagram that is compiled. The model itself never knows.
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

// The new blocks, in the order of `outputs`; no_id where there is no such block.
std::vector<Id> add_probes(Diagram& diagram, const std::vector<PortRef>& outputs);

// The residual of every invariant that the model declares.
std::vector<PortRef> residual_outputs(const Diagram& diagram);

}  // namespace sim

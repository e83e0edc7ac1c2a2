#pragma once
// What a mask could have for parameters: the names that the blocks inside use and that come from outside.
#include <string>
#include <vector>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/variable_uses.h"

namespace sim {

// A parameter for each name that blocks inside the subsystem, at whatever depth, use and that neither its
// mask nor one further in defines, in the order of the blocks. Its expression is the name itself where
// something outside defines it, so that nothing changes; else "0". Texts that do not parse use nothing.
std::vector<MaskParameter> proposed_mask_parameters(const Diagram& diagram, Id subsystem,
                                                    const IsVariableName& is_variable_name);

}  // namespace sim

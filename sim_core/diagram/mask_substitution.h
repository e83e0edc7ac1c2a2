#pragma once
// Doing without a mask: what its names stand for is written where they are used, so that the simulation stays
// the same.
#include <map>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/variable_uses.h"

namespace sim {

// The blocks inside the masked subsystem that change, at whatever depth. A name that a mask further in gives
// to something else stays. Fails, with the block's path, where a value that is used is no expression or would
// become longer than this; or where a name in it would mean something else: a mask in between has a parameter
// of that name, or it is an input of the formula.
inline constexpr std::size_t max_substituted_length = 10'000;  // bytes
Result<std::map<Id, Block>> blocks_without_mask(const Diagram& diagram, Id masked,
                                                const IsVariableName& is_variable_name);

// One edit that also takes the mask away.
Result<Edit> remove_mask(const Diagram& diagram, Id masked, const IsVariableName& is_variable_name);

}  // namespace sim

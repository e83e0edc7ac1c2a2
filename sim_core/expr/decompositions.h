#pragma once
// What the decompositions have in common. Inside this folder only.
#include <span>

#include "sim_core/expr/value.h"

namespace sim::expr {

// Whether the second argument asks for factors without the columns that are not needed: 'econ' or 0.
bool is_economy(std::span<const Value> arguments);

}  // namespace sim::expr

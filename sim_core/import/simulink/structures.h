#pragma once
// Assignments to fields, "motor.gear.n = 3", as variables.
#include <vector>

#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// In place of the variables with fields in their names: motor = struct('gear', struct('n', 3)). What a field
// says of others of its structure is written out, for a structure is one variable here. Where that cannot be
// said, each field is a variable of its own, motor_gear_n, as the builder calls fields of structures that
// nothing defines.
// `lines`: each sees those above it only, as in the initialization of a mask; else all see each other.
std::vector<SourceVariable> with_structures(const std::vector<SourceVariable>& variables, bool lines = false);

}  // namespace sim::importing::simulink

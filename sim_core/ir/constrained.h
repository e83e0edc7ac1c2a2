#pragma once
// Constrained systems over dense matrices that are Values.
#include <vector>

#include "sim_core/ir/values.h"

namespace sim::ir {

struct Constrained {
  Value y, multipliers;
};
// M y = force + A' multipliers, A y = rate. M: n x n, A: m x n; vectors of n and m.
Constrained constrained(Value mass, Value force, Value constraint, Value rate);

// `v` (m numbers) times the rows of A (m x n).
Value scaled_rows(Value v, Value a);

}  // namespace sim::ir

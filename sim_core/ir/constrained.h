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

// The state next to x0, in the energy norm of M, with A x = b.
inline Value energy_projection(Value mass, Value x0, Value constraint, Value b) {
  return constrained(mass, matmul(mass, x0), constraint, b).y;
}

// `v` (m numbers) times the rows of A (m x n).
Value scaled_rows(Value v, Value a);

}  // namespace sim::ir

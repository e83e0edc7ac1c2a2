#pragma once
// Constrained systems over dense matrices that are Values.
#include <memory>
#include <vector>

#include "sim_core/ir/values.h"
#include "sim_core/linalg/constrained_system.h"

namespace sim::ir {

struct Constrained {
  Value y, multipliers;
};
// M y = force + A' multipliers, A y = rate. M: n x n, A: m x n; vectors of n and m.
Constrained constrained(Value mass, Value force, Value constraint, Value rate);

// The system of a node, for its values to be factored.
std::unique_ptr<ConstrainedSystem> system_of(const ConstrainedSite& site);

// Whether a projection moves anything by more than rounding: an energy that is lost against the energy there
// was, or impulses against the momenta there were, all of them in one vector each.
Value moves(Value loss, Value energy, Value impulses, Value momenta);

// `v` (m numbers) times the rows of A (m x n).
Value scaled_rows(Value v, Value a);

}  // namespace sim::ir

#pragma once
// The energy that an energy projection makes least (energy_minimum.h), as functions of numbers.
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/blocks/constraints/energy_minimum.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/ir/graph_function.h"

namespace sim::blocks {

// The energy and its derivatives, of the unknowns y (k of them), then the arguments x0 (n), t, and those of
// g, P and M that are signals.
struct EnergyFunction {
  int motions = 0, states = 0;
  std::vector<int> sizes;         // of the arguments
  int arguments = 0;              // numbers in them
  ir::GraphFunction allowed;      // P, then g
  ir::GraphFunction value;        // T, dT/dy, then d2T/dy2 by column
  ir::GraphFunction mass_before;  // M at x0
  ir::GraphFunction mass_at;      // M at x, or at x0
  ir::GraphFunction along;  // of the unknowns and how fast the arguments move: d(dT/dy) and dx, with y held
  bool iterates = false;

  int unknowns() const { return motions + arguments; }
};

// Of n states.
Result<EnergyFunction> energy_function(const EnergyTerms& terms, MassesAt at, int n,
                                       const expr::Scope& variables);

}  // namespace sim::blocks

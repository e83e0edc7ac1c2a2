#pragma once
// A branch that holds one way only: a one-way clutch, a stop, an ideal diode turned around. It holds (no
// across variable) while the through variable presses, below 0, and is free (nothing goes through) while the
// across variable opens it, above 0. Both changes are located.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

// Assigns the law of a branch that is declared as one_way_branch. `allowed`: 1 where it may begin to hold.
// Gives 1 while it holds.
ir::Value write_one_way(Equations& e, Branch branch, ir::Value allowed);

}  // namespace sim::elements

#pragma once
// A branch that holds one way only: a one-way clutch, a stop, an ideal diode turned around. It holds (no
// across variable) while the through variable presses, below 0, and is free (nothing goes through) while the
// across variable opens it, above 0. Both changes are located; where others change at the same instant, the
// network settles all its one-way branches together (Equations::settles).
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

struct OneWay {
  ir::Value velocity_tolerance, force_tolerance;  // across and through variables that count as none
  ir::Value allowed;                              // 1 where it may begin to hold
};
// Assigns the law of a branch that is declared as one_way_branch. Gives 1 while it holds.
ir::Value write_one_way(Equations& e, Branch branch, const OneWay& one_way);

}  // namespace sim::elements

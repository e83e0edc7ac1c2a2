#pragma once
// How a branch that holds one way only or by dry friction notices that it can go on no longer as it does: the
// variable that it watches passes a limit, by more than rounding makes of it. That instant is located; then
// the network decides (Equations::goes), and what the branch watches on its new way is on the right side
// again, or zero to within rounding.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

struct Watch {
  ir::Value excess;  // above 0 beyond the limit
  ir::Value value;   // the same, also where passing the limit counts for nothing
  ir::Value size;    // the sum of the magnitudes of the terms that it is made of
};
struct Way {
  ir::Value now, next, crossed;
};
// Assigns the way of the branch; limits.way: a slot, 0 at the start. What has crossed, and whether that rests
// at its limit, is found here.
Way write_way(Equations& e, Branch branch, const BranchWay& limits, const Watch& watch);

}  // namespace sim::elements

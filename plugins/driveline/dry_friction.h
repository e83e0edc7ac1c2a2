#pragma once
// Dry friction along a branch: it is locked (no relative velocity, whatever that takes up to a limit) or
// slips one way or the other (a given resistance). It locks where the relative velocity passes through zero,
// and breaks loose where what holds it exceeds the limit.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::driveline {

struct DryFriction {
  ir::Value kinetic, breakaway;              // resistance while it slips; the most that it holds
  ir::Value kinetic_slope, breakaway_slope;  // their time derivatives; none: they are constant
};
// Assigns the law of the branch. Gives 1 while it is locked, 0 while it slips.
ir::Value write_dry_friction(Equations& e, Branch branch, const DryFriction& friction);

}  // namespace sim::driveline

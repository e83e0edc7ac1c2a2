#pragma once
// The order of what may be computed in any order, by the priorities of blocks: the block with the lowest
// number as early as what it reads allows, then the next lower one, and so on; blocks without a number last.
// Taken from the end, of all that nothing left needs the highest number comes last; that is the order in
// which the lowest numbers come as early as they can.
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Units that are sorted together: a loop, or a single one.
struct Component {
  std::vector<Unit> members;
  std::vector<int> needs;  // indices of components that come before this one
};

// The indices of `components`, which stand in an order that works, as priorities want them. Reports a block
// that must wait for one of a higher number, as BlockPriorityViolationMsg says.
std::vector<int> order_by_priority(const Blocks& model, const std::vector<Component>& components,
                                   Report& report);

}  // namespace sim::compile_phases

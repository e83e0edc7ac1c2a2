#pragma once
// The equations of an algebraic loop with its modes as unknowns: while a loop is held to its modes it sees
// one smooth branch; where they follow their crossing functions it is the piecewise smooth function that its
// blocks describe.
#include <span>
#include <utility>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// A mode, or several, as one leaf, and the crossing function, written with the loop's Unknown leaves: the
// mode is 1 where it is >= 0.
struct BranchRole {
  NodeId mode = no_node;
  NodeId function = no_node;
};

// Fills in `site.branches`, whose Unknown leaves begin at `first`: those of the roles whose functions depend
// on the loop's unknowns and that its residual depends on, directly or through each other. The site's
// residual is set. `pattern` and `group_of`: as for close_loop, of a Jacobian whose modes may be anything.
// Nothing is filled in where another loop lies between a mode and the residual.
void add_branches(Graph& graph, LoopSite& site, std::span<const BranchRole> roles, int first,
                  std::span<const std::pair<int, int>> pattern, std::span<const int> group_of);

}  // namespace sim::ir

#pragma once
// Algebraic loops in a graph: how their equations, written with Unknown leaves, become one Solve node, and
// how what was written with those leaves is written again with the solution.
#include <span>
#include <utility>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// The nodes that `results` need and that depend on the unknowns of `site`, ascending, the leaves left out.
std::vector<NodeId> loop_interior(const Graph& graph, const LoopSite& site, std::span<const NodeId> results);

// Derivatives of `residual` along groups of the unknowns of `site`, and which entry of the Jacobian is where
// in them. `pattern` and `group_of`: as for close_loop.
void add_directions(Graph& graph, const LoopSite& site, NodeId residual,
                    std::span<const std::pair<int, int>> pattern, std::span<const int> group_of,
                    std::vector<NodeId>& directions, std::vector<LoopSite::Entry>& entries);

// Fills in directions, entries and operands of a site whose unknowns, floor and residual are set, and whose
// branches are if it has any, and adds its Solve node. `pattern` says which entries (row, column) of the
// Jacobian may be non-zero; `group_of` each column gives the direction it is computed along, columns of one
// group sharing no row. The guess is a vector too.
Value close_loop(Graph& graph, LoopSite site, std::span<const std::pair<int, int>> pattern,
                 std::span<const int> group_of, Value guess);

// `results` with `solution` in place of the unknowns.
std::vector<NodeId> substitute_unknowns(Graph& graph, const LoopSite& site, std::span<const NodeId> results,
                                        Value solution);

// The Jacobian of the residual at `solution`, count x count.
Value loop_jacobian(Graph& graph, const LoopSite& site, Value solution);

}  // namespace sim::ir

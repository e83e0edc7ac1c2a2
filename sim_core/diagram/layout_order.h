#pragma once
// An order of nodes in which edges lead forward, but for few that are taken as feedback: within each strongly
// connected part, those that look least like the way from its entries to its exits. Which edges that is, is
// found by going depth first and by greedy orders (Eades, Lin & Smyth, "A fast and effective heuristic for
// the feedback arc set problem", IPL 47, 1993) from each entry, improved by moving single nodes ("sifting",
// Matuszewski, Schoenfeld & Molitor, Graph Drawing 1999), and compared by what they cost:
//   the sum of 1 - 0.6 e.feedback over edges e that lead backwards
//   + 1 for each entry that no exit can be reached from, and each exit that is reached from no entry
//   - 0.1 times the longest way from a main entry to an exit, an edge counting 1 - 0.6 e.feedback. Main are
//     entries by edges that look least like feedback: a disturbance enters at the second input of a Sum.
#include <vector>

#include "sim_core/diagram/layered_layout.h"

namespace sim::layout {

// The place of each node. Of nodes that may stand in any order, that of the hints.
std::vector<int> forward_order(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

}  // namespace sim::layout

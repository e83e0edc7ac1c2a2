#pragma once
// Equations with some of their nodes replaced, in the same graph: conditions that are known then choose.
#include <unordered_map>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

using Replacements = std::unordered_map<NodeId, NodeId>;

// By node, of those that the results need: what has become of it; no_node of the others. Loops are never
// copied: what leads through one reads the nodes that were there before.
std::vector<NodeId> replaced_nodes(Graph& graph, const std::vector<NodeId>& results,
                                   const Replacements& replacements);

}  // namespace sim::ir

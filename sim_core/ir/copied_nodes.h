#pragma once
// Equations in another graph, with other leaves.
#include <functional>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// `results` and what they need, in the graph `to`. `leaf` says what State and Unknown leaves become; other
// leaves are the same there. What is no node stays none.
std::vector<Value> copied_nodes(const Graph& from, const std::vector<NodeId>& results, Graph& to,
                                const std::function<Value(const Node&)>& leaf);

}  // namespace sim::ir

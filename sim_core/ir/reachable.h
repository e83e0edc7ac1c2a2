#pragma once
// The nodes that some results need: themselves, their operands, and so on; ascending, so that operands come
// first.
#include <algorithm>
#include <span>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

inline std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> results) {
  std::vector<char> needed(static_cast<std::size_t>(graph.size()), 0);
  NodeId last = -1;
  for (NodeId id : results) {
    needed[static_cast<std::size_t>(id)] = 1;
    last = std::max(last, id);
  }
  std::vector<NodeId> out;
  for (NodeId id = last; id >= 0; --id) {
    if (!needed[static_cast<std::size_t>(id)]) continue;
    out.push_back(id);
    for (NodeId operand : graph.operands(id)) needed[static_cast<std::size_t>(operand)] = 1;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace sim::ir

#pragma once
// The nodes that some results need: themselves, their operands, and so on; ascending, so that operands come
// first. Those below `floor` are left out.
#include <algorithm>
#include <span>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

inline std::vector<NodeId> reachable(const Graph& graph, std::span<const NodeId> results, NodeId floor = 0) {
  std::vector<char> needed(static_cast<std::size_t>(std::max(0, graph.size() - floor)), 0);
  NodeId last = -1;
  for (NodeId id : results) {
    if (id < floor) continue;
    needed[static_cast<std::size_t>(id - floor)] = 1;
    last = std::max(last, id);
  }
  std::vector<NodeId> out;
  for (NodeId id = last; id >= floor; --id) {
    if (!needed[static_cast<std::size_t>(id - floor)]) continue;
    out.push_back(id);
    for (NodeId operand : graph.operands(id))
      if (operand >= floor) needed[static_cast<std::size_t>(operand - floor)] = 1;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace sim::ir

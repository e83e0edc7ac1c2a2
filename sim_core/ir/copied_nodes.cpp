#include "sim_core/ir/copied_nodes.h"

#include <algorithm>
#include <unordered_map>

#include "sim_core/ir/reachable.h"

namespace sim::ir {

std::vector<Value> copied_nodes(const Graph& from, const std::vector<NodeId>& results, Graph& to,
                                const std::function<Value(const Node&)>& leaf) {
  std::vector<NodeId> wanted;
  std::copy_if(results.begin(), results.end(), std::back_inserter(wanted),
               [](NodeId id) { return id != no_node; });
  std::unordered_map<NodeId, Value> copies;
  for (NodeId id : reachable(from, wanted)) {
    const Node& n = from.node(id);
    if (n.op == Op::Unknown || n.op == Op::State) {
      copies[id] = leaf(n);
      continue;
    }
    std::vector<Value> operands;
    for (NodeId operand : from.operands(id)) operands.push_back(copies.at(operand));
    copies[id] = to.copy_node(from, id, operands);
  }
  std::vector<Value> all;
  for (NodeId id : results) all.push_back(id == no_node ? Value{} : copies.at(id));
  return all;
}

}  // namespace sim::ir

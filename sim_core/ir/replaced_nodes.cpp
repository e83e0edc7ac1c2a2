#include "sim_core/ir/replaced_nodes.h"

#include "sim_core/ir/reachable.h"

namespace sim::ir {

namespace {

bool is_number(const Graph& graph, NodeId id, bool zero) {
  const Node& n = graph.node(id);
  return n.op == Op::Constant && n.shape.is_scalar() && !n.shape.complex &&
         (graph.constant_values(id)[0] == 0) == zero;
}

// What it is without being computed; no_node: it must be.
NodeId known(Graph& graph, const Node& n, const std::vector<Value>& operands) {
  if (n.op == Op::And && n.shape.is_scalar())
    for (const Value& v : operands)
      if (is_number(graph, v.id, true)) return graph.constant(0).id;
  if (n.op == Op::Or && n.shape.is_scalar())
    for (const Value& v : operands)
      if (is_number(graph, v.id, false)) return graph.constant(1).id;
  const bool chooses = n.op == Op::Select && operands[1].id == operands[2].id;
  return chooses && operands[1].shape() == n.shape ? operands[1].id : no_node;
}

}  // namespace

std::vector<NodeId> replaced_nodes(Graph& graph, const std::vector<NodeId>& results,
                                   const Replacements& replacements) {
  std::vector<NodeId> made(static_cast<std::size_t>(graph.size()), no_node);
  for (const NodeId id : reachable(graph, results)) {
    NodeId& to = made[static_cast<std::size_t>(id)];
    if (const auto found = replacements.find(id); found != replacements.end()) {
      to = found->second;
      continue;
    }
    const Node n = graph.node(id);
    std::vector<Value> operands;
    bool same = true;
    for (const NodeId operand : graph.operands(id)) {
      operands.push_back({&graph, made[static_cast<std::size_t>(operand)]});
      same = same && operands.back().id == operand;
    }
    to = id;
    if (same || n.op == Op::Solve) continue;
    graph.set_origin(graph.origin(id));
    const NodeId simple = known(graph, n, operands);
    to = simple != no_node ? simple : graph.copy_node(graph, id, operands).id;
  }
  graph.set_origin(-1);
  return made;
}

}  // namespace sim::ir

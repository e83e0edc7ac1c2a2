#include "sim_core/expr/subtree.h"

namespace sim::expr {

Ast subtree(const Ast& ast, NodeId root) {
  std::vector<Node> nodes(ast.nodes().begin(), ast.nodes().begin() + root + 1);
  std::vector<char> used(nodes.size(), 0);
  used[static_cast<std::size_t>(root)] = 1;
  for (std::size_t k = nodes.size(); k-- > 0;)
    if (used[k]) for_each_operand(nodes[k], [&](NodeId& id) { used[static_cast<std::size_t>(id)] = 1; });
  std::vector<NodeId> now(nodes.size(), 0);
  std::vector<Node> kept;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (!used[k]) continue;
    for_each_operand(nodes[k], [&](NodeId& id) { id = now[static_cast<std::size_t>(id)]; });
    now[k] = static_cast<NodeId>(kept.size());
    kept.push_back(std::move(nodes[k]));
  }
  return {ast.text(), std::move(kept)};
}

NodeId append_tree(std::vector<Node>& nodes, const Ast& ast) {
  const auto before = static_cast<NodeId>(nodes.size());
  for (Node node : ast.nodes()) {
    for_each_operand(node, [&](NodeId& id) { id += before; });
    nodes.push_back(std::move(node));
  }
  return static_cast<NodeId>(nodes.size()) - 1;
}

std::vector<Ast> conjuncts(const Ast& condition) {
  std::vector<Ast> all;
  std::vector<NodeId> open{condition.root()};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    const auto* both = std::get_if<Binary>(&condition[at].content);
    if (both && (both->op == BinaryOperator::ShortCircuitAnd || both->op == BinaryOperator::And)) {
      open.push_back(both->right);
      open.push_back(both->left);
    } else {
      all.push_back(subtree(condition, at));
    }
  }
  return all;
}

}  // namespace sim::expr

#pragma once
// Parts of a parsed expression as expressions of their own.
#include <vector>

#include "sim_core/expr/ast.h"

namespace sim::expr {

// Calls visit(id) for every operand of a node, which may change it.
template <class F>
void for_each_operand(Node& node, F visit) {
  std::visit(
      Overloaded{[&](Unary& n) { visit(n.operand); }, [&](Binary& n) { visit(n.left), visit(n.right); },
                 [&](Conditional& n) { visit(n.condition), visit(n.yes), visit(n.no); },
                 [&](Range& n) {
                   visit(n.first);
                   if (n.step) visit(*n.step);
                   visit(n.last);
                 },
                 [&](Matrix& n) {
                   for (auto& row : n.rows)
                     for (NodeId& id : row) visit(id);
                 },
                 [&](Apply& n) {
                   visit(n.target);
                   for (NodeId& id : n.arguments) visit(id);
                 },
                 [&](Member& n) { visit(n.target); }, [](auto&) {}},
      node.content);
}

// The tree below this node, with the same text and columns.
Ast subtree(const Ast& ast, NodeId root);

// Puts a tree behind other nodes; the id that its root has there.
NodeId append_tree(std::vector<Node>& nodes, const Ast& ast);

// The operands of `a && b & c` at the top of a condition, from left to right; else the condition itself.
std::vector<Ast> conjuncts(const Ast& condition);

}  // namespace sim::expr

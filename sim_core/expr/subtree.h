#pragma once
// Parts of a parsed expression as expressions of their own.
#include <vector>

#include "sim_core/expr/ast.h"

namespace sim::expr {

// The tree below this node, with the same text and columns.
Ast subtree(const Ast& ast, NodeId root);

// Puts a tree behind other nodes; the id that its root has there.
NodeId append_tree(std::vector<Node>& nodes, const Ast& ast);

// The operands of `a && b & c` at the top of a condition, from left to right; else the condition itself.
std::vector<Ast> conjuncts(const Ast& condition);

}  // namespace sim::expr

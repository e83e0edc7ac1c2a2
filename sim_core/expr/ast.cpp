#include "sim_core/expr/ast.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "sim_core/expr/functions.h"

namespace sim::expr {

Ast::Ast(std::string text, std::vector<Node> nodes)
    : tree_(std::make_shared<const Tree>(Tree{std::move(text), std::move(nodes)})) {
  assert(!tree_->nodes.empty());
}

std::string_view symbol(UnaryOperator op) {
  static constexpr std::string_view symbols[] = {"+", "-", "~", ".'", "'"};
  return symbols[static_cast<int>(op)];
}

std::string_view symbol(BinaryOperator op) {
  static constexpr std::string_view symbols[] = {"+",  "-", ".*", "./", ".^", "==", "~=", "<",  "<=", ">",
                                                 ">=", "&", "|",  "*",  "/",  "\\", "^",  "&&", "||"};
  return symbols[static_cast<int>(op)];
}

std::optional<Elementary> elementary(UnaryOperator op) {
  if (op == UnaryOperator::Minus) return Elementary::Negate;
  if (op == UnaryOperator::Not) return Elementary::Not;
  return std::nullopt;
}

Elementary elementary(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::Add:
      return Elementary::Add;
    case BinaryOperator::Subtract:
      return Elementary::Subtract;
    case BinaryOperator::Multiply:
    case BinaryOperator::MatrixMultiply:
      return Elementary::Multiply;
    case BinaryOperator::Divide:
    case BinaryOperator::MatrixDivide:
    case BinaryOperator::MatrixLeftDivide:
      return Elementary::Divide;
    case BinaryOperator::Power:
    case BinaryOperator::MatrixPower:
      return Elementary::Power;
    case BinaryOperator::Equal:
      return Elementary::Equal;
    case BinaryOperator::NotEqual:
      return Elementary::NotEqual;
    case BinaryOperator::Less:
      return Elementary::Less;
    case BinaryOperator::LessEqual:
      return Elementary::LessEqual;
    case BinaryOperator::Greater:
      return Elementary::Greater;
    case BinaryOperator::GreaterEqual:
      return Elementary::GreaterEqual;
    case BinaryOperator::And:
    case BinaryOperator::ShortCircuitAnd:
      return Elementary::And;
    case BinaryOperator::Or:
    case BinaryOperator::ShortCircuitOr:
      break;
  }
  return Elementary::Or;
}

bool is_matrix_operator(BinaryOperator op) {
  return op >= BinaryOperator::MatrixMultiply && op <= BinaryOperator::MatrixPower;
}

std::vector<std::string> names(const Ast& ast) {
  std::set<std::string_view> seen;
  std::vector<std::string> out;
  for (const Node& node : ast.nodes()) {
    const Name* name = std::get_if<Name>(&node.content);
    if (name && seen.insert(name->name).second) out.push_back(name->name);
  }
  return out;
}

std::vector<std::string> free_names(const Ast& ast) {
  std::vector<std::string> out = names(ast);
  std::erase_if(out, [](const std::string& name) { return find_function(name) != nullptr; });
  return out;
}

}  // namespace sim::expr

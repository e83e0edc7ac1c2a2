#include "sim_core/block_preview/crossing_text.h"

#include <algorithm>
#include <set>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"

namespace sim {

using ir::Op;

static constexpr const char* too_long = "…";

std::string ExpressionText::leaf(const ir::Node& node) const {
  const auto covers = [&](const auto& info) {
    return info.first <= node.slot && node.slot < info.first + info.shape.size();
  };
  const auto named = [&](const auto& table, const std::string& otherwise) {
    const auto it = std::find_if(table.begin(), table.end(), covers);
    return it == table.end() || it->name.empty() ? otherwise : it->name;
  };
  switch (node.op) {
    case Op::Time:
      return "t";
    case Op::Parameter:
      return named(program_.parameter_table, "p");
    case Op::Discrete:
      return named(program_.discrete, "the value before");
    case Op::Captured:
      return "the value at the start";
    case Op::State: {
      const auto it = std::find_if(program_.states.begin(), program_.states.end(), covers);
      if (it == program_.states.end()) return "x";
      const auto source = sources_.find(program_.blocks[static_cast<std::size_t>(it->block)].id);
      return source == sources_.end() ? it->name : source->second;
    }
    default:
      return too_long;
  }
}

std::string ExpressionText::print(ir::NodeId id, int depth) const {
  const ir::Node& node = program_.graph.node(id);
  if (node.op == Op::Constant) {
    const auto values = program_.graph.constant_values(id);
    const bool same = !values.empty() &&
                      std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
    return same ? to_text(values[0]) : too_long;
  }
  if (is_leaf(node.op)) return leaf(node);
  if (depth >= deepest) return too_long;
  const auto operand = [&](ir::NodeId of) { return print(of, depth + 1); };
  const auto inside = [&](ir::NodeId of) {
    const Op op = program_.graph.node(of).op;
    const bool sum = op == Op::Add || op == Op::Sub || op == Op::Neg;
    return sum ? "(" + operand(of) + ")" : operand(of);
  };
  switch (node.op) {
    case Op::Add:
      if (operand(node.b) == "0") return operand(node.a);
      return operand(node.a) + " + " + operand(node.b);
    case Op::Sub:
      if (operand(node.a) == "0") return "-" + inside(node.b);
      return operand(node.a) + " - " + inside(node.b);
    case Op::Mul:
      return inside(node.a) + " " + inside(node.b);
    case Op::Div:
      return inside(node.a) + " / " + inside(node.b);
    case Op::Neg:
      return "-" + inside(node.a);
    case Op::Slice:
    case Op::Gather:
      return operand(node.a);
    case Op::Abs:
      return "|" + operand(node.a) + "|";
    default:
      break;
  }
  if (!is_elementwise(node.op)) return too_long;
  std::string name = name_of(node.op);
  std::transform(name.begin(), name.end(), name.begin(), lower_case);
  std::string text = name + "(" + operand(node.a);
  for (ir::NodeId other : {node.b, node.c})
    if (other != ir::no_node) text += ", " + operand(other);
  return text + ")";
}

// A number or a parameter: what something is compared with.
bool ExpressionText::fixed(ir::NodeId id) const {
  const Op op = program_.graph.node(id).op;
  return op == Op::Constant || op == Op::Parameter;
}

// The inputs and states that an expression hangs on, and the parameters if there are none.
std::string ExpressionText::readers(ir::NodeId id) const {
  std::set<ir::NodeId> seen;
  std::set<std::string> names;
  for (std::vector<ir::NodeId> stack{id}; !stack.empty();) {
    const ir::NodeId at = stack.back();
    stack.pop_back();
    if (!seen.insert(at).second) continue;
    const ir::Node& node = program_.graph.node(at);
    if (node.op == Op::State || node.op == Op::Time) names.insert(leaf(node));
    if (!is_leaf(node.op))
      for (ir::NodeId operand : program_.graph.operands(at)) stack.push_back(operand);
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

std::string ExpressionText::passes(ir::NodeId id) const {
  constexpr std::size_t longest = 60;
  const ir::Node& node = program_.graph.node(id);
  std::string text = print(id, 0) + " passes 0";
  if (node.op == Op::Sub) {
    std::string left = print(node.a, 0), right = print(node.b, 0);
    // What is compared comes first: an input, by its usual name.
    const auto rank = [&](ir::NodeId of, const std::string& name) {
      return std::pair(fixed(of) ? 2 : name.starts_with('u') ? 0 : 1, name);
    };
    if (rank(node.b, right) < rank(node.a, left)) std::swap(left, right);
    text = left + " passes " + right;
  }
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  const bool plain = text.size() <= longest && !has(too_long) && !has("e-") && !has("less") &&
                     !has("floor") && !has("ceil") && !has("round");
  if (plain) return text;
  const std::string names = readers(id);
  return names.empty() ? "a switch" : "a switch that depends on " + names;
}

std::vector<std::string> ExpressionText::crossings(ir::NodeId id) const {
  const ir::Node& node = program_.graph.node(id);
  if (node.op == Op::Constant) return {};
  if (node.op != Op::Select) return {passes(id)};
  std::vector<std::string> all = crossings(node.b);
  for (std::string& text : crossings(node.c))
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
  return all;
}

}  // namespace sim

#include "sim_core/block/formula_variables.h"

#include <algorithm>
#include <span>

#include "sim_core/ir/evaluate.h"

namespace sim {

ir::Value FormulaVariables::leaf(std::string_view name) {
  if (const auto found = leaves_.find(name); found != leaves_.end()) return found->second;
  auto made = make_leaf(name);
  if (!made) return leaves_[std::string(name)] = {};
  known_[made->leaf.id] = std::move(made->numbers);
  return leaves_[std::string(name)] = made->leaf;
}

// Operands first, without recursion. A part of a leaf is a leaf of its own, which make_leaf() knows nothing
// of: it is found among those it is a part of.
const FormulaVariables::Known& FormulaVariables::known(ir::Value v) {
  const ir::Graph& graph = *v.graph;
  for (std::vector<ir::NodeId> stack{v.id}; !stack.empty();) {
    const ir::NodeId id = stack.back();
    if (known_.contains(id)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    if (!ir::is_leaf(graph.node(id).op))
      for (ir::NodeId operand : graph.operands(id))
        if (!known_.contains(operand)) stack.push_back(operand);
    if (stack.size() > before) continue;
    stack.pop_back();
    known_.emplace(id, compute(graph, id));
  }
  return known_.at(v.id);
}

FormulaVariables::Known FormulaVariables::compute(const ir::Graph& graph, ir::NodeId id) const {
  const ir::Node& n = graph.node(id);
  if (n.op == ir::Op::Parameter) {
    for (const auto& [name, leaf] : leaves_) {
      if (!leaf) continue;
      const ir::Node& whole = graph.node(leaf.id);
      const int at = n.slot - whole.slot;
      if (at < 0 || at + n.shape.size() > whole.shape.size()) continue;
      const auto first = known_.at(leaf.id)->begin() + at;
      return std::vector<double>(first, first + n.shape.size());
    }
    return {};
  }
  if (n.op != ir::Op::Constant && (ir::is_leaf(n.op) || !ir::can_evaluate(n.op))) return {};
  std::vector<std::span<const double>> operands;
  if (n.op != ir::Op::Constant)
    for (ir::NodeId operand : graph.operands(id)) {
      const Known& k = known_.at(operand);
      if (!k) return {};
      operands.emplace_back(*k);
    }
  std::vector<double> out(static_cast<std::size_t>(n.shape.size()));
  ir::evaluate_node(graph, id, operands, out);
  return out;
}

static bool is_constant(ir::Value v) { return v.graph->node(v.id).op == ir::Op::Constant; }

bool is_known(FormulaVariables* variables, ir::Value v) { return is_constant(v) || variables->is_known(v); }

std::vector<double> decided_value(FormulaVariables* variables, ir::Value v) {
  if (is_constant(v)) {
    const auto numbers = v.graph->constant_values(v.id);
    return {numbers.begin(), numbers.end()};
  }
  variables->decide(v);
  return variables->value(v);
}

}  // namespace sim

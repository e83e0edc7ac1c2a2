#include "sim_core/ir/known_values.h"

#include <algorithm>

#include "sim_core/ir/evaluate.h"

namespace sim::ir {

void KnownValues::add(NodeId id) {
  const Node& n = graph_.node(id);
  if (n.op == Op::Constant || (is_leaf(n.op) && n.op != Op::Parameter)) return;
  if (values_.size() < static_cast<std::size_t>(graph_.size()))
    values_.resize(static_cast<std::size_t>(graph_.size()));
  auto& out = values_[static_cast<std::size_t>(id)];
  if (n.op == Op::Parameter) {
    const auto all = parameters_.subspan(static_cast<std::size_t>(n.slot));
    out.assign(all.begin(), all.begin() + n.shape.size());
    return;
  }
  const auto operands = graph_.operands(id);
  if (operands.empty() ||
      std::any_of(operands.begin(), operands.end(), [&](NodeId o) { return (*this)(o).empty(); }))
    return;
  if (!can_evaluate(n.op)) return;
  std::vector<std::span<const double>> known;
  for (NodeId operand : operands) known.push_back((*this)(operand));
  out.resize(static_cast<std::size_t>(n.shape.size()));
  evaluate_node(graph_, id, known, out);
}

}  // namespace sim::ir

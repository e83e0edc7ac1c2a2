#include "sim_core/ir/known_values.h"

#include <algorithm>
#include <numeric>

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
  if (!is_elementwise(n.op)) {
    out = structure(n, id);
    return;
  }
  out.resize(static_cast<std::size_t>(n.shape.size()));
  const auto element = [&](std::size_t operand, std::size_t k) {
    if (operand >= operands.size()) return 0.0;
    const auto values = (*this)(operands[operand]);
    return values[values.size() > 1 ? k : 0];
  };
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = evaluate_elementwise(n.op, element(0, k), element(1, k), element(2, k));
}

std::vector<double> KnownValues::structure(const Node& n, NodeId id) const {
  std::vector<double> out;
  const auto first = (*this)(graph_.operands(id)[0]);
  switch (n.op) {
    case Op::Slice:
      out.assign(first.begin() + n.slot, first.begin() + n.slot + n.shape.size());
      break;
    case Op::Gather:
      for (std::int32_t index : graph_.list(n.slot)) out.push_back(first[static_cast<std::size_t>(index)]);
      break;
    case Op::Concat:
      for (NodeId part : graph_.operands(id)) {
        const auto values = (*this)(part);
        out.insert(out.end(), values.begin(), values.end());
      }
      break;
    case Op::Total:
      out = {std::accumulate(first.begin(), first.end(), 0.0)};
      break;
    case Op::Transpose:
      for (int j = 0; j < n.shape.cols; ++j)
        for (int i = 0; i < n.shape.rows; ++i)
          out.push_back(first[static_cast<std::size_t>(j + i * n.shape.cols)]);
      break;
    default:
      break;
  }
  return out;
}

}  // namespace sim::ir

#include "sim_core/ir/graph_function.h"

#include <algorithm>

#include "sim_core/ir/evaluate.h"
#include "sim_core/ir/reachable.h"

namespace sim::ir {

std::optional<GraphFunction> GraphFunction::make(std::shared_ptr<const Graph> graph,
                                                 std::vector<NodeId> results) {
  GraphFunction f;
  f.needed_ = reachable(*graph, results);
  f.place_.resize(static_cast<std::size_t>(graph->size()));
  for (NodeId id : f.needed_) {
    const Node& n = graph->node(id);
    if (n.op != Op::Unknown && !can_evaluate(n.op)) return std::nullopt;
    f.place_[static_cast<std::size_t>(id)] = f.memory_;
    f.memory_ += static_cast<std::size_t>(n.shape.size());
  }
  f.results_ = std::move(results);
  f.graph_ = std::move(graph);
  return f;
}

std::vector<double> GraphFunction::operator()(std::span<const double> unknowns) const {
  std::vector<double> memory(memory_);
  const auto values = [&](NodeId id) {
    return std::span(memory).subspan(place_[static_cast<std::size_t>(id)],
                                     static_cast<std::size_t>(graph_->node(id).shape.size()));
  };
  std::vector<std::span<const double>> operands;
  for (NodeId id : needed_) {
    const std::span<double> out = values(id);
    if (graph_->node(id).op == Op::Unknown) {
      std::copy_n(unknowns.begin() + graph_->node(id).slot, out.size(), out.begin());
      continue;
    }
    operands.clear();
    for (NodeId operand : graph_->operands(id)) operands.push_back(values(operand));
    evaluate_node(*graph_, id, operands, out);
  }
  std::vector<double> all;
  for (NodeId id : results_) all.insert(all.end(), values(id).begin(), values(id).end());
  return all;
}

}  // namespace sim::ir

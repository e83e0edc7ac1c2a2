#pragma once
// The values of nodes that depend on constants and parameters alone, as far as they follow without opaque
// functions: what makes an entry of a matrix a structural zero.
#include <span>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

class KnownValues {
 public:
  // Parameter `slot` has the value parameters[slot].
  KnownValues(const Graph& graph, std::span<const double> parameters)
      : graph_(graph), parameters_(parameters) {}

  // Must be called for the operands of a node before the node.
  void add(NodeId id);

  // By element; empty where it is not known, or has not been added.
  std::span<const double> operator()(NodeId id) const {
    if (graph_.node(id).op == Op::Constant) return graph_.constant_values(id);
    const auto at = static_cast<std::size_t>(id);
    return at < values_.size() ? std::span<const double>(values_[at]) : std::span<const double>();
  }

 private:
  const Graph& graph_;
  std::span<const double> parameters_;
  std::vector<std::vector<double>> values_;  // by node
};

}  // namespace sim::ir

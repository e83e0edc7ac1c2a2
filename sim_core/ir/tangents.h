#pragma once
// Exact directional derivatives by forward mode (Griewank & Walther, Evaluating Derivatives, ch. 3): the
// derivative of each node along a direction of the states, written as new nodes of the same graph. What is
// structurally zero adds no node. The direction is the leaf Seed, one number a state.
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

class Tangents {
 public:
  explicit Tangents(Graph& graph) : graph_(graph) {}

  // The derivative of `v`, of the same shape; no value where it is structurally zero.
  Value operator()(Value v);
  // Computes those of many results in one pass.
  void prepare(std::span<const NodeId> results);

  // False once an opaque function without a derivative of its own has been met; it is differentiated
  // numerically.
  bool analytical() const { return opaque_origins_.empty(); }
  // The origins of those functions.
  const std::vector<std::int32_t>& opaque_origins() const { return opaque_origins_; }

 private:
  Value of(NodeId id) const;
  Value differentiate(NodeId id);
  Value call_tangent(NodeId id);

  Graph& graph_;
  std::vector<NodeId> memo_;  // by node; unknown where not computed yet
  static constexpr NodeId unknown = -2;
  std::vector<std::int32_t> opaque_origins_;
  std::vector<std::pair<const ExternalFunction*, std::shared_ptr<const ExternalFunction>>> functions_;
};

}  // namespace sim::ir

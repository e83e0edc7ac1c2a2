#pragma once
// Exact directional derivatives by forward mode (Griewank & Walther, Evaluating Derivatives, ch. 3): the
// derivative of each node along a direction of the states, written as new nodes of the same graph. What is
// structurally zero adds no node. The direction is the leaf Seed, one number a state.
//
// Where a function has a kink, the derivative along the time or the solution is that of what follows: of
// min(a, b) with a = b it is the smaller one's. Along another direction it is that of one of the sides.
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

class Tangents {
 public:
  explicit Tangents(Graph& graph) : graph_(graph) {}
  // Along the time, with the states held.
  struct AlongTime {};
  Tangents(Graph& graph, AlongTime) : graph_(graph), along_time_(true) {}
  // Along the solution: with the time, as the states move at `rates`, element 1 + k for state k.
  struct Solution {
    Value rates;
  };
  Tangents(Graph& graph, Solution solution) : graph_(graph), rates_(solution.rates) {}
  // Along a given direction of Unknown elements first, first + 1, ... instead; no node below `floor` reads
  // them.
  Tangents(Graph& graph, int first, std::vector<double> direction, NodeId floor)
      : graph_(graph), first_(first), direction_(std::move(direction)), floor_(floor) {}

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
  bool forward_in_time() const { return along_time_ || rates_; }
  // Of Min, Max, Abs and Saturate, whose operands may be equal: what is behind is decided by their rates.
  Value differentiate_ahead(NodeId id);
  Value leaf_tangent(const Node& leaf);
  bool call_moves(const CallSite& site) const;
  Value call_tangent(NodeId id);
  Value loop_tangent(NodeId id);
  Value constrained_tangent(NodeId id);

  Graph& graph_;
  int first_ = 0;
  std::vector<double> direction_;  // empty: along the states
  NodeId floor_ = 0;
  bool along_time_ = false;
  Value rates_;
  std::vector<NodeId> memo_;  // by node from floor_ on; unknown where not computed yet
  static constexpr NodeId unknown = -2;
  std::vector<std::int32_t> opaque_origins_;
  std::vector<std::pair<const ExternalFunction*, std::shared_ptr<const ExternalFunction>>> functions_;
};

}  // namespace sim::ir

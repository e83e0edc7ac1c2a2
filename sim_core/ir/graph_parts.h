#pragma once
// Large vectors that are put together from few parts, such as a Mux of the neighbors of a vector: what is
// computed from them element by element is computed part by part, from where the parts are, so that nothing
// is copied. The numbers are the same.
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// Whether a node is such a vector.
bool has_few_parts(const Graph& graph, NodeId id);

class GraphParts {
 public:
  explicit GraphParts(Graph& graph) : graph_(graph) {}

  // An element-wise operation, if one of its operands is such a vector; otherwise nothing.
  Value make(Op op, std::span<const Value, 3> operands, Shape shape);
  // What a slice takes of each part of `a`, which is such a vector.
  Value slice(Value a, int first, Shape shape);

 private:
  std::vector<int> ends(std::span<const Value> values, int size) const;
  Value part_of(Value v, int first, int count, int depth);
  Value part_of_parts(Value a, int first, int count, int depth);
  Value moved_into(NodeId operation, int first, int count, int depth);

  Graph& graph_;
};

}  // namespace sim::ir

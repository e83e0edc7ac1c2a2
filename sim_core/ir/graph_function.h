#pragma once
// A graph that is a function by itself, outside of any program: some of its nodes as functions of its Unknown
// leaves. For what a block has to solve for inside one of its own functions (ir/external_function.h); a node
// costs more here than in a program.
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::ir {

class GraphFunction {
 public:
  GraphFunction() = default;  // gives nothing
  // None where a result needs other leaves than Unknown ones and constants, or an operation that only a
  // program has (Solve, Call, History, Constrained, LinearSolve).
  static std::optional<GraphFunction> make(std::shared_ptr<const Graph> graph, std::vector<NodeId> results);

  // All results, one after the other; `unknowns` has what leaves read at their slots.
  std::vector<double> operator()(std::span<const double> unknowns) const;

 private:
  std::shared_ptr<const Graph> graph_;
  std::vector<NodeId> results_, needed_;  // the latter ascending
  std::vector<std::size_t> place_;        // by node, in the work memory
  std::size_t memory_ = 0;
};

}  // namespace sim::ir

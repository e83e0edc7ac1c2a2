#pragma once
// Which leaf elements each element of a node reads: structural, exact by element, without evaluating
// anything that moves. A factor that is known to be zero, such as an element of a matrix of numbers, reads
// nothing.
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/memory_budget.h"
#include "sim_core/ir/graph.h"
#include "sim_core/ir/known_values.h"

namespace sim::ir {

class Dependencies {
 public:
  // Leaves of kind `leaf`: for State, the elements are indices of states.
  Dependencies(const Graph& graph, Op leaf) : graph_(graph), leaf_(leaf) {}
  // Of a model whose parameters keep these values: what they multiply by zero is not read either.
  Dependencies(const Graph& graph, Op leaf, std::span<const double> parameters)
      : graph_(graph), leaf_(leaf), known_(std::in_place, graph, parameters) {}

  // What a block is called, by the origin of a node: it is named where memory runs out.
  void name_blocks(std::function<std::string_view(std::int32_t origin)> name) { name_ = std::move(name); }
  // By element of the node: the leaf elements it reads, ascending.
  const std::vector<std::vector<int>>& operator()(NodeId id);
  // Computes those of many results in one pass.
  void prepare(std::span<const NodeId> results);

 private:
  using Rows = std::vector<std::vector<int>>;
  Rows compute(NodeId id);
  std::span<const double> known(NodeId id) const;
  void add_elementwise(NodeId id, Rows& rows);
  void add_loop(const LoopSite& site, Rows& rows);
  void add_linear_solve(NodeId a, NodeId b, Rows& rows);
  void add_call(NodeId id, Rows& rows);
  void add_matmul(const Node& n, Rows& rows);
  // Counts a row that is ready, and looks at the stop.
  void keep(const std::vector<int>& row);

  const Graph& graph_;
  Op leaf_;
  std::optional<KnownValues> known_;
  std::function<std::string_view(std::int32_t)> name_;
  std::vector<Rows> memo_;  // by node, by element
  std::vector<char> done_;
  MemoryCharge charge_;
};

}  // namespace sim::ir

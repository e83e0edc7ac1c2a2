#pragma once
// Which leaf elements each element of a node reads: structural, exact by element, without evaluating
// anything that moves. A factor that is known to be zero, such as an element of a matrix of numbers, reads
// nothing.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/memory_budget.h"
#include "sim_core/ir/element_sets.h"
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
  // By element of the node: the leaf elements it reads, ascending. Valid until another node is asked for.
  RowsOfSets operator()(NodeId id) { return {sets_, rows_of(id)}; }
  // Computes those of many results in one pass.
  void prepare(std::span<const NodeId> results);

 private:
  using Set = ElementSets::Set;
  std::span<const Set> rows_of(NodeId id);
  std::span<const Set> known_rows(NodeId id) const;
  void compute(NodeId id, std::span<Set> rows);
  std::span<const double> known(NodeId id) const;
  void add_elementwise(NodeId id, std::span<Set> rows);
  void add_transposed(const Node& n, std::span<Set> rows) const;
  void add_loop(const LoopSite& site, std::span<Set> rows);
  void add_constrained(const Node& n, std::span<Set> rows);
  void add_linear_solve(NodeId a, NodeId b, std::span<Set> rows);
  void add_call(NodeId id, std::span<Set> rows);
  void add_matmul(const Node& n, std::span<Set> rows);
  void charge(std::size_t bytes);

  const Graph& graph_;
  Op leaf_;
  std::optional<KnownValues> known_;
  std::function<std::string_view(std::int32_t)> name_;
  ElementSets sets_;
  std::vector<Set> rows_;            // of all nodes that are known
  std::vector<std::int64_t> first_;  // by node: where its rows begin; -1: not known
  MemoryCharge charge_;
  std::size_t charged_ = 0;
};

}  // namespace sim::ir

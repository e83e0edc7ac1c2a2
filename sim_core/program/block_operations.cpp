#include "sim_core/program/block_operations.h"

#include <algorithm>

#include "sim_core/ir/reachable.h"

namespace sim {

namespace {

using ir::NodeId;
using ir::Op;

double size_of(const ir::Graph& graph, NodeId id) { return graph.node(id).shape.size(); }

class Counter {
 public:
  explicit Counter(const Program& program, double loop_iterations)
      : graph_(program.graph),
        loop_iterations_(loop_iterations),
        operations_(program.blocks.size()),
        moves_(static_cast<std::size_t>(graph_.size())),
        turns_(moves_.size()) {
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Op op = graph_.node(id).op;
      const auto at = static_cast<std::size_t>(id);
      moves_[at] =
          op == Op::State || op == Op::Time || op == Op::Seed || op == Op::Unknown || op == Op::History;
      turns_[at] = op == Op::Seed;
      for (NodeId operand : graph_.operands(id)) {
        moves_[at] = moves_[at] || moves_[static_cast<std::size_t>(operand)];
        turns_[at] = turns_[at] || turns_[static_cast<std::size_t>(operand)];
      }
    }
  }

  // `directions`: how often what depends on the direction of a derivative is computed each time.
  void add(const std::vector<NodeId>& results, double times, double directions) {
    if (times == 0) return;
    for (NodeId id : ir::reachable(graph_, results)) {
      const auto at = static_cast<std::size_t>(id);
      if (!moves_[at] || ir::is_leaf(graph_.node(id).op)) continue;
      const double here = turns_[at] ? times * directions : times;
      if (graph_.node(id).op == Op::Solve) add_loop(id, here);
      book(id, here * cost_of(id));
    }
  }

  std::vector<double> operations() && { return std::move(operations_); }

 private:
  void add_loop(NodeId id, double times) {
    const ir::LoopSite& site = graph_.loop_site(graph_.node(id).slot);
    std::vector<NodeId> results = site.directions;
    results.push_back(site.residual);
    for (NodeId inner : ir::reachable(graph_, results, site.floor))
      if (!ir::is_leaf(graph_.node(inner).op)) book(inner, times * loop_iterations_ * cost_of(inner));
  }

  void book(NodeId id, double operations) {
    const auto block = static_cast<std::size_t>(graph_.origin(id));
    if (block < operations_.size()) operations_[block] += operations;
  }

  double cost_of(NodeId id) const {
    const ir::Node& node = graph_.node(id);
    const double size = size_of(graph_, id);
    switch (node.op) {
      case Op::MatMul: {
        const double rows = graph_.node(node.a).shape.rows;
        return 2 * size * size_of(graph_, node.a) / std::max(rows, 1.0);
      }
      case Op::LinearSolve: {
        const double rows = graph_.node(node.a).shape.rows;
        return 2. / 3 * rows * rows * rows;
      }
      case Op::Total:
        return size_of(graph_, node.a);
      case Op::Constrained:
        return 2 * size * size;
      case Op::Call:
        return 50 * size;
      case Op::History:
      case Op::HistorySlope:
        return 20 * size;
      default:
        return ir::is_elementwise(node.op) ? ir::rules_of(node.op).cost * size : 0;
    }
  }

  const ir::Graph& graph_;
  double loop_iterations_;
  std::vector<double> operations_;
  std::vector<char> moves_;  // by node: computed in each evaluation
  std::vector<char> turns_;  // ... in each direction of a derivative
};

}  // namespace

std::vector<double> block_operations(const Program& program,
                                     const std::array<std::uint64_t, kernel_count>& evaluations,
                                     double loop_iterations) {
  Counter counter(program, loop_iterations);
  for (std::size_t k = 0; k < kernel_count; ++k) {
    const auto kind = static_cast<KernelKind>(k);
    const int directions = kind == KernelKind::Tangents            ? program.jacobian_coloring.count
                           : kind == KernelKind::InvariantTangents ? program.invariant_coloring.count
                                                                   : 1;
    counter.add(program.kernel(kind).results, static_cast<double>(evaluations[k]), std::max(directions, 1));
  }
  return std::move(counter).operations();
}

}  // namespace sim

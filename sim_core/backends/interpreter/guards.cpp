#include "sim_core/backends/interpreter/guards.h"

#include <algorithm>

namespace sim::interpreter {

using ir::NodeId;
using ir::Op;

// Selects nested deeper than this are not told apart.
constexpr int deepest = 32;

static long cost_of(const ir::Node& n) {
  constexpr long many = 1000;
  const bool solves = n.op == Op::Solve || n.op == Op::LinearSolve || n.op == Op::Constrained;
  return solves || n.op == Op::Call ? many : n.shape.size();
}

Guards::Guards(const ir::Graph& graph, std::span<const NodeId> moving, std::span<const NodeId> results,
               const std::function<bool(NodeId)>& held, long least)
    : graph_(graph) {
  const auto guards_something = [&](NodeId id) {
    const ir::Node& n = graph.node(id);
    return n.op == Op::Select && graph.node(n.a).shape.is_scalar() && graph.node(n.a).op != Op::Constant &&
           held(n.a);
  };
  if (std::none_of(moving.begin(), moving.end(), guards_something)) return;
  of_.assign(static_cast<std::size_t>(graph.size()), -1);
  for (NodeId id : results) need(id, 0);
  for (auto it = moving.rbegin(); it != moving.rend(); ++it) {
    const int guard = std::max(of_[static_cast<std::size_t>(*it)], 0);
    const bool selects = guards_something(*it);
    int operand_at = 0;
    NodeId condition = ir::no_node;
    for (NodeId operand : graph.operands(*it)) {
      if (operand_at == 0) condition = operand;
      need(operand, selects && operand_at > 0 ? inside(guard, condition, operand_at == 1) : guard);
      ++operand_at;
    }
  }
  drop_small(moving, least);
}

int Guards::inside(int guard, NodeId condition, bool wanted) {
  for (int at = guard; at > 0; at = guards_[static_cast<std::size_t>(at)].parent) {
    const Guard& outer = guards_[static_cast<std::size_t>(at)];
    if (outer.condition == condition && outer.wanted == wanted) return guard;
  }
  const int depth = depth_[static_cast<std::size_t>(guard)] + 1;
  if (depth > deepest) return guard;
  const auto [it, fresh] = known_.try_emplace({guard, condition, wanted}, static_cast<int>(guards_.size()));
  if (fresh) {
    guards_.push_back({guard, condition, wanted});
    depth_.push_back(depth);
  }
  return it->second;
}

// The innermost guard around both.
int Guards::common(int a, int b) const {
  const auto depth = [&](int g) { return depth_[static_cast<std::size_t>(g)]; };
  while (a != b) {
    int& inner = depth(a) >= depth(b) ? a : b;
    inner = guards_[static_cast<std::size_t>(inner)].parent;
  }
  return a;
}

void Guards::need(NodeId node, int guard) {
  int& of = of_[static_cast<std::size_t>(node)];
  of = of < 0 ? guard : common(of, guard);
}

// What lies in a small one belongs to the guard around it.
void Guards::drop_small(std::span<const NodeId> moving, long least) {
  std::vector<long> saved(guards_.size(), 0);
  for (NodeId id : moving)
    if (const int guard = of(id); guard > 0)
      saved[static_cast<std::size_t>(guard)] += cost_of(graph_.node(id));
  for (std::size_t g = guards_.size(); g-- > 1;)
    saved[static_cast<std::size_t>(guards_[g].parent)] += saved[g];
  std::vector<Guard> kept{Guard{}};
  std::vector<int> becomes(guards_.size(), 0);
  for (std::size_t g = 1; g < guards_.size(); ++g) {
    const int parent = becomes[static_cast<std::size_t>(guards_[g].parent)];
    becomes[g] = saved[g] >= least ? static_cast<int>(kept.size()) : parent;
    if (saved[g] >= least) kept.push_back({parent, guards_[g].condition, guards_[g].wanted});
  }
  for (int& of : of_) of = of < 0 ? 0 : becomes[static_cast<std::size_t>(of)];
  guards_ = std::move(kept);
}

}  // namespace sim::interpreter

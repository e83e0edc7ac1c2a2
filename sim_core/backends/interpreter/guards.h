#pragma once
// Which nodes of a kernel are needed only while conditions that are held between events have one value: what
// a disabled subsystem would compute is read by nothing but the untaken sides of `select`. The interpreter
// leaves such nodes out for as long as their guard is closed.
#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "sim_core/ir/graph.h"

namespace sim::interpreter {

// Open while its parent is and `condition` is true (or, if not `wanted`, false). Guard 0 is always open.
struct Guard {
  int parent = 0;
  ir::NodeId condition = ir::no_node;
  bool wanted = true;
};

class Guards {
 public:
  // `moving`: the nodes to compute, operands first; `held`: whether a node is not among them but known
  // before. A guard splits runs of equal operations: those that save fewer operations than `least` are not
  // kept.
  Guards(const ir::Graph& graph, std::span<const ir::NodeId> moving, std::span<const ir::NodeId> results,
         const std::function<bool(ir::NodeId)>& held, long least);

  int of(ir::NodeId node) const { return of_.empty() ? 0 : of_[static_cast<std::size_t>(node)]; }
  // Parents come first.
  const std::vector<Guard>& all() const { return guards_; }

 private:
  int inside(int guard, ir::NodeId condition, bool wanted);
  int common(int a, int b) const;
  void need(ir::NodeId node, int guard);
  void drop_small(std::span<const ir::NodeId> moving, long least);

  const ir::Graph& graph_;
  std::vector<Guard> guards_{Guard{}};
  std::vector<int> depth_{0};
  std::map<std::tuple<int, ir::NodeId, bool>, int> known_;
  std::vector<int> of_;  // by node; -1: not needed so far
};

}  // namespace sim::interpreter

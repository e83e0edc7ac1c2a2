#pragma once
// What of a program can be left to the tasks of its slower rates; see rate_tasks.h.
#include <vector>

#include "sim_core/backends/c_source/slow_rates.h"
#include "sim_core/ir/replaced_nodes.h"

namespace sim::c_source {

// A result of a kernel: some of its elements, side by side.
struct TaskedResult {
  KernelKind kind;
  int first = 0;  // element of the kernel
  ir::NodeId node = ir::no_node;
  int task = -1;        // the rate whose task computes it; -1: the base does
  bool unread = false;  // of a task: nobody needs it
};

// The graph gets nodes for what is known at hits and between them.
struct TaskSets {
  std::vector<SlowRate> rates;
  std::vector<TaskedResult> results;             // of all kernels that are evaluated after the start
  std::vector<std::vector<ir::NodeId>> at_hits;  // by rate and node: what it is at the rate's hits
  std::vector<std::vector<ir::NodeId>> between;  // and where the rate has none
  // By rate: the modes of branches that its task decides on, as leaves of the graph.
  std::vector<ir::Replacements> branches, branches_between;
};

// Whether a run evaluates the kernel once more after its start, for results.
bool gives_results(KernelKind kind);
// Whether this is the call of a network's decision.
bool decides_network(const ir::Graph& graph, ir::NodeId id);

TaskSets task_sets(Program& program, const FixedStepRun& run);

}  // namespace sim::c_source

#include "sim_core/backends/c_source/rate_tasks.h"

#include <algorithm>
#include <set>

#include "sim_core/backends/c_source/task_sets.h"
#include "sim_core/ir/reachable.h"

namespace sim::c_source {

using ir::NodeId;
using ir::Op;

namespace {

// What needs memory of its own, or keeps something: the base computes it.
bool stays_with_base(const ir::Graph& graph, NodeId id) {
  const Op op = graph.node(id).op;
  return op == Op::History || op == Op::HistorySlope || op == Op::Solve || op == Op::LinearSolve ||
         op == Op::Constrained || decides_network(graph, id);
}

bool only_arranges(Op op) {
  return ir::is_leaf(op) || op == Op::Slice || op == Op::Gather || op == Op::Concat || op == Op::Select ||
         op == Op::And || op == Op::Or || op == Op::Not;
}

class Cutter {
 public:
  Cutter(const Program& program, const FixedStepRun& run) : program_(program), run_(run) {
    made_.base = program;
    leave_out_idle_checks();
    sets_ = task_sets(made_.base, run);
    slow_ = blocks_of(program, sets_.rates);
    find_inputs();
  }

  TaskedProgram cut() {
    for (int r = 0; r < static_cast<int>(sets_.rates.size()); ++r) add_task(r);
    leave_out_of_base();
    find_early();
    return std::move(made_);
  }

 private:
  ir::Graph& graph() { return made_.base.graph; }
  int size(NodeId node) { return graph().node(node).shape.size(); }

  // Generated code does not warn while it runs.
  void leave_out_idle_checks() {
    Kernel& kernel = made_.base.kernel(KernelKind::Checks);
    std::vector<CheckInfo> checks;
    Kernel kept;
    std::size_t at = 0;
    for (const NodeId node : kernel.results) {
      const auto count = static_cast<std::size_t>(size(node));
      const CheckAction action = program_.checks[at].action;
      if (action == CheckAction::Stop || action == CheckAction::Error) {
        kept.results.push_back(node);
        kept.size += size(node);
        const auto first = program_.checks.begin() + static_cast<std::ptrdiff_t>(at);
        checks.insert(checks.end(), first, first + static_cast<std::ptrdiff_t>(count));
      }
      at += count;
    }
    kernel = std::move(kept);
    made_.base.checks = std::move(checks);
  }

  // Numbers that the caller may change at any step.
  void find_inputs() {
    inputs_.assign(program_.parameters.size(), 0);
    for (const ParameterInfo& info : program_.parameter_table)
      if (run_.inputs.contains(info.block))
        std::fill_n(inputs_.begin() + info.first, info.shape.size(), char{1});
  }

  void add_task(int r) {
    RateTask task;
    task.rate = sets_.rates[static_cast<std::size_t>(r)].rate;
    std::vector<NodeId> wanted;
    own_slots_.clear();
    for (const TaskedResult& result : sets_.results)
      if (result.task == r && result.kind == KernelKind::Updates && !result.unread) {
        for (int k = 0; k < size(result.node); ++k) {
          task.slots.push_back(made_.base.updates[static_cast<std::size_t>(result.first + k)].slot);
          own_slots_.insert(task.slots.back());
        }
        wanted.push_back(at_hit(result, r));
      }
    for (const TaskedResult& result : sets_.results)
      if (result.task == r && result.kind == KernelKind::Logged) {
        const NodeId before =
            sets_.between[static_cast<std::size_t>(r)][static_cast<std::size_t>(result.node)];
        add_outputs(result, task);
        task.first_outputs.results.push_back(before);
        task.first_outputs.size += size(result.node);
        wanted.push_back(at_hit(result, r));
      }
    if (wanted.empty()) return;
    const auto before = ir::replaced_nodes(graph(), task.first_outputs.results,
                                           sets_.branches_between[static_cast<std::size_t>(r)]);
    for (NodeId& node : task.first_outputs.results) node = before[static_cast<std::size_t>(node)];
    const auto decided = ir::replaced_nodes(graph(), wanted, sets_.branches[static_cast<std::size_t>(r)]);
    for (NodeId& node : wanted) node = decided[static_cast<std::size_t>(node)];
    ir::Replacements copies;
    for (const NodeId outside : frontier(wanted)) copies[outside] = copy_at_hits(outside, r, task);
    const auto own = ir::replaced_nodes(graph(), wanted, copies);
    for (const NodeId node : wanted) {
      task.results.results.push_back(own[static_cast<std::size_t>(node)]);
      task.results.size += size(node);
    }
    made_.tasks.push_back(std::move(task));
  }
  NodeId at_hit(const TaskedResult& result, int r) const {
    return sets_.at_hits[static_cast<std::size_t>(r)][static_cast<std::size_t>(result.node)];
  }

  void add_outputs(const TaskedResult& result, RateTask& task) {
    const int first = static_cast<int>(task.columns.size());
    for (int k = 0; k < size(result.node); ++k) task.columns.push_back(result.first + k);
    for (LoggedSignal signal : made_.base.logged)
      if (signal.first >= result.first && signal.first < result.first + size(result.node)) {
        signal.first += first - result.first;
        task.outputs.push_back(std::move(signal));
      }
  }

  // The nodes that a task reads and does not compute.
  std::vector<NodeId> frontier(const std::vector<NodeId>& wanted) {
    enum class Whose : char { Outside, Anybody, Own };
    const auto needed = ir::reachable(graph(), wanted);
    std::vector<Whose> whose(static_cast<std::size_t>(graph().size()), Whose::Outside);
    for (const NodeId id : needed) {
      const ir::Node& n = graph().node(id);
      Whose& to = whose[static_cast<std::size_t>(id)];
      if (n.op == Op::Constant || (n.op == Op::Parameter && !is_input(n))) to = Whose::Anybody;
      if (n.op == Op::Discrete && own_slots_.contains(n.slot)) to = Whose::Own;
      if (ir::is_leaf(n.op) || stays_with_base(graph(), id)) continue;
      const std::int32_t block = graph().origin(id);
      const auto operands = graph().operands(id);
      const bool inside = std::all_of(operands.begin(), operands.end(), [&](NodeId operand) {
        return whose[static_cast<std::size_t>(operand)] != Whose::Outside;
      });
      const bool slow = block >= 0 && slow_[static_cast<std::size_t>(block)] != 0;
      if (inside || slow || n.op == Op::Slice || n.op == Op::Concat || n.op == Op::Gather) to = Whose::Own;
    }
    std::set<NodeId> outside, seen;
    std::vector<NodeId> stack(wanted);
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      if (whose[static_cast<std::size_t>(id)] == Whose::Outside) {
        outside.insert(id);
        continue;
      }
      const auto operands = graph().operands(id);
      stack.insert(stack.end(), operands.begin(), operands.end());
    }
    return {outside.begin(), outside.end()};
  }
  bool is_input(const ir::Node& n) const {
    return std::any_of(inputs_.begin() + n.slot, inputs_.begin() + n.slot + n.shape.size(),
                       [](char i) { return i != 0; });
  }

  // A slot of the base that takes the value at hits of the rate.
  NodeId copy_at_hits(NodeId outside, int r, RateTask& task) {
    Program& base = made_.base;
    const Shape shape = graph().node(outside).shape, flat = vector_shape(shape.size());
    const int first = base.discrete_count;
    graph().set_origin(graph().origin(outside));
    const ir::Value value =
        shape.complex ? graph().slice({&graph(), outside}, 0, flat) : ir::Value{&graph(), outside};
    const ir::Value kept = graph().leaf(Op::Discrete, first, value.shape());
    const ir::Value hit = graph().leaf(Op::Mode, sets_.rates[static_cast<std::size_t>(r)].mode, scalar_shape);
    const NodeId next = graph().make(Op::Select, hit, value, kept).id;
    graph().set_origin(-1);
    for (int k = 0; k < shape.size(); ++k) {
      base.updates.push_back({first + k});
      task.copied.push_back(first + k);
    }
    base.kernel(KernelKind::Updates).results.push_back(next);
    base.kernel(KernelKind::Updates).size += shape.size();
    base.discrete.push_back({std::max(0, graph().origin(outside)), {}, first, value.shape()});
    const std::vector<double> zeros(static_cast<std::size_t>(shape.size()), 0.0);
    base.kernel(KernelKind::InitialDiscrete).results.push_back(graph().constant(value.shape(), zeros).id);
    base.kernel(KernelKind::InitialDiscrete).size += shape.size();
    base.discrete_count += shape.size();
    return graph().leaf(Op::Discrete, first, shape).id;
  }

  // The elements of a kernel, without those of tasks.
  std::vector<char> kept_elements(KernelKind kind) {
    Kernel& kernel = made_.base.kernel(kind);
    std::vector<char> kept(static_cast<std::size_t>(kernel.size), 1);
    std::set<int> dropped;
    for (const TaskedResult& result : sets_.results)
      if (result.kind == kind && result.task >= 0) {
        std::fill_n(kept.begin() + result.first, size(result.node), char{0});
        dropped.insert(result.first);
      }
    Kernel rest;
    int first = 0;
    for (const NodeId node : kernel.results) {
      if (!dropped.contains(first)) {
        rest.results.push_back(node);
        rest.size += size(node);
      }
      first += size(node);
    }
    kernel = std::move(rest);
    return kept;
  }
  template <class T>
  static void keep(std::vector<T>& table, const std::vector<char>& kept) {
    std::vector<T> rest;
    for (std::size_t k = 0; k < table.size(); ++k)
      if (kept[k] != 0) rest.push_back(std::move(table[k]));
    table = std::move(rest);
  }
  void leave_out_of_base() {
    keep(made_.base.updates, kept_elements(KernelKind::Updates));
    keep(made_.base.crossings, kept_elements(KernelKind::Crossings));
    const std::vector<char> columns = kept_elements(KernelKind::Logged);
    std::vector<LoggedSignal> left;
    for (LoggedSignal& signal : made_.base.logged) {
      if (columns[static_cast<std::size_t>(signal.first)] == 0) continue;
      signal.first = static_cast<int>(std::count(columns.begin(), columns.begin() + signal.first, char{1}));
      left.push_back(std::move(signal));
    }
    made_.base.logged = std::move(left);
  }

  void find_early() {
    std::vector<NodeId> results;
    for (int k = 0; k < kernel_count; ++k) {
      const auto kind = static_cast<KernelKind>(k);
      if (!gives_results(kind)) continue;
      const Kernel& kernel = made_.base.kernel(kind);
      results.insert(results.end(), kernel.results.begin(), kernel.results.end());
    }
    std::set<int> blocks;
    for (const NodeId id : ir::reachable(graph(), results))
      if (const int block = graph().origin(id);
          block >= 0 && slow_[static_cast<std::size_t>(block)] != 0 && !only_arranges(graph().node(id).op))
        blocks.insert(block);
    made_.early.assign(blocks.begin(), blocks.end());
  }

  const Program& program_;
  const FixedStepRun& run_;
  TaskedProgram made_;
  TaskSets sets_;
  std::vector<char> slow_, inputs_;  // by block; by parameter
  std::set<int> own_slots_;          // of the task that is made
};

}  // namespace

TaskedProgram tasks_of(const Program& program, const FixedStepRun& run) { return Cutter(program, run).cut(); }

}  // namespace sim::c_source

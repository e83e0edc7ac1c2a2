// What is known of recorded signals before the run: whether their delays may change, and what they read at
// the same instant: states, modes, the past of other signals. From this follows how smooth they are where
// something switches.
#include <algorithm>

#include "sim_core/compile/phases.h"
#include "sim_core/ir/reachable.h"

namespace sim::compile_phases {

namespace {

bool is_constant(const ir::Graph& graph, ir::NodeId delay) {
  const ir::NodeId result[] = {delay};
  for (ir::NodeId id : ir::reachable(graph, result)) {
    const ir::Op op = graph.node(id).op;
    if (ir::is_leaf(op) && op != ir::Op::Constant && op != ir::Op::Parameter) return false;
  }
  return true;
}

// Of a constant delay only as much of the past is kept as it reaches back.
void fix_parameters(Model& model, ir::NodeId delay) {
  const ir::Graph& graph = model.program.graph;
  const ir::NodeId result[] = {delay};
  for (ir::NodeId id : ir::reachable(graph, result)) {
    const ir::Node& n = graph.node(id);
    if (n.op != ir::Op::Parameter) continue;
    for (const ParameterInfo& info : model.program.parameter_table)
      if (info.first < n.slot + n.shape.size() && n.slot < info.first + info.shape.size())
        model.fixed_parameters.insert(info.first);
  }
}

int delay_of(const Program& program, int slot) {
  const auto behind = std::upper_bound(program.delays.begin(), program.delays.end(), slot,
                                       [](int s, const DelayInfo& d) { return s < d.first; });
  return static_cast<int>(behind - program.delays.begin()) - 1;
}

void find_reads(const Program& program, ir::NodeId signal, DelayInfo& info) {
  const ir::NodeId result[] = {signal};
  for (ir::NodeId id : ir::reachable(program.graph, result)) {
    const ir::Node& n = program.graph.node(id);
    info.reads_states = info.reads_states || n.op == ir::Op::State;
    if (n.op == ir::Op::Mode || n.op == ir::Op::Discrete)
      for (int k = 0; k < n.shape.size(); ++k)
        (n.op == ir::Op::Mode ? info.modes : info.discrete).push_back(n.slot + k);
    if (n.op == ir::Op::History) info.reads.push_back(delay_of(program, n.slot));
  }
  for (std::vector<int>* list : {&info.modes, &info.discrete, &info.reads}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

}  // namespace

void find_delays(Model& model) {
  Program& program = model.program;
  for (const std::size_t k : stoppable_indices(program.delays)) {
    const ir::NodeId delay = program.kernel(KernelKind::Delays).results[k];
    program.delays[k].constant = is_constant(program.graph, delay);
    if (program.delays[k].constant) fix_parameters(model, delay);
    find_reads(program, program.kernel(KernelKind::Recorded).results[k], program.delays[k]);
  }
}

}  // namespace sim::compile_phases

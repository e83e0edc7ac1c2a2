// What is known of recorded signals before the run: whether their delays may change, and what they read at
// the same instant: states, modes, the past of other signals. From this follows how smooth they are where
// something switches.
#include <algorithm>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

// What single nodes need. As many as there are delays are asked for, so none costs more than it gives.
class Cones {
 public:
  explicit Cones(const ir::Graph& graph) : graph_(graph), seen_(static_cast<std::size_t>(graph.size()), -1) {}

  // The node, its operands, and so on; in no order. Valid until the next is asked for.
  const std::vector<ir::NodeId>& of(ir::NodeId node) {
    found_.assign(1, node);
    seen_[static_cast<std::size_t>(node)] = ++asked_;
    for (std::size_t k = 0; k < found_.size(); ++k)
      for (ir::NodeId operand : graph_.operands(found_[k]))
        if (int& seen = seen_[static_cast<std::size_t>(operand)]; seen != asked_) {
          seen = asked_;
          found_.push_back(operand);
        }
    return found_;
  }

 private:
  const ir::Graph& graph_;
  std::vector<int> seen_;  // by node: the last that needed it
  std::vector<ir::NodeId> found_;
  int asked_ = -1;
};

bool is_constant(const ir::Graph& graph, const std::vector<ir::NodeId>& cone) {
  return std::none_of(cone.begin(), cone.end(), [&](ir::NodeId id) {
    const ir::Op op = graph.node(id).op;
    return ir::is_leaf(op) && op != ir::Op::Constant && op != ir::Op::Parameter;
  });
}

// Of a constant delay only as much of the past is kept as it reaches back.
void fix_parameters(const Program& program, const std::vector<ir::NodeId>& cone, std::set<int>& fixed) {
  const auto& table = program.parameter_table;  // ascending
  for (ir::NodeId id : cone) {
    const ir::Node& n = program.graph.node(id);
    if (n.op != ir::Op::Parameter) continue;
    auto info = std::upper_bound(table.begin(), table.end(), n.slot,
                                 [](int slot, const ParameterInfo& p) { return slot < p.first; });
    if (info != table.begin()) --info;
    for (; info != table.end() && info->first < n.slot + n.shape.size(); ++info)
      if (n.slot < info->first + info->shape.size()) fixed.insert(info->first);
  }
}

int delay_of(const Program& program, int slot) {
  const auto behind = std::upper_bound(program.delays.begin(), program.delays.end(), slot,
                                       [](int s, const DelayInfo& d) { return s < d.first; });
  return static_cast<int>(behind - program.delays.begin()) - 1;
}

void find_reads(const Program& program, const std::vector<ir::NodeId>& cone, DelayInfo& info) {
  for (ir::NodeId id : cone) {
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

void find_delays(Program& program, Report& report) {
  Cones cones(program.graph);
  for (const std::size_t k : stoppable_indices(program.delays)) {
    DelayInfo& info = program.delays[k];
    const auto& delay = cones.of(program.kernel(KernelKind::Delays).results[k]);
    info.constant = is_constant(program.graph, delay);
    if (info.constant) fix_parameters(program, delay, report.fixed_parameters);
    find_reads(program, cones.of(program.kernel(KernelKind::Recorded).results[k]), info);
  }
}

}  // namespace sim::compile_phases

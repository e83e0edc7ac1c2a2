// A block is constant if nothing its outputs need depends on time or states. This version knows continuous
// and constant blocks; there are no discrete ones yet.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void sample_times(Model& model) {
  std::vector<char> moves(model.instances.size(), 0);
  std::vector<char> node_moves(static_cast<std::size_t>(model.open.size()), 0);
  for (ir::NodeId id = 0; id < model.open.size(); ++id) {
    const ir::Op op = model.open.node(id).op;
    bool m = op == ir::Op::Time || op == ir::Op::State || op == ir::Op::Mode;
    for (ir::NodeId operand : model.open.operands(id)) m = m || node_moves[static_cast<std::size_t>(operand)];
    node_moves[static_cast<std::size_t>(id)] = m;
  }
  auto constant_inputs = [&](const Instance& instance) {
    for (const auto& port : instance.segments)
      for (const Segment& segment : port)
        if (segment.from.instance >= 0 && moves[static_cast<std::size_t>(segment.from.instance)])
          return false;
    return true;
  };
  for (int index : model.program.order) {  // drivers of direct feedthrough come first
    const Instance& instance = model.instances[static_cast<std::size_t>(index)];
    bool m = !instance.type->states.empty() || !constant_inputs(instance);
    for (ir::NodeId output : instance.roles.outputs) m = m || node_moves[static_cast<std::size_t>(output)];
    moves[static_cast<std::size_t>(index)] = m;
    if (!m) model.program.blocks[static_cast<std::size_t>(index)].sample_time = SampleTime::Constant;
  }
}

}  // namespace sim::compile_phases

// A port of a subsystem that says its unit is a block: it passes its signal on, converted where that is in
// another unit.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void find_measured_ports(Blocks& model, const Repetition&) {
  for (Instance& instance : stoppable(model.instances)) {
    const BlockRole role = instance.type->role;
    if (role != BlockRole::Inport && role != BlockRole::Outport) continue;
    if (instance.block->parent == no_id || instance.block->commented != CommentedOut::No ||
        instance.piece_port != PiecePort::No)
      continue;
    const auto unit = static_cast<std::size_t>(instance.type->output_type.unit);
    if (instance.parameters[unit].text == "inherit") continue;
    if (role == BlockRole::Inport)
      instance.inputs = {{"u", "What arrives, in whatever unit."}};
    else
      instance.outputs = {{"y", "What arrives, in the unit of the port."}};
  }
}

}  // namespace sim::compile_phases

// The output of a For Each subsystem is as long as there are pieces. Its Outport blocks read, behind their
// own input, the first signal that is split, so that they know how many when its dimensions are known.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

void attach_pieces(ResolvedModel& model, Report& report) {
  std::map<Id, int> first_split;  // by subsystem
  for (const std::size_t k : stoppable_indices(model.instances))
    if (const Instance& instance = model.instances[k];
        instance.piece_port == PiecePort::Splits && !instance.reduced)
      first_split.try_emplace(instance.block->parent, static_cast<int>(k));
  for (const auto& [subsystem, index] : model.repetition.repeating) {
    const Instance& block = model.instances[static_cast<std::size_t>(index)];
    if (block.type->role == BlockRole::ForEach && !first_split.contains(subsystem))
      report.fail(block, "no input of the subsystem is split, so that it is not known how often it is there",
                  "add an Inport, and say that its signal is split");
  }
  if (report.failed()) return;
  for (Instance& instance : stoppable(model.instances)) {
    if (instance.piece_port != PiecePort::Joins || instance.reduced) continue;
    const Instance& split = model.instances[static_cast<std::size_t>(first_split.at(instance.block->parent))];
    model.repetition.ports.of(instance).rule = model.repetition.ports[split].rule;
    instance.inputs.push_back({"split signal", ""});
    instance.drivers.push_back(split.drivers[0]);
  }
}

}  // namespace sim::compile_phases

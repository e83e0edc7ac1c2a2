// What a block remembers: in slots of the program, or from pass to pass of an iterated subsystem.
#include <algorithm>

#include "sim_core/compile/equation_writer.h"

namespace sim::compile_phases {

ir::Value EquationWriter::slot(Shape shape, ir::Value initial, std::string name) {
  Memory memory;
  memory.initial = repeated(initial, shape).id;
  const int number = static_cast<int>(memories_.size());
  if (copy_.previous >= 0) {
    const BlockEquations& before = source_.system->equations[copy_.previous];
    memory.leaf = memory_input({copy_.previous, before.carried_from + number}, shape).id;
    memory.kept_in = before.kept_in[static_cast<std::size_t>(number)];
  } else if (copy_.resets_each_step) {
    memory.leaf = memory_input({instance_.index, output_count_ + number}, shape).id;
  } else {
    memory.leaf = graph_.leaf(ir::Op::Discrete, slots_.discrete, shape).id;
    memory.kept_in = slots_.discrete;
    roles_.discrete.push_back({std::move(name), slots_.discrete, shape, memory.initial});
    slots_.discrete += shape.size();
  }
  memories_.push_back(memory);
  return {&graph_, memory.leaf};
}

// Slots of the program are primed before the run. In an iterated subsystem that would be with what the last
// pass makes of them; there the first pass that is executed finds that nothing has begun yet. So does the
// first call of a subsystem.
EquationWriter::Primed EquationWriter::primed_slot(ir::Value start, ir::Value initial) {
  const ir::Value last = slot(start.shape(), initial);
  if (!iterated() && !called()) return {last, last};
  if (!begun_) {
    begun_ = slot(scalar_shape, graph_.constant(0));
    update(begun_, while_executed(graph_.constant(1), begun_), false);
  }
  return {last, select(begun_, last, start)};
}

ir::Value EquationWriter::memory_input(Driver from, Shape shape) {
  EquationSystem& system = *source_.system;
  const auto first = static_cast<int>(system.input_owner.size());
  system.input_owner.resize(system.input_owner.size() + static_cast<std::size_t>(shape.size()),
                            instance_.index);
  Instance& instance = system.at(instance_.index);
  ++equations_.memory_inputs, ++instance.added_inputs;
  instance.inputs.push_back({"memory " + std::to_string(memories_.size() + 1), ""});
  instance.drivers.push_back(from);
  shapes_.inputs.push_back(shape);
  equations_.input_first.push_back(first);
  system.segments[instance_].push_back({{from, 0, shape.size()}});
  return graph_.leaf(ir::Op::Input, first, shape);
}

void EquationWriter::memory_output(ir::NodeId value) {
  Instance& instance = source_.system->at(instance_.index);
  ++equations_.memory_outputs, ++instance.added_outputs;
  instance.outputs.push_back({"memory", ""});
  shapes_.outputs.push_back(graph_.node(value).shape);
  roles_.outputs.push_back(value);
  roles_.guesses.push_back(ir::no_node);
}

EquationWriter::Memory& EquationWriter::memory_of(ir::Value leaf) {
  return *std::find_if(memories_.begin(), memories_.end(),
                       [&](const Memory& m) { return m.leaf == leaf.id || m.shown == leaf.id; });
}

void EquationWriter::update(ir::Value slot, ir::Value next, bool primed) {
  Memory& memory = memory_of(slot);
  memory.next = next.id;
  if (memory.kept_in >= 0) roles_.updates.push_back({memory.kept_in, next.id, primed, !copy_.goes_on});
}

// Outputs that give the memories as they begin, to this pass itself, and as they will be, to the next.
void EquationWriter::carry_memories() {
  if (copy_.resets_each_step)
    for (const Memory& memory : memories_) memory_output(memory.initial);
  equations_.carried_from = static_cast<int>(instance_.outputs.size());
  if (!copy_.goes_on) return;
  for (const Memory& memory : memories_) {
    equations_.kept_in.push_back(memory.kept_in);
    memory_output(memory.next == ir::no_node ? memory.leaf : memory.next);
  }
}

}  // namespace sim::compile_phases

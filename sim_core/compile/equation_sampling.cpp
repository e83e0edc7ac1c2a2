// What a block does at its sample hits, and what it remembers between them.
#include "sim_core/compile/equation_writer.h"

namespace sim::compile_phases {

// What is iterated is so at the hits of its iterator, which its being executed says.
ir::Value EquationWriter::hit() {
  return iterated() ? and_active(graph_.constant(1)) : and_active(hidden(HiddenInput::Hit));
}

ir::Value EquationWriter::executes() {
  return iterated() ? hit() : and_active(hidden(HiddenInput::Executes));
}

ir::Value EquationWriter::hits(double period, double offset) {
  const ir::Value mode = graph_.leaf(ir::Op::Mode, slots_.mode, scalar_shape);
  roles_.rates.push_back({period, offset, slots_.mode});
  ++slots_.mode;
  return mode;
}

void EquationWriter::next(DiscreteState state, ir::Value v) {
  const ir::Value slot = discrete_[static_cast<std::size_t>(state.index)];
  const ir::Value next = assigned(v, discrete_shape(state));
  update(slot, select(hit(), next, (*this)(state)), false);
}

ir::Value EquationWriter::memory(ir::Value initial) {
  Shape shape = initial.shape();
  const auto asked = static_cast<std::size_t>(asked_++);
  if (shapes_.complex_memories.size() <= asked) shapes_.complex_memories.resize(asked + 1);
  shape.complex = shape.complex || shapes_.complex_memories[asked];
  const ir::Value leaf = slot(shape, initial);
  memories_.back().asked = static_cast<int>(asked);
  if (!restarts_) return leaf;
  const ir::Value shown = select(entering(), initial, leaf);
  memories_.back().shown = shown.id;
  return shown;
}

void EquationWriter::store(ir::Value memory, ir::Value next) {
  Shape shape = memory.shape();
  next = assigned(next, shape);
  if (const int asked = memory_of(memory).asked; asked >= 0 && shape.complex)
    shapes_.complex_memories[static_cast<std::size_t>(asked)] = true;
  update(memory, while_active(next, memory), false);
}

ir::Value EquationWriter::held_since(ir::Value condition, ir::Value v) {
  const Primed last = primed_slot(v, iterated() ? graph_.constant(0) : initial_output(v));
  const ir::Value held = select(condition, v, last.value);
  // States that are reset show, in a subsystem that is not executed too: when it next is.
  update(last.slot,
         restarts_ ? select(active() | entering(), held, last.slot) : while_active(held, last.slot),
         !iterated());
  return held;
}

// What the block shows before its first sample hit: what its equations give for its initial states and inputs
// of zero, and 0 where that is no number.
ir::Value EquationWriter::initial_output(ir::Value v) {
  std::map<ir::NodeId, ir::NodeId> known;
  std::vector<ir::NodeId> stack{v.id};
  const int behind_ports = equations_.hidden_first;
  while (!stack.empty()) {
    const ir::NodeId id = stack.back();
    const std::vector<ir::NodeId> operands(graph_.operands(id).begin(), graph_.operands(id).end());
    bool ready = true;
    for (ir::NodeId operand : operands)
      if (!known.contains(operand)) stack.push_back(operand), ready = false;
    if (!ready) continue;
    stack.pop_back();
    const ir::Node n = graph_.node(id);
    std::vector<ir::Value> copies;
    for (ir::NodeId operand : operands) copies.push_back({&graph_, known.at(operand)});
    const bool port = n.op == ir::Op::Input && (behind_ports < 0 || n.slot < behind_ports);
    known[id] =
        port ? graph_.constant(n.shape, std::vector<double>(static_cast<std::size_t>(n.shape.size()), 0.0)).id
             : graph_.copy_node(graph_, id, copies).id;
  }
  const ir::Value shown{&graph_, known.at(v.id)};
  if (is_complex(shown)) return shown;
  return select(ir::make(ir::Op::IsFinite, shown), shown, graph_.constant(0));
}

void EquationWriter::follow(ir::Value memory, ir::Value v) {
  if (const int kept_in = memory_of(memory).kept_in; kept_in >= 0)
    roles_.latches.push_back({kept_in, repeated(v, memory.shape()).id, !copy_.goes_on});
}

ir::Value EquationWriter::latched(ir::Value condition, ir::Value v, ir::Value initial) {
  const bool always =
      graph_.node(condition.id).op == ir::Op::Constant && graph_.constant_values(condition.id).front() != 0;
  if (always) return v;
  Shape shape = v.shape();
  initial = assigned(initial, shape);
  const ir::Value last = slot(shape, initial);
  v = repeated(v, shape);
  const ir::Value value = select(condition, v, last);
  if (const int kept_in = memory_of(last).kept_in; kept_in >= 0)
    roles_.latches.push_back({kept_in, value.id, !copy_.goes_on});
  update(last, value, false);
  return value;
}

ir::Value EquationWriter::rising(ir::Value truth) { return truth & logical_not(earlier(truth)); }
ir::Value EquationWriter::falling(ir::Value truth) { return logical_not(truth) & earlier(truth); }

// A truth value as it was in the last major step.
ir::Value EquationWriter::earlier(ir::Value truth) {
  auto [it, fresh] = previous_.try_emplace(truth.id);
  if (fresh) {
    const Primed last = primed_slot(truth, graph_.constant(0));
    update(last.slot, while_executed(truth, last.slot), !iterated() && !called());
    if (memory_of(last.slot).kept_in >= 0) roles_.updates.back().before = true;
    it->second = last.value.id;
  }
  return {&graph_, it->second};
}

}  // namespace sim::compile_phases

#include "sim_core/compile/equation_writer.h"

#include <algorithm>

#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

EquationWriter::EquationWriter(const EquationSource& source, ir::Graph& graph,
                               const std::vector<ir::Value>& inputs, EquationSlots& slots,
                               BlockEquations& equations, Report& report)
    : source_(source),
      instance_(source.instance),
      shapes_(source.shapes),
      access_(source.model.accesses[source.instance]),
      copy_(source.copy),
      network_(source.network),
      report_(report),
      graph_(graph),
      inputs_(inputs),
      slots_(slots),
      equations_(equations),
      roles_(equations.roles),
      variables_(source.model.parameters, source.instance, graph, equations.roles),
      input_count_(static_cast<int>(instance_.inputs.size())),
      output_count_(static_cast<int>(instance_.outputs.size())) {
  const BlockType& type = *instance_.type;
  roles_.outputs.assign(instance_.outputs.size(), ir::no_node);
  roles_.guesses.assign(instance_.outputs.size(), ir::no_node);
  roles_.derivatives.assign(type.states.size(), ir::no_node);
  restarts_ = restarts();
  for (std::size_t k = 0; k < type.states.size(); ++k)
    roles_.initial_states.push_back(initial_value(type.states[k], shapes_.states[k]).id);
  for (std::size_t k = 0; k < type.discrete_states.size(); ++k) {
    const StateSpec& spec = type.discrete_states[k];
    Shape& shape = discrete_shape({static_cast<int>(k)});
    const ir::Value initial = initial_value(spec, shape);
    discrete_.push_back(slot(shape, initial, spec.name));
  }
  make_written_parameters();
}

ir::Value EquationWriter::operator()(Param p) {
  const bool common = !instance_.type->shape_rule && !instance_.type->shapes_from_equations;
  const ir::Value v = parameter(p.index);
  return common ? graph_.slice(v, 0, as_column(v.shape())) : v;
}

// What is read here becomes part of the equations: the program is one for this value.
const ParameterValue& EquationWriter::value(Param p) {
  const auto index = static_cast<std::size_t>(p.index);
  if (written_.contains(p.index))
    report(error({},
                 "a Parameter Writer writes '" + instance_.type->parameters[index].label +
                     "', which says how the block is made up and cannot change while it runs",
                 "write another parameter, or lead the value in as a signal"));
  if (index < instance_.parameter_first.size())
    report_.fixed_parameters.insert(instance_.parameter_first[index]);
  return instance_.parameters.get().of(p);
}

ir::Value EquationWriter::parameter(int index) {
  if (const auto written = written_.find(index); written != written_.end()) return written->second;
  const ParameterValue& value = instance_.parameters[static_cast<std::size_t>(index)];
  Shape shape = value.shape;
  shape.complex = !value.imaginary.empty();
  return graph_.leaf(ir::Op::Parameter, slots_.parameter + parameter_offset(index), shape);
}

ir::Value EquationWriter::before(State state) {
  int first = slots_.state;
  for (int k = 0; k < state.index; ++k) first += state_shape(k).size();
  return graph_.leaf(ir::Op::State, first, state_shape(state.index));
}

ir::Value EquationWriter::operator()(State state) {
  const ir::Value x = before(state);
  if (!restarts_) return x;
  return select(entering(), {&graph_, roles_.initial_states[static_cast<std::size_t>(state.index)]}, x);
}

ir::Value EquationWriter::operator()(DiscreteState state) {
  const ir::Value d = discrete_[static_cast<std::size_t>(state.index)];
  return restarts_ ? select(entering(), {&graph_, memory_of(d).initial}, d) : d;
}

// Whether a control block around it, near or far, resets states.
bool EquationWriter::restarts() const {
  for (int at = instance_.controller; at >= 0;) {
    const Instance& control = source_.model.at(at);
    const int choice = control.type->parameter_index("StatesWhenEnabling");
    if (control.type->restarts_states ||
        (choice >= 0 && control.parameters[static_cast<std::size_t>(choice)].text == "reset"))
      return true;
    at = control.controller;
  }
  return false;
}

void EquationWriter::finish() {
  give_accesses();
  carry_memories();
  speak();
  if (!restarts_) return;
  // Whether the block is executed at that instant or not.
  for (std::size_t k = 0; k < instance_.type->states.size(); ++k)
    roles_.resets.push_back({static_cast<int>(k), entering().id, roles_.initial_states[k]});
}

ir::Value EquationWriter::driver_active(int input) {
  return inputs_[static_cast<std::size_t>(input_count_ / 2 + input)];
}

void EquationWriter::derivative(State state, ir::Value v) {
  Shape& shape = shapes_.states[static_cast<std::size_t>(state.index)];
  const ir::Value rate = assigned(v, shape);
  roles_.derivatives[static_cast<std::size_t>(state.index)] =
      while_active(rate, repeated(graph_.constant(0), shape)).id;
}

void EquationWriter::output(Out out, ir::Value v) {
  const auto port = static_cast<std::size_t>(out.index);
  // States that are reset show at once.
  const bool shows_states = restarts_ && !instance_.type->discrete_states.empty();
  if (samples_outputs()) v = held_since(shows_states ? hit() | entering() : hit(), v);
  if (instance_.type->shapes_from_equations && real_shape(v.shape()) != output_shape(out))
    roles_.outputs[port] = v.id;  // its shape is still being looked for
  else
    roles_.outputs[port] = assigned(v, shape_of(out)).id;
}

ir::Value EquationWriter::implicit_output(Out out, ir::Value guess, double tolerance) {
  const Shape shape = shape_of(out);
  const ir::Value z = graph_.leaf(ir::Op::Unknown, slots_.unknown, shape);
  slots_.unknown += shape.size();
  roles_.implicit.push_back({out.index, graph_.constant(0).id, tolerance});
  roles_.outputs[static_cast<std::size_t>(out.index)] = z.id;
  loop_guess(out, guess);
  return z;
}

// Where the block is not executed its output is the guess, so that the loop has a solution there too.
void EquationWriter::residual(Out out, ir::Value v) {
  const auto port = static_cast<std::size_t>(out.index);
  const ir::Value z{&graph_, roles_.outputs[port]}, guess{&graph_, roles_.guesses[port]};
  const ir::Value residual = assigned(v, shape_of(out));
  if (ImplicitRole* role = roles_.implicit_output(out.index))
    role->residual = while_active(residual, z - guess).id;
}

void EquationWriter::loop_guess(Out out, ir::Value guess) {
  roles_.guesses[static_cast<std::size_t>(out.index)] = assigned(guess, shape_of(out)).id;
}

void EquationWriter::initial(State state, ir::Value v) {
  const auto index = static_cast<std::size_t>(state.index);
  roles_.initial_states[index] = assigned(v, shapes_.states[index]).id;
}

void EquationWriter::initial(DiscreteState state, ir::Value v) {
  Memory& memory = memory_of(discrete_[static_cast<std::size_t>(state.index)]);
  memory.initial = assigned(v, discrete_shape(state)).id;
  for (DiscreteRole& role : roles_.discrete)
    if (role.first == memory.kept_in) role.initial = memory.initial;
}

void EquationWriter::reset(State state, ir::Value condition, ir::Value v) {
  const ir::Value next = assigned(v, shapes_.states[static_cast<std::size_t>(state.index)]);
  roles_.resets.push_back({state.index, and_active(ir::real_only(condition, "a condition")).id, next.id});
}

void EquationWriter::check(ir::Value condition, CheckAction action, std::string message) {
  roles_.checks.push_back(
      {and_active(ir::real_only(condition, "a condition")).id, action, std::move(message)});
}

void EquationWriter::check(ir::Value condition, std::string_view setting_name, std::string message) {
  if (const auto action = check_action(source_.model.diagram, setting_name))
    check(condition, *action, std::move(message));
}

ir::Value EquationWriter::captured(ir::Value v) {
  roles_.captures.push_back({v.id, slots_.captured});
  const ir::Value kept = graph_.leaf(ir::Op::Captured, slots_.captured, v.shape());
  slots_.captured += v.shape().size();
  return kept;
}

InvariantSignals EquationWriter::invariant(ir::Value g, const InvariantSpec& spec) {
  InvariantRole role;
  role.spec = spec;
  if (!spec.target) role.captured = slots_.captured;
  const ir::Value target = ir::numbers(spec.target ? ir::repeated(spec.target, g.shape()) : captured(g));
  InvariantSignals signals{target - ir::numbers(g), {}};
  if (spec.shows_size) {
    signals.size = slot(signals.residual.shape(), graph_.constant(0));
    role.size_slot = memory_of(signals.size).kept_in;
  }
  role.residual = signals.residual.id;
  role.target = target.id;
  roles_.invariants.push_back(std::move(role));
  return signals;
}

void EquationWriter::jump(ir::Value condition, ir::Value energy_loss, ir::Value impulses) {
  if (conditional()) condition = select(hidden(HiddenInput::Active), condition, graph_.constant(0));
  roles_.jumps.push_back({condition.id, energy_loss.id, impulses.id});
}

void EquationWriter::energy(const EnergyTerm& term) {
  roles_.energies.push_back({term.kind, term.domain, term.value.id});
}

bool EquationWriter::balances_energy() {
  return check_action(source_.model.diagram, "EnergyBalance").has_value();
}

ir::Value EquationWriter::delayed(ir::Value signal, ir::Value delay, ir::Value initial, double maximum) {
  if (iterated())
    report(error({}, "it reads the past of a signal that is computed several times at each time step",
                 "put it outside of the iterated subsystem, or use a Unit Delay"));
  Shape shape = signal.shape();
  for (ir::Value other : {delay, initial})
    if (shape.is_scalar()) shape = other.shape();
  shape.complex = is_complex(signal) || is_complex(initial);
  delay = ir::real_only(delay, "a time");
  if (shape.complex) {  // the numbers one by one
    if (!delay.shape().is_scalar()) delay = ir::numbers(ir::complex(delay, delay));
    const ir::Value past =
        delayed(ir::numbers(repeated(signal, shape)), delay, ir::numbers(repeated(initial, shape)), maximum);
    return ir::from_numbers(past, shape);
  }
  roles_.recorded.push_back(
      {repeated(signal, shape).id, repeated(initial, shape).id, delay.id, slots_.recorded, maximum});
  const ir::Value kept =
      graph_.make(ir::Op::Min, graph_.make(ir::Op::Max, delay, graph_.constant(0)), graph_.constant(maximum));
  const ir::Value past = graph_.history(ir::Op::History, slots_.recorded, time() - kept, shape);
  slots_.recorded += shape.size();
  return past;
}

void EquationWriter::projection(State state, ir::ProjectionMethod method, ir::Value u, ir::Value p) {
  roles_.projections.push_back({state.index, std::move(method), u.id, p.id});
}

std::vector<std::uint64_t> EquationWriter::identity() {
  std::vector<std::uint64_t> numbers{source_.random_seed, to_number(instance_.id)};
  for (int piece : copy_.pieces) numbers.push_back(static_cast<std::uint64_t>(piece));
  return numbers;
}

void EquationWriter::report(Diagnostic d) {
  d.path = instance_.path;
  d.element = instance_.id;
  // What is wrong with one copy is wrong with all.
  if (copy_.copy &&
      std::any_of(report_.diagnostics.begin(), report_.diagnostics.end(),
                  [&](const Diagnostic& o) { return o.element == d.element && o.message == d.message; }))
    return;
  report_.diagnostics.push_back(std::move(d));
}

int EquationWriter::parameter_offset(int index) const {
  int offset = 0;
  for (int k = 0; k < index; ++k)
    if (auto kind = instance_.type->parameters[static_cast<std::size_t>(k)].kind;
        kind == ParameterKind::Real || kind == ParameterKind::Integer)
      offset += static_cast<int>(instance_.parameters[static_cast<std::size_t>(k)].numbers.size() +
                                 instance_.parameters[static_cast<std::size_t>(k)].imaginary.size());
  return offset;
}

// What is assigned a complex value is complex.
ir::Value EquationWriter::assigned(ir::Value v, Shape& shape) {
  shape.complex = shape.complex || is_complex(v);
  return repeated(v, shape);
}

// A scalar stands for all elements.
ir::Value EquationWriter::repeated(ir::Value v, Shape shape) {
  if (v.shape().count() != shape.count() && !v.shape().is_scalar()) {
    report(error({},
                 "the block's equations give " + std::to_string(v.shape().count()) + " elements where " +
                     std::to_string(shape.count()) + " belong",
                 "give all its inputs and parameters the same number of elements"));
    v = ir::slice(v, 0, scalar_shape);
  }
  return ir::repeated(v, shape);
}

ir::Value EquationWriter::initial_value(const StateSpec& spec, Shape& shape) {
  const ParameterValue& value = instance_.parameters.get().of(spec.initial);
  const ParameterSpec& declared = instance_.type->parameters[static_cast<std::size_t>(spec.initial.index)];
  if (shape.size() == 0) return graph_.constant(shape, {});        // the block has no such state as it is set
  if (declared.apart) return repeated(graph_.constant(0), shape);  // the block makes something else of it
  if (value.shape.size() != 1 && value.shape.size() != shape.count()) {
    report(error({},
                 "the initial condition has " + std::to_string(value.shape.size()) +
                     " elements and the state " + std::to_string(shape.count()),
                 "give one value, or one for each element"));
    return repeated(graph_.constant(0), shape);
  }
  return assigned(parameter(spec.initial.index), shape);
}

ir::Value EquationWriter::hidden(HiddenInput which) {
  if (equations_.hidden_first >= 0)
    return graph_.leaf(ir::Op::Input, equations_.hidden_first + static_cast<int>(which), scalar_shape);
  return graph_.constant(which == HiddenInput::Entering ? 0 : 1);
}

ir::Value EquationWriter::while_active(ir::Value v, ir::Value otherwise) {
  return conditional() ? select(hidden(HiddenInput::Active), v, otherwise) : v;
}

// A control block looks on while it is not executed, so that it sees edges; but not between two calls of a
// subsystem around it, in which no time goes by for what is inside.
ir::Value EquationWriter::while_executed(ir::Value v, ir::Value otherwise) {
  return called() ? select(hidden(HiddenInput::Called), v, otherwise) : while_active(v, otherwise);
}

bool EquationWriter::called() const {
  return instance_.type->role == BlockRole::Control && !iterated() &&
         calling_control(source_.model, instance_) >= 0;
}

ir::Value EquationWriter::and_active(ir::Value condition) {
  return conditional() ? condition & hidden(HiddenInput::Active) : condition;
}

// Outputs of a block with a discrete sample time, or with discrete states, change at its hits only.
bool EquationWriter::samples_outputs() const {
  if (iterated() || access_.tells_hits) return false;
  const BlockType& type = *instance_.type;
  if (!type.discrete_states.empty()) return true;
  return source_.model.declared[instance_].kind == SampleTime::Kind::Discrete;
}

}  // namespace sim::compile_phases

// The equations of all blocks become one: each input leaf is replaced by the outputs that drive it. Outputs
// first, in sorted order; then everything else, when every signal is known.
#include <algorithm>
#include <optional>

#include "sim_core/compile/linker.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/record_signals.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

void add(Kernel& kernel, ir::Value v) {
  kernel.results.push_back(v.id);
  kernel.size += v.shape().size();
}

bool is_constant_zero(const ir::Graph& graph, ir::Value v) {
  if (graph.node(v.id).op != ir::Op::Constant) return false;
  const auto values = graph.constant_values(v.id);
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0; });
}

// What changes at major steps.
void add_discrete_roles(const SortedSystem& model, Linker& linker, Program& program, int index) {
  ir::Graph& graph = program.graph;
  const std::vector<int>& state_first = model.equations[index].state_first;
  const Roles& roles = model.equations[index].roles;
  for (const DiscreteRole& role : roles.discrete) {
    program.discrete.push_back({index, role.name, role.first, role.shape});
    add(program.kernel(KernelKind::InitialDiscrete), linker.link(role.initial));
  }
  for (const UpdateRole& role : roles.updates) {
    if (!role.stored) continue;
    const ir::Value next = linker.link(role.next);
    for (int k = 0; k < next.shape().size(); ++k)
      program.updates.push_back({role.slot + k, role.primed, role.before});
    add(program.kernel(KernelKind::Updates), next);
  }
  for (const LatchRole& role : roles.latches) {
    if (!role.stored) continue;
    const ir::Value value = linker.link(role.value);
    for (int k = 0; k < value.shape().size(); ++k) program.latches.push_back(role.slot + k);
    add(program.kernel(KernelKind::Latches), value);
  }
  for (std::size_t state = 0; state < state_first.size(); ++state) {
    const ir::Value x = graph.leaf(ir::Op::State, state_first[state], model.shapes[index].states[state]);
    if (x.shape().size() == 0) continue;
    ir::Value next = x;
    bool by_network = true;
    for (const ResetRole& role : roles.resets) {
      if (role.state != static_cast<int>(state)) continue;
      const ir::Value condition = linker.link(role.condition);
      if (is_constant_zero(graph, condition)) continue;
      next = ir::select(condition, linker.link(role.value), next);
      by_network = by_network && role.by_network;
    }
    if (next.id == x.id) continue;
    for (int k = 0; k < x.shape().size(); ++k)
      program.resets.push_back({state_first[state] + k, index, by_network});
    add(program.kernel(KernelKind::Resets), next);
  }
  for (const CheckRole& role : roles.checks) {
    const ir::Value condition = linker.link(role.condition);
    for (int k = 0; k < condition.shape().size(); ++k)
      program.checks.push_back({index, role.action, role.message});
    add(program.kernel(KernelKind::Checks), condition);
  }
}

// One for all states of the block, or one for each; both parts of a complex state share theirs.
void add_tolerances(const SortedSystem& model, const Instance& instance, Program& program, Report& report) {
  const std::vector<int>& state_first = model.equations[instance].state_first;
  const std::vector<Shape>& states = model.shapes[instance].states;
  if (state_first.empty()) return;
  const int parameter = instance.type->absolute_tolerance;  // a plug-in's own of that name is another thing
  const auto given = parameter < 0 ? std::vector<double>{-1.0}
                                   : instance.parameters[static_cast<std::size_t>(parameter)].numbers;
  if (parameter >= 0)
    report.fixed_parameters.insert(instance.parameter_first[static_cast<std::size_t>(parameter)]);
  std::size_t next = 0, count = 0;
  for (std::size_t k = 0; k < state_first.size(); ++k) count += static_cast<std::size_t>(states[k].count());
  if (given.size() != 1 && given.size() != count)
    report.fail(instance,
                "it has " + std::to_string(given.size()) + " absolute tolerances for " +
                    std::to_string(count) + (count == 1 ? " state" : " states"),
                "give one number, or one for each state");
  for (std::size_t k = 0; k < state_first.size(); ++k) {
    const auto elements = static_cast<std::size_t>(states[k].count());
    const auto numbers = static_cast<std::size_t>(states[k].size());
    auto& all = program.absolute_tolerances;
    all.resize(static_cast<std::size_t>(state_first[k]) + numbers);
    for (std::size_t i = 0; i < numbers; ++i)
      all[all.size() - numbers + i] = given.size() == count ? given[next + i % elements] : given.front();
    next += elements;
  }
}

void add_invariants(const SortedSystem& model, Linker& linker, Program& program, int index) {
  int element = 0;
  for (const InvariantRole& role : model.equations[index].roles.invariants) {
    const ir::Value residual = linker.link(role.residual);
    const auto of = [](const std::vector<double>& all, int k, double otherwise) {
      return all.empty() ? otherwise : all.size() == 1 ? all[0] : all[static_cast<std::size_t>(k)];
    };
    for (int k = 0; k < residual.shape().size(); ++k) {
      InvariantInfo info;
      info.block = index;
      info.element = element++;
      info.active = role.spec.active;
      info.lower_bound = role.spec.lower_bound;
      if (role.captured >= 0) info.captured = role.captured + k;
      info.recaptured = role.spec.recaptured;
      if (role.size_slot >= 0) info.size_slot = role.size_slot + k;
      info.weight = of(role.spec.weights, k, 1);
      info.tolerance = of(role.spec.tolerances, k, -1);
      program.invariants.push_back(info);
    }
    add(program.kernel(KernelKind::Invariants), residual);
    add(program.kernel(KernelKind::InvariantTargets), linker.link(role.target));
  }
}

void add_jumps(const SortedSystem& model, Linker& linker, Program& program, int index) {
  Kernel& kernel = program.kernel(KernelKind::Jumps);
  for (const JumpRole& role : model.equations[index].roles.jumps) {
    JumpInfo info{index, kernel.size, model.networks[model.at(index)].jumping};
    add(kernel, linker.link(role.condition));
    add(kernel, linker.link(role.energy_loss));
    const ir::Value impulses = linker.link(role.impulses);
    info.elements.resize(static_cast<std::size_t>(impulses.shape().size()), index);
    add(kernel, impulses);
    program.jumps.push_back(std::move(info));
  }
}

void add_energies(const SortedSystem& model, Linker& linker, Program& program, int index) {
  for (const EnergyRole& role : model.equations[index].roles.energies)
    program.energies.push_back({role.kind, role.domain, linker.link(role.value).id});
}

void add_roles(const SortedSystem& model, Linker& linker, Program& program, int index, Report& report) {
  const Instance& instance = model.at(index);
  const std::vector<int>& state_first = model.equations[index].state_first;
  const std::vector<Shape>& states = model.shapes[index].states;
  const Roles& roles = model.equations[index].roles;
  add_discrete_roles(model, linker, program, index);
  for (std::size_t k = 0; k < state_first.size(); ++k) {
    if (states[k].size() == 0) continue;
    program.states.push_back({index, instance.type->states[k].name, state_first[k], states[k]});
    add(program.kernel(KernelKind::Derivatives), linker.link(roles.derivatives[k]));
    add(program.kernel(KernelKind::InitialState), linker.link(roles.initial_states[k]));
  }
  add_tolerances(model, instance, program, report);
  const bool rules = instance.type->role == BlockRole::Control;
  for (const CrossingRole& role : roles.crossings) {
    const ir::Value function = linker.link(role.function);
    for (int k = 0; k < function.shape().size(); ++k)
      program.crossings.push_back({index, role.mode + k, role.direction, role.located, rules,
                                   role.below_mode < 0 ? -1 : role.below_mode + k, role.remembers,
                                   role.unordered});
    add(program.kernel(KernelKind::Crossings), function);
  }
  for (const TimeEventRole& role : roles.time_events) {
    const ir::Value at = linker.link(role.at);
    for (int k = 0; k < at.shape().size(); ++k) program.time_events.push_back({index, role.mode + k});
    add(program.kernel(KernelKind::EventTimes), at);
  }
  for (const CaptureRole& role : roles.captures) {
    const ir::Value value = linker.link(role.value);
    for (int k = 0; k < value.shape().size(); ++k) program.captures.push_back(role.slot + k);
    add(program.kernel(KernelKind::Captures), value);
  }
  add_invariants(model, linker, program, index);
  add_jumps(model, linker, program, index);
  add_energies(model, linker, program, index);
  for (const RecordedRole& role : roles.recorded) {
    Kernel &recorded = program.kernel(KernelKind::Recorded), &delays = program.kernel(KernelKind::Delays);
    const ir::Value signal = linker.link(role.signal), delay = linker.link(role.delay);
    DelayInfo info;
    info.block = index;
    info.first = role.slot;
    info.result = recorded.size;
    info.count = signal.shape().size();
    info.delay_first = delays.size;
    info.delay_count = delay.shape().size();
    info.maximum = role.maximum;
    program.delays.push_back(std::move(info));
    add(recorded, signal);
    add(delays, delay);
    add(program.kernel(KernelKind::BeforeStart), linker.link(role.initial));
  }
  for (const ProjectionRole& role : roles.projections) {
    Kernel& arguments = program.kernel(KernelKind::ProjectionArguments);
    ProjectionInfo info{index,
                        state_first[static_cast<std::size_t>(role.state)],
                        states[static_cast<std::size_t>(role.state)].size(),
                        arguments.size,
                        0,
                        role.method};
    add(arguments, linker.link(role.u));
    info.p_first = arguments.size;
    add(arguments, linker.link(role.p));
    program.projections.push_back(std::move(info));
  }
  for (const JointProjectionRole& role : roles.joint_projections) {
    Kernel& arguments = program.kernel(KernelKind::ProjectionArguments);
    JointProjectionInfo info{index, {}, arguments.size, 0, role.method};
    for (const StateOfBlock& of : role.states)
      info.states.push_back(model.equations[of.block].state_first[static_cast<std::size_t>(of.state)]);
    add(arguments, linker.link(role.arguments));
    info.count = arguments.size - info.first;
    program.joint_projections.push_back(std::move(info));
  }
}

// Signals turn where their derivative along the solution crosses zero. Behind the roles of all blocks, when
// all derivatives are known.
void add_turns(const SortedSystem& model, Linker& linker, Program& program) {
  std::optional<ir::Tangents> tangents;
  for (const std::size_t k : stoppable_indices(model.instances))
    for (const TurnRole& role : model.equations[k].roles.turns) {
      if (!tangents) {
        std::vector<ir::Value> rates{program.graph.constant(0)};
        for (ir::NodeId id : program.kernel(KernelKind::Derivatives).results)
          rates.push_back({&program.graph, id});
        tangents.emplace(program.graph, ir::Tangents::Solution{program.graph.concat(
                                            rates, vector_shape(1 + program.state_count))});
      }
      const ir::Value signal = linker.link(role.signal), active = linker.link(role.active);
      ir::Value slope = (*tangents)(signal);
      if (!slope) slope = program.graph.constant(0);
      const ir::Value mode = program.graph.leaf(ir::Op::Mode, role.mode, signal.shape());
      const ir::Value function = select(active, slope, mode - 0.5);
      for (int i = 0; i < signal.shape().size(); ++i)
        program.crossings.push_back(
            {static_cast<int>(k), role.mode + i, CrossingDirection::Either, role.located});
      add(program.kernel(KernelKind::Crossings), function);
    }
}

void add_blocks(const SortedSystem& model, Program& program) {
  program.blocks.reserve(model.instances.size());
  program.order.reserve(model.instances.size());
  program.feedthrough.reserve(model.instances.size());
  for (const Instance& instance : stoppable(model.instances)) {
    BlockInfo info{instance.id, instance.path, instance.block->type, model.rates.times[instance], {}, {}};
    const BlockShapes& shapes = model.shapes[instance];
    const BlockTypes& types = model.types[instance];
    const BlockUnits& units = model.units[instance];
    const std::size_t inputs = instance.own_inputs(), outputs = instance.own_outputs();
    info.inputs.reserve(inputs);
    info.outputs.reserve(outputs);
    for (std::size_t k = 0; k < inputs; ++k)
      info.inputs.push_back({instance.inputs[k].name, shapes.inputs[k], types.inputs[k], units.inputs[k]});
    for (std::size_t k = 0; k < outputs; ++k)
      info.outputs.push_back(
          {instance.outputs[k].name, shapes.outputs[k], types.outputs[k], units.outputs[k]});
    program.blocks.push_back(std::move(info));
  }
  std::vector<char> listed(model.instances.size(), 0);
  auto list = [&](int index) {
    const Instance& instance = model.instances[static_cast<std::size_t>(index)];
    if (listed[static_cast<std::size_t>(index)] || instance.reduced || instance.is_virtual()) return;
    listed[static_cast<std::size_t>(index)] = 1;
    program.order.push_back(index);
    program.feedthrough.push_back({index, model.equations[index].reads});
  };
  for (const Unit& unit : stoppable(model.order.outputs)) list(unit.instance);
  for (const std::size_t k : stoppable_indices(model.instances)) list(static_cast<int>(k));
}

// Everything downstream needs memory for each element of each intermediate result.
void check_size(const SortedSystem& model, const Program& program, Report& report) {
  constexpr long long most = 20'000'000;
  long long total = 0;
  int largest = -1, owner = 0;
  const ir::Graph& graph = program.graph;
  for (const ir::NodeId id : stoppable_nodes(graph)) {
    const int size = graph.node(id).shape.size();
    total += size;
    if (size > largest && graph.origin(id) >= 0) largest = size, owner = graph.origin(id);
  }
  if (total > most)
    report.fail(
        model.instances[static_cast<std::size_t>(owner)],
        "the signals of this model have " + std::to_string(total) + " elements together, the largest here",
        "models may have up to 20,000,000; use smaller vectors and matrices");
}

void find_what_derivatives_read(Program& program) {
  program.derivatives_read_mode.assign(static_cast<std::size_t>(program.mode_count), 0);
  program.derivatives_read_discrete.assign(static_cast<std::size_t>(program.discrete_count), 0);
  for (ir::NodeId id : ir::reachable(program.graph, program.kernel(KernelKind::Derivatives).results)) {
    const ir::Node& n = program.graph.node(id);
    if (n.op == ir::Op::Mode)
      std::fill_n(program.derivatives_read_mode.begin() + n.slot, n.shape.size(), 1);
    else if (n.op == ir::Op::Discrete)
      std::fill_n(program.derivatives_read_discrete.begin() + n.slot, n.shape.size(), 1);
  }
}

// What is known of it before its equations are linked.
void take_over(const SortedSystem& model, Parameters parameters, Program& program) {
  program.parameters = std::move(parameters.values);
  program.parameter_table = std::move(parameters.table);
  program.state_count = model.state_count;
  program.discrete_count = model.discrete_count;
  program.mode_count = model.rates.mode_count;
  program.captured_count = model.captured_count;
  program.rates = model.rates.all;
  program.loops = model.unknowns.loops;
  program.unknown_count = model.unknowns.count;
  program.loop_method = model.unknowns.method;
}

}  // namespace

std::shared_ptr<Program> lower(const SortedSystem& model, Parameters parameters, Report& report) {
  auto lowered = std::make_shared<Program>();
  Program& program = *lowered;
  take_over(model, std::move(parameters), program);
  Linker linker(model, program, report);
  linker.link_outputs();
  for (const std::size_t k : stoppable_indices(model.instances))
    if (!model.instances[k].reduced && !model.instances[k].is_virtual())
      add_roles(model, linker, program, static_cast<int>(k), report);
  add_turns(model, linker, program);
  record_signals(model, linker, program, report);
  watch_signals(model, linker, program);
  add_blocks(model, program);
  record_residuals(program, model.diagram);
  find_held(program);
  find_what_derivatives_read(program);
  check_size(model, program, report);
  return lowered;
}

}  // namespace sim::compile_phases

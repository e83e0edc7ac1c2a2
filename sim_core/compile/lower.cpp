// The equations of all blocks become one: each input leaf is replaced by the outputs that drive it. Outputs
// first, in sorted order; then everything else, when every signal is known.
#include <algorithm>
#include <set>
#include <span>

#include "sim_core/compile/linker.h"
#include "sim_core/compile/phases.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

void add(Kernel& kernel, ir::Value v) {
  kernel.results.push_back(v.id);
  kernel.size += v.shape().size();
}

bool is_zero(const ir::Graph& graph, ir::Value v) {
  if (graph.node(v.id).op != ir::Op::Constant) return false;
  const auto values = graph.constant_values(v.id);
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0; });
}

// What changes at major steps.
void add_discrete_roles(Model& model, Linker& linker, int index) {
  Program& program = model.program;
  ir::Graph& graph = program.graph;
  Instance& instance = model.instances[static_cast<std::size_t>(index)];
  const Roles& roles = instance.roles;
  for (const DiscreteRole& role : roles.discrete) {
    program.discrete.push_back({index, role.name, role.first, role.shape});
    add(program.kernel(KernelKind::InitialDiscrete), linker.link(role.initial));
  }
  for (const UpdateRole& role : roles.updates) {
    if (!role.stored) continue;
    const ir::Value next = linker.link(role.next);
    for (int k = 0; k < next.shape().size(); ++k) program.updates.push_back({role.slot + k, role.primed});
    add(program.kernel(KernelKind::Updates), next);
  }
  for (const LatchRole& role : roles.latches) {
    if (!role.stored) continue;
    const ir::Value value = linker.link(role.value);
    for (int k = 0; k < value.shape().size(); ++k) program.latches.push_back(role.slot + k);
    add(program.kernel(KernelKind::Latches), value);
  }
  for (std::size_t state = 0; state < instance.state_first.size(); ++state) {
    const ir::Value x = graph.leaf(ir::Op::State, instance.state_first[state], instance.state_shapes[state]);
    ir::Value next = x;
    for (const ResetRole& role : roles.resets) {
      if (role.state != static_cast<int>(state)) continue;
      const ir::Value condition = linker.link(role.condition);
      if (!is_zero(graph, condition)) next = ir::select(condition, linker.link(role.value), next);
    }
    if (next.id == x.id) continue;
    for (int k = 0; k < x.shape().size(); ++k)
      program.resets.push_back({instance.state_first[state] + k, index});
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
void add_tolerances(Model& model, const Instance& instance) {
  if (instance.state_first.empty()) return;
  const int parameter = instance.type->absolute_tolerance;  // a plug-in's own of that name is another thing
  const auto given = parameter < 0 ? std::vector<double>{-1.0}
                                   : instance.parameters[static_cast<std::size_t>(parameter)].numbers;
  std::size_t next = 0, count = 0;
  for (std::size_t k = 0; k < instance.state_first.size(); ++k)
    count += static_cast<std::size_t>(instance.state_shapes[k].count());
  if (given.size() != 1 && given.size() != count)
    model.fail(instance,
               "it has " + std::to_string(given.size()) + " absolute tolerances for " +
                   std::to_string(count) + (count == 1 ? " state" : " states"),
               "give one number, or one for each state");
  for (std::size_t k = 0; k < instance.state_first.size(); ++k) {
    const auto elements = static_cast<std::size_t>(instance.state_shapes[k].count());
    const auto numbers = static_cast<std::size_t>(instance.state_shapes[k].size());
    auto& all = model.program.absolute_tolerances;
    all.resize(static_cast<std::size_t>(instance.state_first[k]) + numbers);
    for (std::size_t i = 0; i < numbers; ++i)
      all[all.size() - numbers + i] = given.size() == count ? given[next + i % elements] : given.front();
    next += elements;
  }
}

void add_invariants(Model& model, Linker& linker, int index) {
  Program& program = model.program;
  int element = 0;
  for (const InvariantRole& role : model.instances[static_cast<std::size_t>(index)].roles.invariants) {
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

void add_jumps(Model& model, Linker& linker, int index) {
  Kernel& kernel = model.program.kernel(KernelKind::Jumps);
  const Instance& instance = model.instances[static_cast<std::size_t>(index)];
  for (const JumpRole& role : instance.roles.jumps) {
    JumpInfo info{index, kernel.size, instance.jumping};
    add(kernel, linker.link(role.condition));
    add(kernel, linker.link(role.energy_loss));
    const ir::Value impulses = linker.link(role.impulses);
    info.elements.resize(static_cast<std::size_t>(impulses.shape().size()), index);
    add(kernel, impulses);
    model.program.jumps.push_back(std::move(info));
  }
}

void add_roles(Model& model, Linker& linker, int index) {
  Program& program = model.program;
  Instance& instance = model.instances[static_cast<std::size_t>(index)];
  const Roles& roles = instance.roles;
  add_discrete_roles(model, linker, index);
  for (std::size_t k = 0; k < instance.state_first.size(); ++k) {
    program.states.push_back(
        {index, instance.type->states[k].name, instance.state_first[k], instance.state_shapes[k]});
    add(program.kernel(KernelKind::Derivatives), linker.link(roles.derivatives[k]));
    add(program.kernel(KernelKind::InitialState), linker.link(roles.initial_states[k]));
  }
  add_tolerances(model, instance);
  const bool rules = instance.type->role == BlockRole::Control;
  for (const CrossingRole& role : roles.crossings) {
    const ir::Value function = linker.link(role.function);
    for (int k = 0; k < function.shape().size(); ++k)
      program.crossings.push_back({index, role.mode + k, CrossingDirection::Either, role.located, rules});
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
  add_invariants(model, linker, index);
  add_jumps(model, linker, index);
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
                        instance.state_first[static_cast<std::size_t>(role.state)],
                        instance.state_shapes[static_cast<std::size_t>(role.state)].size(),
                        arguments.size,
                        0,
                        role.method};
    add(arguments, linker.link(role.u));
    info.p_first = arguments.size;
    add(arguments, linker.link(role.p));
    program.projections.push_back(std::move(info));
  }
}

// Names what is recorded: the line's name, else the block's; the path where two would be the same.
std::string signal_name(const Model& model, const Driver& from, std::set<std::string>& taken) {
  const Instance& source = model.instances[static_cast<std::size_t>(from.instance)];
  auto named = source.block->signal_names.find(from.port);
  const bool has_name = named != source.block->signal_names.end() && !named->second.empty();
  const std::string port =
      source.outputs.size() > 1 ? ":" + source.outputs[static_cast<std::size_t>(from.port)].name : "";
  // Copies for several pieces have their paths.
  const bool copied = !source.holds_output() && source.path != block_path(model.diagram, source.id);
  std::string name = (has_name ? named->second
                      : copied ? source.path
                               : source.block->name) +
                     (has_name ? "" : port);
  if (taken.contains(name)) name = source.path + port;
  for (int k = 2; taken.contains(name); ++k) name = source.path + port + " (" + std::to_string(k) + ")";
  taken.insert(name);
  return name;
}

// What is recorded. Each element of an output has one column, however many look at it.
class Recorder {
 public:
  Recorder(Model& model, Linker& linker) : model_(model), program_(model.program), linker_(linker) {}

  // The index of the signal in Program::logged.
  int record(const Segment& segment) {
    auto [it, fresh] = known_.try_emplace({segment.from, segment.first, segment.count},
                                          static_cast<int>(program_.logged.size()));
    if (fresh) program_.logged.push_back(make(segment));
    return it->second;
  }

  bool is_whole(const Segment& segment) const { return segment.count == shape_of(segment.from).size(); }

 private:
  Shape shape_of(const Driver& from) const {
    return model_.instances[static_cast<std::size_t>(from.instance)]
        .output_shapes[static_cast<std::size_t>(from.port)];
  }

  LoggedSignal make(const Segment& segment) {
    const Shape shape = shape_of(segment.from);
    auto [output, fresh] = outputs_.try_emplace(segment.from);
    if (fresh) {
      output->second.name = signal_name(model_, segment.from, taken_);
      output->second.columns.assign(static_cast<std::size_t>(shape.size()), -1);
    }
    const std::span columns =
        std::span(output->second.columns)
            .subspan(static_cast<std::size_t>(segment.first), static_cast<std::size_t>(segment.count));
    LoggedSignal signal;
    signal.block = segment.from.instance;
    signal.port = segment.from.port;
    const std::string& name = output->second.name;
    for (int k = 0; k < segment.count; ++k)
      signal.elements.push_back(name + element_suffix(shape, segment.first + k));
    signal.name = is_whole(segment)    ? name
                  : segment.count == 1 ? signal.elements.front()
                                       : signal.elements.front() + " to " + signal.elements.back();
    bool recorded = columns.front() >= 0, anew = true;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      recorded = recorded && columns[k] == columns.front() + static_cast<int>(k);
      anew = anew && columns[k] < 0;
    }
    Kernel& kernel = program_.kernel(KernelKind::Logged);
    signal.first = recorded ? columns.front() : kernel.size;
    if (recorded) return signal;
    // Of two parts that overlap, the second has columns of its own.
    if (!anew) {
      ++copies_;
      for (std::string& element : signal.elements) element += " (" + std::to_string(copies_) + ")";
    }
    add(kernel, program_.graph.slice(linker_.output(segment.from), segment.first,
                                     is_whole(segment) ? shape : vector_shape(segment.count)));
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = signal.first + static_cast<int>(k);
    return signal;
  }

  struct Output {
    std::string name;
    std::vector<int> columns;  // of each element; -1: none yet
  };

  Model& model_;
  Program& program_;
  Linker& linker_;
  std::map<std::tuple<Driver, int, int>, int> known_;
  std::map<Driver, Output> outputs_;
  std::set<std::string> taken_{"time"};
  int copies_ = 1;
};

void add_viewers(Model& model, Linker& linker) {
  std::vector<std::size_t> looking;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    const Instance& instance = model.instances[k];
    if (instance.records_inputs() && !instance.reduced) looking.push_back(k);
  }
  Recorder recorder(model, linker);
  // Whole outputs first: who looks at a part of one then looks at its columns.
  for (std::size_t k : looking)
    for (const auto& port : model.instances[k].segments)
      for (const Segment& segment : port)
        if (segment.from.instance >= 0 && recorder.is_whole(segment)) recorder.record(segment);
  for (std::size_t k : looking) {
    const Instance& instance = model.instances[k];
    Viewer viewer{static_cast<int>(k), std::vector<std::vector<int>>(instance.inputs.size())};
    for (std::size_t port = 0; port < instance.inputs.size(); ++port)
      for (const Segment& segment : instance.segments[port])
        if (segment.from.instance >= 0) viewer.inputs[port].push_back(recorder.record(segment));
    model.program.viewers.push_back(std::move(viewer));
  }
}

void add_blocks(Model& model) {
  Program& program = model.program;
  for (const Instance& instance : model.instances) {
    BlockInfo info{instance.id, instance.path, instance.block->type, instance.sample_time, {}, {}};
    const std::size_t inputs = instance.inputs.size() -
                               static_cast<std::size_t>(instance.memory_inputs + instance.network_inputs),
                      outputs = instance.outputs.size() -
                                static_cast<std::size_t>(instance.memory_outputs + instance.network_outputs);
    for (std::size_t k = 0; k < inputs; ++k)
      info.inputs.push_back({instance.inputs[k].name, instance.input_shapes[k], instance.input_types[k],
                             instance.input_units[k]});
    for (std::size_t k = 0; k < outputs; ++k)
      info.outputs.push_back({instance.outputs[k].name, instance.output_shapes[k], instance.output_types[k],
                              instance.output_units[k]});
    program.blocks.push_back(std::move(info));
  }
  std::vector<char> listed(model.instances.size(), 0);
  auto list = [&](int index) {
    const Instance& instance = model.instances[static_cast<std::size_t>(index)];
    if (listed[static_cast<std::size_t>(index)] || instance.reduced || instance.is_virtual()) return;
    listed[static_cast<std::size_t>(index)] = 1;
    program.order.push_back(index);
    program.feedthrough.push_back({index, instance.reads});
  };
  for (const Unit& unit : model.order) list(unit.instance);
  for (std::size_t k = 0; k < model.instances.size(); ++k) list(static_cast<int>(k));
}

// Everything downstream needs memory for each element of each intermediate result.
void check_size(Model& model) {
  constexpr long long most = 20'000'000;
  long long total = 0;
  int largest = -1, owner = 0;
  const ir::Graph& graph = model.program.graph;
  for (ir::NodeId id = 0; id < graph.size(); ++id) {
    const int size = graph.node(id).shape.size();
    total += size;
    if (size > largest && graph.origin(id) >= 0) largest = size, owner = graph.origin(id);
  }
  if (total > most)
    model.fail(
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

// Which recorded signals change at major steps only, and whether event times change at all.
void find_held(Program& program) {
  const ir::Graph& graph = program.graph;
  std::vector<char> moves(static_cast<std::size_t>(graph.size()), 0), discrete(moves);
  for (ir::NodeId id = 0; id < graph.size(); ++id) {
    const auto at = static_cast<std::size_t>(id);
    const ir::Op op = graph.node(id).op;
    moves[at] = op == ir::Op::Time || op == ir::Op::State || op == ir::Op::Input;
    discrete[at] = op == ir::Op::Discrete;
    for (ir::NodeId operand : graph.operands(id)) {
      moves[at] = moves[at] || moves[static_cast<std::size_t>(operand)];
      discrete[at] = discrete[at] || discrete[static_cast<std::size_t>(operand)];
    }
  }
  for (ir::NodeId id : program.kernel(KernelKind::EventTimes).results)
    program.event_times_move = program.event_times_move || discrete[static_cast<std::size_t>(id)];
  std::vector<char> held;
  for (ir::NodeId id : program.kernel(KernelKind::Logged).results)
    held.insert(held.end(), static_cast<std::size_t>(graph.node(id).shape.size()),
                !moves[static_cast<std::size_t>(id)]);
  for (LoggedSignal& signal : program.logged) {
    const auto first = held.begin() + signal.first;
    signal.held = std::all_of(first, first + signal.count(), [](char h) { return h != 0; });
  }
}

}  // namespace

void lower(Model& model) {
  Linker linker(model);
  linker.link_outputs();
  for (std::size_t k = 0; k < model.instances.size(); ++k)
    if (!model.instances[k].reduced && !model.instances[k].is_virtual())
      add_roles(model, linker, static_cast<int>(k));
  add_viewers(model, linker);
  add_blocks(model);
  find_held(model.program);
  find_what_derivatives_read(model.program);
  check_size(model);
}

}  // namespace sim::compile_phases

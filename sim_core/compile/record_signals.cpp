#include "sim_core/compile/record_signals.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "sim_core/compile/hidden_ports.h"
#include "sim_core/compile/result_names.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/ir/values.h"

namespace sim::compile_phases {

namespace {

// Names what is recorded: the line's name, else the block's; the path where two would be the same.
std::string signal_name(const ResolvedModel& model, const Driver& from, std::set<std::string>& taken) {
  const Instance& source = model.instances[static_cast<std::size_t>(from.instance)];
  auto named = source.block->signal_names.find(from.port);
  const bool has_name = named != source.block->signal_names.end() && !named->second.empty();
  const std::size_t outputs =
      source.outputs.size() - static_cast<std::size_t>(model.accesses[source].outputs);
  const std::string port = outputs > 1 ? ":" + source.outputs[static_cast<std::size_t>(from.port)].name : "";
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
  Recorder(const SortedSystem& model, Program& program, const Linker& linker, const ResultNames& results)
      : model_(model), program_(program), linker_(linker), results_(results) {
    for (const auto& [from, names] : results.all()) taken_.insert(names.whole);
  }

  // The index of the signal in Program::logged.
  int record(const Segment& segment) {
    auto [it, fresh] = known_.try_emplace({segment.from, segment.first, segment.count},
                                          static_cast<int>(program_.logged.size()));
    if (fresh) program_.logged.push_back(make(segment));
    return it->second;
  }

  bool is_whole(const Segment& segment) const { return segment.count == shape_of(segment.from).size(); }

 private:
  // "[2]", or of a frame that is recorded ".y".
  std::string element_name(const Driver& from, Shape shape, int k) const {
    static constexpr const char* of_frames[frame_elements] = {".x",  ".y", ".angle", ".vx",
                                                              ".vy", ".w", ".arm_x", ".arm_y"};
    const int planar = model_.networks[model_.at(from.instance)].planar_output;
    return planar >= 0 && from.port >= planar ? of_frames[k] : element_suffix(shape, k);
  }

  Shape shape_of(const Driver& from) const {
    return model_.shapes[from.instance].outputs[static_cast<std::size_t>(from.port)];
  }

  LoggedSignal make(const Segment& segment) {
    const Shape shape = shape_of(segment.from);
    auto [output, fresh] = outputs_.try_emplace(segment.from);
    if (fresh) {
      const ResultNames::Names* result = results_.find(segment.from);
      output->second.name = result ? result->whole : signal_name(model_, segment.from, taken_);
      for (int k = 0; k < shape.size(); ++k)
        output->second.elements.push_back(result
                                              ? result->elements[static_cast<std::size_t>(k)]
                                              : output->second.name + element_name(segment.from, shape, k));
      output->second.columns.assign(static_cast<std::size_t>(shape.size()), -1);
    }
    const std::span columns =
        std::span(output->second.columns)
            .subspan(static_cast<std::size_t>(segment.first), static_cast<std::size_t>(segment.count));
    LoggedSignal signal;
    signal.block = segment.from.instance;
    signal.port = segment.from.port;
    const std::string& name = output->second.name;
    const auto first_element = output->second.elements.begin() + segment.first;
    signal.elements.assign(first_element, first_element + segment.count);
    signal.name = is_whole(segment)    ? name
                  : segment.count == 1 ? signal.elements.front()
                                       : signal.elements.front() + " to " + signal.elements.back();
    bool recorded = columns.front() >= 0, is_new = true;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      recorded = recorded && columns[k] == columns.front() + static_cast<int>(k);
      is_new = is_new && columns[k] < 0;
    }
    Kernel& kernel = program_.kernel(KernelKind::Logged);
    signal.first = recorded ? columns.front() : kernel.size;
    if (recorded) return signal;
    // Of two parts that overlap, the second has columns of its own.
    if (!is_new) {
      ++copies_;
      for (std::string& element : signal.elements) element += " (" + std::to_string(copies_) + ")";
    }
    const ir::Value part = program_.graph.slice(linker_.output(segment.from), segment.first,
                                                is_whole(segment) ? shape : vector_shape(segment.count));
    kernel.results.push_back(part.id);
    kernel.size += segment.count;
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = signal.first + static_cast<int>(k);
    return signal;
  }

  struct Output {
    std::string name;
    std::vector<std::string> elements;  // their names
    std::vector<int> columns;           // of each element; -1: none yet
  };

  const SortedSystem& model_;
  Program& program_;
  const Linker& linker_;
  const ResultNames& results_;
  std::map<std::tuple<Driver, int, int>, int> known_;
  std::map<Driver, Output> outputs_;
  std::set<std::string> taken_{"time"};
  int copies_ = 1;
};

}  // namespace

void record_signals(const SortedSystem& model, const Linker& linker, Program& program, Report& report) {
  std::vector<std::size_t> looking;
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    if (instance.records_inputs() && !instance.reduced) looking.push_back(k);
  }
  ResultNames results(model, report);
  for (std::size_t k : looking) {
    const Instance& instance = model.instances[k];
    if (instance.type->role == BlockRole::Outport && instance.block->parent == no_id) results.add(instance);
  }
  Recorder recorder(model, program, linker, results);
  // Whole outputs first: who looks at a part of one then looks at its columns.
  for (const std::size_t k : stoppable(looking))
    for (const auto& port : model.segments[k])
      for (const Segment& segment : port)
        if (segment.from.instance >= 0 && recorder.is_whole(segment)) recorder.record(segment);
  for (const std::size_t k : stoppable(looking)) {
    const Instance& instance = model.instances[k];
    Viewer viewer{static_cast<int>(k), std::vector<std::vector<int>>(instance.inputs.size())};
    for (std::size_t port = 0; port < instance.inputs.size(); ++port)
      for (const Segment& segment : model.segments[instance][port])
        if (segment.from.instance >= 0) viewer.inputs[port].push_back(recorder.record(segment));
    program.viewers.push_back(std::move(viewer));
  }
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    const std::vector<Driver>& frames = model.networks[instance].scene;
    if (frames.empty()) continue;
    SceneShape shape = instance.type->scene(instance.parameters);
    SceneItem item{static_cast<int>(k), shape.kind, {}, std::move(shape.lengths)};
    for (const Driver& frame : frames) item.frames.push_back(recorder.record({frame, 0, scene_elements}));
    program.scene.push_back(std::move(item));
  }
  // And what is logged without anybody who looks.
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    if (instance.reduced || !logs_outputs(instance)) continue;
    for (std::size_t port = 0; port < instance.own_outputs(); ++port) {
      if (!logs_output(instance, port)) continue;
      const auto segments = elements_of(model, {static_cast<int>(k), static_cast<int>(port)});
      for (const Segment& segment : segments ? *segments : std::vector<Segment>())
        if (segment.from.instance >= 0) recorder.record(segment);
    }
  }
}

// Blocks that only rename elements.
static bool names_elements(BlockRole role) {
  return role == BlockRole::Mux || role == BlockRole::Demux || role == BlockRole::BusCreator ||
         role == BlockRole::BusSelector || role == BlockRole::BusToVector;
}

// The output of a virtual block as one value; nothing where a part of it is not computed.
static ir::Value join_elements(const TypedModel& model, const Linker& linker, ir::Graph& graph,
                               const Driver& output) {
  const Instance& source = model.instances[static_cast<std::size_t>(output.instance)];
  if (static_cast<std::size_t>(output.port) >= model.shapes[source].outputs.size()) return {};
  const auto segments = elements_of(model, output);
  if (!segments) return {};
  std::vector<ir::Value> parts;
  for (const Segment& segment : *segments) {
    if (segment.from.instance < 0) return {};
    const Instance& from = model.instances[static_cast<std::size_t>(segment.from.instance)];
    if (from.reduced || from.is_virtual()) return {};
    parts.push_back(graph.slice(linker.output(segment.from), segment.first, vector_shape(segment.count)));
  }
  const Shape shape = model.shapes[source].outputs[static_cast<std::size_t>(output.port)];
  return parts.empty() ? ir::Value() : graph.concat(parts, vector_shape(shape.size()));
}

void watch_signals(const SortedSystem& model, const Linker& linker, Program& program) {
  constexpr int most = 4;
  Kernel& kernel = program.kernel(KernelKind::Watched);
  program.watched.reserve(model.instances.size());
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    const bool joins = instance.is_virtual();
    if (instance.reduced || (joins && !names_elements(instance.type->role))) continue;
    for (int port = 0; port < static_cast<int>(instance.own_outputs()); ++port) {
      const Driver output{static_cast<int>(k), port};
      const ir::Value whole =
          joins ? join_elements(model, linker, program.graph, output) : linker.output(output);
      if (!whole) continue;
      const int total = whole.shape().size(), count = std::min(total, most);
      const ir::Value part = count == total ? whole : program.graph.slice(whole, 0, vector_shape(count));
      program.watched.push_back({static_cast<int>(k), port, kernel.size, count, total, whole.id});
      kernel.results.push_back(part.id);
      kernel.size += count;
    }
  }
}

// What is recorded anyway: the signal that is a node of the graph, and nothing else.
static std::map<ir::NodeId, LoggedSignal*> logged_nodes(Program& program) {
  std::map<int, ir::NodeId> starts;
  int at = 0;
  for (const ir::NodeId id : program.kernel(KernelKind::Logged).results) {
    starts[at] = id;
    at += program.graph.node(id).shape.size();
  }
  std::map<ir::NodeId, LoggedSignal*> out;
  for (LoggedSignal& signal : program.logged)
    if (const auto start = starts.find(signal.first);
        start != starts.end() && program.graph.node(start->second).shape.size() == signal.count())
      out.try_emplace(start->second, &signal);
  return out;
}

void record_residuals(Program& program, const Diagram& diagram) {
  if (program.invariants.empty() || setting(diagram, "RecordResiduals") != "on") return;
  std::set<std::string> taken;
  for (const LoggedSignal& signal : program.logged) taken.insert(signal.name);
  const auto known = logged_nodes(program);
  std::vector<LoggedSignal> added;
  Kernel& kernel = program.kernel(KernelKind::Logged);
  int row = 0;
  for (const ir::NodeId id : program.kernel(KernelKind::Invariants).results) {
    const int count = program.graph.node(id).shape.size(), first = std::exchange(row, row + count);
    if (const auto recorded = known.find(id); recorded != known.end()) {
      recorded->second->residual = true;
      continue;
    }
    const InvariantInfo& info = program.invariants[static_cast<std::size_t>(first)];
    LoggedSignal signal;
    signal.block = info.block;
    signal.port = -1;
    signal.residual = true;
    signal.first = kernel.size;
    const std::string base =
        "residual of " + (count == 1 ? program.invariant_name(first)
                                     : program.blocks[static_cast<std::size_t>(info.block)].path);
    signal.name = base;
    for (int k = 2; !taken.insert(signal.name).second; ++k)
      signal.name = base + " (" + std::to_string(k) + ")";
    for (int k = 0; k < count; ++k)
      signal.elements.push_back(count == 1 ? signal.name
                                           : "residual of " + program.invariant_name(first + k));
    // A bound that holds is not off by what it is away from.
    const ir::Value residual{&program.graph, id};
    const ir::Value shown =
        info.lower_bound ? ir::make(ir::Op::Max, residual, program.graph.constant(0.0)) : residual;
    kernel.results.push_back(shown.id);
    kernel.size += count;
    added.push_back(std::move(signal));
  }
  program.logged.insert(program.logged.end(), std::make_move_iterator(added.begin()),
                        std::make_move_iterator(added.end()));
}

void find_held(Program& program) {
  const ir::Graph& graph = program.graph;
  std::vector<char> moves(static_cast<std::size_t>(graph.size()), 0), discrete(moves), idle(moves);
  std::set<std::int32_t> hits;
  for (const RateInfo& rate : program.rates) hits.insert(rate.mode);
  for (const ir::NodeId id : stoppable_nodes(graph)) {
    const auto at = static_cast<std::size_t>(id);
    const ir::Op op = graph.node(id).op;
    moves[at] = op == ir::Op::Time || op == ir::Op::State || op == ir::Op::Input;
    discrete[at] = op == ir::Op::Discrete;
    for (ir::NodeId operand : graph.operands(id)) {
      moves[at] = moves[at] || moves[static_cast<std::size_t>(operand)];
      discrete[at] = discrete[at] || discrete[static_cast<std::size_t>(operand)];
    }
    // What is chosen at sample hits only is not what there is in between.
    const ir::Node& node = graph.node(id);
    const auto is_idle = [&](ir::NodeId n) { return n >= 0 && idle[static_cast<std::size_t>(n)]; };
    idle[at] = (op == ir::Op::Mode && hits.contains(node.slot)) ||
               ((op == ir::Op::And || op == ir::Op::Mul) && (is_idle(node.a) || is_idle(node.b))) ||
               (op == ir::Op::Or && is_idle(node.a) && is_idle(node.b));
    if (op == ir::Op::Select && is_idle(node.a)) moves[at] = moves[static_cast<std::size_t>(node.c)];
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
  for (WatchedSignal& signal : program.watched) signal.held = !moves[static_cast<std::size_t>(signal.node)];
}

}  // namespace sim::compile_phases

// A block is looked at when the shapes of all its inputs are known; where a loop leaves none such, the blocks
// with states begin: they take the inputs they do not know yet for scalars. From then on shapes only grow, so
// propagation to a fixed point ends; a loop that would enlarge shapes for ever is cut and reported. What does
// not fit is judged at the end, when every shape is known: the order of blocks does not matter.
#include <algorithm>
#include <deque>
#include <span>

#include "sim_core/compile/equation_trial.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/pieces.h"
#include "sim_core/compile/readers.h"

namespace sim::compile_phases {

namespace {

constexpr int largest_signal = 10'000'000;  // elements

// The common shape of a block without a rule of its own.
std::string common_shape(const Instance& instance, std::span<const Shape> shapes, Shape& common) {
  auto include = [&](Shape shape, const std::string& what) -> std::string {
    if (shape.is_scalar() || shape == common) return {};
    if (common.is_scalar()) {
      common = shape;
      return {};
    }
    return what + " has shape " + to_text(shape) + " where " + to_text(common) + " is needed";
  };
  common = {};
  std::string problem;
  for (std::size_t k = 0; k < shapes.size() && problem.empty(); ++k)
    problem = include(shapes[k], "input " + instance.inputs[k].name);
  for (std::size_t k = 0; k < instance.parameters.size() && problem.empty(); ++k) {
    const ParameterSpec& spec = instance.type->parameters[k];
    if (spec.kind == ParameterKind::Real && !spec.scalar_only && !spec.apart)
      problem = include(as_column(instance.parameters[k].shape), "parameter '" + spec.label + "'");
  }
  return problem;
}

class Propagator {
 public:
  Propagator(const ResolvedModel& model, ShapeTable& shapes, Report& report)
      : model_(model), shapes_(shapes), report_(report), states_(model.instances.size()) {
    for (const std::size_t k : stoppable_indices(model.instances)) {
      const Instance& instance = model.instances[k];
      shapes[k].inputs.assign(instance.inputs.size(), Shape{});
      shapes[k].outputs.assign(instance.outputs.size(), Shape{});
      shapes[k].states.assign(instance.type->states.size() + instance.type->discrete_states.size(), Shape{});
      for (std::size_t port = 0; port < instance.drivers.size(); ++port)
        if (const Driver from = instance.drivers[port]; from.instance >= 0) {
          readers_.add(from, {static_cast<int>(k), static_cast<int>(port)});
          ++states_[k].unknown_inputs;
        }
    }
    readers_.close();
  }

  void run() {
    for (const std::size_t k : stoppable_indices(states_))
      if (states_[k].unknown_inputs == 0) enqueue(static_cast<int>(k));
    drain();
    // Where loops leave shapes open, they are first what is specified, then what states have.
    for (const std::size_t k : stoppable_indices(states_))
      if (!states_[k].known && specified(model_.instances[k])) enqueue(static_cast<int>(k));
    drain();
    for (bool with_states : {true, false}) {
      for (const std::size_t k : stoppable_indices(states_))
        if (!states_[k].known && (!with_states || !shapes_[k].states.empty())) enqueue(static_cast<int>(k));
      drain();
    }
    if (report_.failed()) return;
    for (const Instance& instance : stoppable(model_.instances)) check(instance);
  }

 private:
  struct BlockState {
    int unknown_inputs = 0, visits = 0;
    bool known = false, queued = false;
    bool fits = false;  // as its shapes were when it was looked at last
  };

  static bool specified(const Instance& instance) {
    const int dimensions = instance.type->output_type.dimensions;
    return dimensions >= 0 && instance.parameters[static_cast<std::size_t>(dimensions)].number() > 0;
  }
  // Blocks whose output is made of parts, or of whatever a formula says, wait until the others have settled.
  bool late(int index) const {
    const Instance& instance = model_.instances[static_cast<std::size_t>(index)];
    return instance.is_virtual() || instance.type->shapes_from_equations;
  }
  void enqueue(int index) {
    BlockState& state = states_[static_cast<std::size_t>(index)];
    if (state.queued) return;
    state.queued = true;
    queues_[late(index)].push_back(index);
  }
  void drain() {
    while (!report_.failed()) {
      check_stop();
      auto& queue = queues_[queues_[0].empty()];
      if (queue.empty()) return;
      const int index = queue.front();
      queue.pop_front();
      states_[static_cast<std::size_t>(index)].queued = false;
      update(index);
    }
  }

  void update(int index) {
    const Instance& instance = model_.at(index);
    BlockShapes& own = shapes_[instance];
    BlockState& state = states_[static_cast<std::size_t>(index)];
    if (instance.reduced) return;
    if (++state.visits > 1000) {
      report_.fail(instance, "the dimensions of this block's signals grow without end around a loop",
                   "break the loop, or give a state in it an initial condition of the right size");
      return;
    }
    state.fits = shapes_of(instance).empty() && !instance.type->shapes_from_equations;
    const std::vector<Shape>& outputs = found_.outputs;
    for (const Shape& shape : outputs)
      if (shape.rows < 1 || shape.cols < 1 ||
          static_cast<long long>(shape.rows) * shape.cols > largest_signal) {
        report_.fail(instance, "a signal has " + to_text(shape) + " elements",
                     "signals may have from 1 to 10,000,000");
        return;
      }
    own.states = found_.states;
    const bool fresh = !state.known;
    state.known = true;
    for (std::size_t port = 0; port < outputs.size(); ++port) {
      const bool changed = outputs[port] != own.outputs[port];
      if (!fresh && !changed) continue;
      own.outputs[port] = outputs[port];
      for (const auto [reader, input] : readers_({index, static_cast<int>(port)})) {
        BlockState& next = states_[static_cast<std::size_t>(reader)];
        shapes_[reader].inputs[static_cast<std::size_t>(input)] = outputs[port];
        if (fresh) --next.unknown_inputs;
        if (next.known ? changed : next.unknown_inputs == 0) enqueue(reader);
      }
    }
  }

  void check(const Instance& instance) {
    if (instance.reduced || states_[static_cast<std::size_t>(instance.index)].fits) return;
    const std::string problem = shapes_of(instance);
    if (!problem.empty()) report_.fail(instance, problem + sources(instance), "make the dimensions agree");
  }

  // "; u1 comes from 'Ramp' as [3], u2 from 'Sine' as [2]": what to look at. Scalars fit anything.
  std::string sources(const Instance& instance) const {
    constexpr int most = 4;
    std::string text;
    int told = 0;
    for (std::size_t k = 0; k < instance.drivers.size() && k < instance.inputs.size(); ++k) {
      const Driver from = instance.drivers[k];
      if (from.instance < 0 || shapes_[instance].inputs[k].is_scalar()) continue;
      if (++told > most) return text + ", ...";
      const Instance& source = model_.instances[static_cast<std::size_t>(from.instance)];
      text += (told == 1 ? "; " : ", ") + instance.inputs[k].name + (told == 1 ? " comes" : "") + " from '" +
              source.path + "' as " + to_text(shapes_[instance].inputs[k]);
    }
    return text;
  }

  // Of the outputs and states, into found_. Behind the block's own outputs: the states that others read.
  std::string shapes_of(const Instance& instance) {
    const Access& access = model_.accesses[instance];
    found_.outputs.assign(instance.outputs.size() - static_cast<std::size_t>(access.outputs), Shape{});
    found_.states.assign(shapes_[instance].states.size(), Shape{});
    std::string problem = own_shapes(instance);
    for (const Access::Shown& shown : access.shown)
      found_.outputs.push_back(found_.states[static_cast<std::size_t>(shown.state)]);
    return problem;
  }

  std::string own_shapes(const Instance& instance) {
    const BlockType& type = *instance.type;
    std::vector<Shape>& outputs = found_.outputs;
    std::vector<Shape>& states = found_.states;
    const std::span<const Shape> inputs =
        std::span(shapes_[instance].inputs)
            .first(instance.inputs.size() - static_cast<std::size_t>(model_.accesses[instance].inputs));
    if (instance.piece_port != PiecePort::No)
      return shape_of_pieces(instance, model_.repetition.ports[instance], inputs, outputs[0]);
    if (type.shape_rule) {
      found_.inputs.assign(inputs.begin(), inputs.end());
      found_.problem.clear();
      type.shape_rule(instance.parameters, found_);
      if (!type.shapes_from_equations) return found_.problem;
      shapes_[instance].states = states;
      const std::string problem = from_equations(instance, outputs);
      return found_.problem.empty() ? problem : found_.problem;
    }
    if (type.shapes_from_equations) return from_equations(instance, outputs);
    Shape common;
    std::string problem = common_shape(instance, inputs, common);
    std::fill(outputs.begin(), outputs.end(), common);
    std::fill(states.begin(), states.end(), common);
    return problem;
  }

  std::string from_equations(const Instance& instance, std::vector<Shape>& outputs) {
    const Trial trial = try_equations(model_, instance, shapes_[instance], report_);
    // Whether they are complex is another phase's question.
    for (auto* shapes : {&shapes_[instance].outputs, &shapes_[instance].states})
      for (Shape& shape : *shapes) shape.complex = false;
    if (trial.failed) return {};
    for (std::size_t port = 0; port < outputs.size(); ++port)
      if (const ir::NodeId id = trial.equations.roles.outputs[port]; id != ir::no_node)
        outputs[port] = real_shape(trial.graph.node(id).shape);
    return {};
  }

  const ResolvedModel& model_;
  ShapeTable& shapes_;
  Report& report_;
  std::vector<BlockState> states_;
  Shapes found_;  // of the block that is looked at
  std::deque<int> queues_[2];
  Readers readers_;
};

}  // namespace

ShapeTable propagate_attributes(const ResolvedModel& model, Report& report) {
  ShapeTable shapes(model.instances.size());
  Propagator(model, shapes, report).run();
  return shapes;
}

}  // namespace sim::compile_phases

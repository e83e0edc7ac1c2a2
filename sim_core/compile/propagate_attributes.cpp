// A block is looked at when the shapes of all its inputs are known; where a loop leaves none such, the blocks
// with states begin: they take the inputs they do not know yet for scalars. From then on shapes only grow, so
// propagation to a fixed point ends; a loop that would enlarge shapes for ever is cut and reported. What does
// not fit is judged at the end, when every shape is known: the order of blocks does not matter.
#include <algorithm>
#include <deque>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/pieces.h"
#include "sim_core/compile/readers.h"

namespace sim::compile_phases {

namespace {

constexpr int largest_signal = 10'000'000;  // elements

// The common shape of a block without a rule of its own.
std::string common_shape(const Instance& instance, Shape& common) {
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
  const std::size_t inputs = instance.inputs.size() - static_cast<std::size_t>(instance.access.inputs);
  for (std::size_t k = 0; k < inputs && problem.empty(); ++k)
    problem = include(instance.input_shapes[k], "input " + instance.inputs[k].name);
  for (std::size_t k = 0; k < instance.parameters.size() && problem.empty(); ++k) {
    const ParameterSpec& spec = instance.type->parameters[k];
    if (spec.kind == ParameterKind::Real && !spec.scalar_only && !spec.apart)
      problem = include(as_column(instance.parameters[k].shape), "parameter '" + spec.label + "'");
  }
  return problem;
}

class Propagator {
 public:
  explicit Propagator(Model& model) : model_(model), states_(model.instances.size()) {
    for (const std::size_t k : stoppable_indices(model.instances)) {
      Instance& instance = model.instances[k];
      instance.input_shapes.assign(instance.inputs.size(), Shape{});
      instance.output_shapes.assign(instance.outputs.size(), Shape{});
      instance.state_shapes.assign(instance.type->states.size() + instance.type->discrete_states.size(),
                                   Shape{});
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
        if (!states_[k].known && (!with_states || !model_.instances[k].state_shapes.empty()))
          enqueue(static_cast<int>(k));
      drain();
    }
    if (model_.failed()) return;
    for (Instance& instance : stoppable(model_.instances)) check(instance);
  }

 private:
  struct BlockState {
    int unknown_inputs = 0, visits = 0;
    bool known = false, queued = false;
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
    while (!model_.failed()) {
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
    Instance& instance = model_.instances[static_cast<std::size_t>(index)];
    BlockState& state = states_[static_cast<std::size_t>(index)];
    if (instance.reduced) return;
    if (++state.visits > 1000) {
      model_.fail(instance, "the dimensions of this block's signals grow without end around a loop",
                  "break the loop, or give a state in it an initial condition of the right size");
      return;
    }
    std::vector<Shape> outputs(instance.outputs.size()), states(instance.state_shapes.size());
    shapes_of(instance, outputs, states);
    for (const Shape& shape : outputs)
      if (shape.rows < 1 || shape.cols < 1 ||
          static_cast<long long>(shape.rows) * shape.cols > largest_signal) {
        model_.fail(instance, "a signal has " + to_text(shape) + " elements",
                    "signals may have from 1 to 10,000,000");
        return;
      }
    instance.state_shapes = states;
    const bool fresh = !state.known;
    state.known = true;
    for (std::size_t port = 0; port < outputs.size(); ++port) {
      const bool changed = outputs[port] != instance.output_shapes[port];
      if (!fresh && !changed) continue;
      instance.output_shapes[port] = outputs[port];
      for (const auto [reader, input] : readers_({index, static_cast<int>(port)})) {
        BlockState& next = states_[static_cast<std::size_t>(reader)];
        model_.instances[static_cast<std::size_t>(reader)].input_shapes[static_cast<std::size_t>(input)] =
            outputs[port];
        if (fresh) --next.unknown_inputs;
        if (next.known ? changed : next.unknown_inputs == 0) enqueue(reader);
      }
    }
  }

  void check(Instance& instance) {
    if (instance.reduced) return;
    std::vector<Shape> outputs(instance.outputs.size()), states(instance.state_shapes.size());
    const std::string problem = shapes_of(instance, outputs, states);
    if (!problem.empty()) model_.fail(instance, problem + sources(instance), "make the dimensions agree");
  }

  // "; u1 comes from 'Ramp' as [3], u2 from 'Sine' as [2]": what to look at. Scalars fit anything.
  std::string sources(const Instance& instance) const {
    constexpr int most = 4;
    std::string text;
    int told = 0;
    for (std::size_t k = 0; k < instance.drivers.size() && k < instance.inputs.size(); ++k) {
      const Driver from = instance.drivers[k];
      if (from.instance < 0 || instance.input_shapes[k].is_scalar()) continue;
      if (++told > most) return text + ", ...";
      const Instance& source = model_.instances[static_cast<std::size_t>(from.instance)];
      text += (told == 1 ? "; " : ", ") + instance.inputs[k].name + (told == 1 ? " comes" : "") + " from '" +
              source.path + "' as " + to_text(instance.input_shapes[k]);
    }
    return text;
  }

  // Behind the block's own outputs: the states that others read.
  std::string shapes_of(Instance& instance, std::vector<Shape>& outputs, std::vector<Shape>& states) {
    const Access& access = instance.access;
    outputs.resize(outputs.size() - static_cast<std::size_t>(access.outputs));
    std::string problem = own_shapes(instance, outputs, states);
    for (const Access::Shown& shown : access.shown)
      outputs.push_back(states[static_cast<std::size_t>(shown.state)]);
    return problem;
  }

  std::string own_shapes(Instance& instance, std::vector<Shape>& outputs, std::vector<Shape>& states) {
    const BlockType& type = *instance.type;
    if (instance.piecewise.kind != Piecewise::Kind::No) return shape_of_pieces(instance, outputs[0]);
    if (type.shape_rule) {
      Shapes shapes{instance.input_shapes, outputs, states, {}};
      shapes.inputs.resize(instance.inputs.size() - static_cast<std::size_t>(instance.access.inputs));
      type.shape_rule(instance.parameters, shapes);
      outputs = shapes.outputs;
      states = shapes.states;
      if (!type.shapes_from_equations) return shapes.problem;
      instance.state_shapes = states;
      const std::string problem = from_equations(instance, outputs);
      return shapes.problem.empty() ? problem : shapes.problem;
    }
    if (type.shapes_from_equations) return from_equations(instance, outputs);
    Shape common;
    std::string problem = common_shape(instance, common);
    std::fill(outputs.begin(), outputs.end(), common);
    std::fill(states.begin(), states.end(), common);
    return problem;
  }

  std::string from_equations(Instance& instance, std::vector<Shape>& outputs) {
    const Trial trial = try_equations(model_, instance);
    // Whether they are complex is another phase's question.
    for (auto* shapes : {&instance.output_shapes, &instance.state_shapes})
      for (Shape& shape : *shapes) shape.complex = false;
    if (trial.failed) return {};
    for (std::size_t port = 0; port < outputs.size(); ++port)
      if (const ir::NodeId id = trial.roles.outputs[port]; id != ir::no_node)
        outputs[port] = real_shape(trial.graph.node(id).shape);
    return {};
  }

  Model& model_;
  std::vector<BlockState> states_;
  std::deque<int> queues_[2];
  Readers readers_;
};

}  // namespace

void propagate_attributes(Model& model) { Propagator(model).run(); }

}  // namespace sim::compile_phases

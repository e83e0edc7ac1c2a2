// Shapes only grow from scalar to something larger, so propagation to a fixed point ends: each round that
// changes anything enlarges a shape, and a loop that would enlarge shapes for ever is cut and reported.
#include <algorithm>
#include <deque>

#include "sim_core/compile/phases.h"

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
  for (std::size_t k = 0; k < instance.inputs.size() && problem.empty(); ++k)
    problem = include(instance.input_shapes[k], "input " + instance.inputs[k].name);
  for (std::size_t k = 0; k < instance.parameters.size() && problem.empty(); ++k) {
    const ParameterSpec& spec = instance.type->parameters[k];
    if (spec.kind == ParameterKind::Real && !spec.scalar_only)
      problem = include(as_column(instance.parameters[k].shape), "parameter '" + spec.label + "'");
  }
  return problem;
}

class Propagator {
 public:
  explicit Propagator(Model& model)
      : model_(model), queued_(model.instances.size(), 1), visits_(model.instances.size(), 0) {
    for (std::size_t k = 0; k < model.instances.size(); ++k) {
      Instance& instance = model.instances[k];
      instance.input_shapes.assign(instance.inputs.size(), Shape{});
      instance.output_shapes.assign(instance.outputs.size(), Shape{});
      instance.state_shapes.assign(instance.type->states.size(), Shape{});
      queue_.push_back(static_cast<int>(k));
      for (std::size_t port = 0; port < instance.drivers.size(); ++port)
        if (const Driver from = instance.drivers[port]; from.instance >= 0)
          readers_[from].push_back({static_cast<int>(k), static_cast<int>(port)});
    }
  }

  void run() {
    while (!queue_.empty() && !has_errors(model_.diagnostics)) {
      const int index = queue_.front();
      queue_.pop_front();
      queued_[static_cast<std::size_t>(index)] = 0;
      update(index);
    }
  }

 private:
  void update(int index) {
    Instance& instance = model_.instances[static_cast<std::size_t>(index)];
    if (instance.reduced) return;
    if (++visits_[static_cast<std::size_t>(index)] > 1000) {
      model_.fail(instance, "the dimensions of this block's signals grow without end around a loop",
                  "break the loop, or give a state in it an initial condition of the right size");
      return;
    }
    std::vector<Shape> outputs = instance.output_shapes, states = instance.state_shapes;
    const std::string problem = shapes_of(instance, outputs, states);
    if (!problem.empty()) {
      model_.fail(instance, problem, "make the dimensions agree");
      return;
    }
    for (const Shape& shape : outputs)
      if (shape.rows < 1 || shape.cols < 1 ||
          static_cast<long long>(shape.rows) * shape.cols > largest_signal) {
        model_.fail(instance, "a signal has " + to_text(shape) + " elements",
                    "signals may have up to 10,000,000");
        return;
      }
    instance.state_shapes = states;
    for (std::size_t port = 0; port < outputs.size(); ++port) {
      if (outputs[port] == instance.output_shapes[port]) continue;
      instance.output_shapes[port] = outputs[port];
      for (auto [reader, input] : readers_[{index, static_cast<int>(port)}]) {
        model_.instances[static_cast<std::size_t>(reader)].input_shapes[static_cast<std::size_t>(input)] =
            outputs[port];
        if (!queued_[static_cast<std::size_t>(reader)]) {
          queued_[static_cast<std::size_t>(reader)] = 1;
          queue_.push_back(reader);
        }
      }
    }
  }

  std::string shapes_of(Instance& instance, std::vector<Shape>& outputs, std::vector<Shape>& states) {
    const BlockType& type = *instance.type;
    if (type.shape_rule) {
      Shapes shapes{instance.input_shapes, outputs, states, {}};
      type.shape_rule(instance.parameters, shapes);
      outputs = shapes.outputs;
      states = shapes.states;
      return shapes.problem;
    }
    if (type.shapes_from_equations) return from_equations(instance, outputs);
    Shape common;
    std::string problem = common_shape(instance, common);
    std::fill(outputs.begin(), outputs.end(), common);
    std::fill(states.begin(), states.end(), common);
    return problem;
  }

  // Writes the equations on a scratch graph and looks at what they assign.
  std::string from_equations(Instance& instance, std::vector<Shape>& outputs) {
    ir::Graph scratch;
    std::vector<ir::Value> inputs;
    int first = 0;
    for (const Shape& shape : instance.input_shapes) {
      inputs.push_back(scratch.leaf(ir::Op::Input, first, shape));
      first += shape.size();
    }
    Roles roles;
    EquationSlots slots;
    const std::size_t before = model_.diagnostics.size();
    run_equations(model_, instance, scratch, inputs, slots, roles);
    // What is wrong now may be right when the inputs have their shapes; what stays wrong is said when the
    // equations are written for good.
    const bool failed = model_.diagnostics.size() > before;
    model_.diagnostics.resize(before);
    if (failed) return {};
    for (std::size_t port = 0; port < outputs.size(); ++port)
      if (roles.outputs[port] != ir::no_node) outputs[port] = scratch.node(roles.outputs[port]).shape;
    return {};
  }

  Model& model_;
  std::deque<int> queue_;
  std::vector<char> queued_;
  std::vector<int> visits_;
  std::map<Driver, std::vector<std::pair<int, int>>> readers_;
};

}  // namespace

void propagate_attributes(Model& model) { Propagator(model).run(); }

}  // namespace sim::compile_phases

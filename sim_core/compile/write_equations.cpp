#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sim_core/base/work.h"
#include "sim_core/compile/equation_writer.h"
#include "sim_core/compile/feedthrough.h"
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/setting_value.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::compile_phases {

namespace {

// The leaves that stand for a block's inputs until it is linked.
std::vector<ir::Value> input_leaves(EquationSystem& model, const Instance& instance) {
  std::vector<ir::Value> inputs;
  auto add = [&](const Shape& shape) {
    const auto owned = static_cast<double>(model.input_owner.size()) + shape.size();
    need_memory(owned * sizeof model.input_owner[0]);
    const auto first = static_cast<int>(model.input_owner.size());
    inputs.push_back(model.open.leaf(ir::Op::Input, first, shape));
    model.input_owner.resize(model.input_owner.size() + static_cast<std::size_t>(shape.size()),
                             instance.index);
    return first;
  };
  BlockEquations& equations = model.equations[instance];
  inputs.reserve(model.shapes[instance].inputs.size());
  equations.input_first.reserve(model.shapes[instance].inputs.size());
  for (const Shape& shape : model.shapes[instance].inputs) equations.input_first.push_back(add(shape));
  equations.hidden_first = static_cast<int>(model.input_owner.size());
  model.input_owner.resize(model.input_owner.size() + hidden_input_count, instance.index);
  return inputs;
}

// What components say of their branches is constant in many elements: weights of 0, laws of 1 and 0. A
// network that knows these asks for nothing that it is not.
void know_constants(EquationSystem& model, const Instance& network, std::vector<ir::Value>& inputs) {
  ir::Graph& graph = model.open;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const Driver& from = network.drivers[k];
    const ir::NodeId said = model.equations[from.instance].roles.outputs[static_cast<std::size_t>(from.port)];
    if (graph.node(said).op == ir::Op::Constant) inputs[k] = {&graph, said};  // all of it, as of a sensor
    if (graph.node(said).op != ir::Op::Concat) continue;
    const std::vector<ir::NodeId> operands(graph.operands(said).begin(), graph.operands(said).end());
    std::vector<ir::Value> parts;
    int at = 0;
    for (const ir::NodeId operand : operands) {
      const Shape shape = graph.node(operand).shape;
      const bool constant = graph.node(operand).op == ir::Op::Constant;
      parts.push_back(constant ? ir::Value{&graph, operand} : graph.slice(inputs[k], at, shape));
      at += shape.size();
    }
    inputs[k] = graph.concat(parts, inputs[k].shape());
  }
}

std::uint64_t read_random_seed(const Diagram& diagram, Report& report) {
  const SettingSpec& spec = *find_setting("RandomSeed");
  const std::string text = setting(diagram, spec.name);
  if (text == spec.default_value) return 0;
  const expr::Workspace workspace = workspace_of(diagram, no_id);
  const auto value = setting_value(spec, text, expr::WorkspaceScope(workspace));
  const auto number = value && *value ? (*value)->as_scalar() : std::nullopt;
  constexpr double most = 9e15;
  if (!value)
    for (Diagnostic d : value.errors()) {
      d.path = spec.name;
      report.diagnostics.push_back(std::move(d));
    }
  else if (number && (*number != std::floor(*number) || std::fabs(*number) > most))
    report.diagnostics.push_back(error(std::string(spec.name), "'" + text + "' gives no whole number",
                                       "write one, such as 0, 1 or 2026"));
  else if (number)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(*number));
  return 0;
}

}  // namespace

void run_equations(const EquationSource& source, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, BlockEquations& equations, Report& report) {
  check_stop();
  const WorkPlace place(source.instance.path);
  EquationWriter writer(source, graph, inputs, slots, equations, report);
  if (source.instance.type->equations) source.instance.type->equations(writer);
  writer.finish();
  auto zeros = [&](Shape shape) {
    return graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0)).id;
  };
  Roles& roles = equations.roles;
  for (std::size_t k = 0; k < roles.outputs.size(); ++k)
    if (roles.outputs[k] == ir::no_node) roles.outputs[k] = zeros(source.shapes.outputs[k]);
  for (std::size_t k = 0; k < roles.derivatives.size(); ++k)
    if (roles.derivatives[k] == ir::no_node) roles.derivatives[k] = zeros(source.shapes.states[k]);
}

Trial try_equations(const ResolvedModel& model, const Instance& instance, BlockShapes& shapes,
                    Report& report) {
  Trial trial;
  std::vector<ir::Value> inputs;
  int first = 0;
  for (const Shape& shape : shapes.inputs) {
    inputs.push_back(trial.graph.leaf(ir::Op::Input, first, shape));
    first += shape.size();
  }
  EquationSlots slots;
  const std::size_t told = report.diagnostics.size();
  const Copy copy;
  const NetworkPlace network;
  run_equations({model, instance, shapes, copy, network}, trial.graph, inputs, slots, trial.equations,
                report);
  trial.failed = report.diagnostics.size() > told;
  report.diagnostics.resize(told);
  return trial;
}

EquationSystem write_equations(TypedModel typed, SegmentTable segments, Report& report) {
  EquationSystem model(std::move(typed), std::move(segments));
  const std::uint64_t random_seed = read_random_seed(model.diagram, report);
  EquationSlots slots;
  FeedthroughFinder feedthrough(model);
  for (const std::size_t k : stoppable_indices(model.instances)) {
    const Instance& instance = model.instances[k];
    if (instance.reduced || instance.is_virtual()) continue;
    BlockEquations& equations = model.equations[k];
    const BlockShapes& shapes = model.shapes[k];
    model.open.set_origin(static_cast<std::int32_t>(k));
    const WorkPlace place(instance.path);
    std::vector<ir::Value> inputs = input_leaves(model, instance);
    if (!model.networks[instance].jumping.empty()) know_constants(model, instance, inputs);
    for (std::size_t s = 0; s < instance.type->states.size(); ++s) {
      equations.state_first.push_back(slots.state);
      slots.state += shapes.states[s].size();
    }
    auto numeric = std::find_if(instance.parameter_first.begin(), instance.parameter_first.end(),
                                [](int f) { return f >= 0; });
    EquationSlots own = slots;
    own.state = equations.state_first.empty() ? slots.state : equations.state_first.front();
    own.parameter = numeric == instance.parameter_first.end() ? 0 : *numeric;
    model.open.refuse(nullptr);
    run_equations({model, instance, model.shapes[k], model.copies[instance], model.networks[instance],
                   random_seed, &model},
                  model.open, inputs, own, equations, report);
    if (const char* what = model.open.refused())
      report.fail(
          instance,
          std::string("a complex signal or parameter is used for ") + what + ", which only real numbers have",
          "lead it through a Complex to Real-Imag or Complex to Magnitude-Angle block");
    slots.discrete = own.discrete;
    slots.mode = own.mode;
    slots.captured = own.captured;
    slots.recorded = own.recorded;
    slots.unknown = own.unknown;
    feedthrough.find(instance, equations);
  }
  model.state_count = slots.state;
  model.discrete_count = slots.discrete;
  model.mode_count = slots.mode;
  model.captured_count = slots.captured;
  return model;
}

}  // namespace sim::compile_phases

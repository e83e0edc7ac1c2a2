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
std::vector<ir::Value> input_leaves(Model& model, Instance& instance) {
  std::vector<ir::Value> inputs;
  auto add = [&](const Shape& shape) {
    const auto owned = static_cast<double>(model.input_owner.size()) + shape.size();
    need_memory(owned * sizeof model.input_owner[0]);
    const auto first = static_cast<int>(model.input_owner.size());
    inputs.push_back(model.open.leaf(ir::Op::Input, first, shape));
    model.input_owner.resize(model.input_owner.size() + static_cast<std::size_t>(shape.size()),
                             static_cast<int>(&instance - model.instances.data()));
    return first;
  };
  for (const Shape& shape : instance.input_shapes) instance.input_first.push_back(add(shape));
  instance.hidden_first = static_cast<int>(model.input_owner.size());
  model.input_owner.resize(model.input_owner.size() + hidden_input_count,
                           static_cast<int>(&instance - model.instances.data()));
  return inputs;
}

void read_random_seed(Model& model) {
  const SettingSpec& spec = *find_setting("RandomSeed");
  const std::string text = setting(model.diagram, spec.name);
  if (text == spec.default_value) return;
  const expr::Workspace workspace = workspace_of(model.diagram, no_id);
  const auto value = setting_value(spec, text, expr::WorkspaceScope(workspace));
  const auto number = value && *value ? (*value)->as_scalar() : std::nullopt;
  constexpr double most = 9e15;
  if (!value)
    for (Diagnostic d : value.errors()) {
      d.path = spec.name;
      model.diagnostics.push_back(std::move(d));
    }
  else if (number && (*number != std::floor(*number) || std::fabs(*number) > most))
    model.diagnostics.push_back(error(std::string(spec.name), "'" + text + "' gives no whole number",
                                      "write one, such as 0, 1 or 2026"));
  else if (number)
    model.random_seed = static_cast<std::uint64_t>(static_cast<std::int64_t>(*number));
}

}  // namespace

void run_equations(Model& model, Instance& instance, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, Roles& roles) {
  check_stop();
  const WorkPlace place(instance.path);
  EquationWriter writer(model, instance, graph, inputs, slots, roles);
  if (instance.type->equations) instance.type->equations(writer);
  writer.finish();
  auto zeros = [&](Shape shape) {
    return graph.constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0)).id;
  };
  for (std::size_t k = 0; k < roles.outputs.size(); ++k)
    if (roles.outputs[k] == ir::no_node) roles.outputs[k] = zeros(instance.output_shapes[k]);
  for (std::size_t k = 0; k < roles.derivatives.size(); ++k)
    if (roles.derivatives[k] == ir::no_node) roles.derivatives[k] = zeros(instance.state_shapes[k]);
}

Trial try_equations(Model& model, Instance& instance) {
  Trial trial;
  std::vector<ir::Value> inputs;
  int first = 0;
  for (const Shape& shape : instance.input_shapes) {
    inputs.push_back(trial.graph.leaf(ir::Op::Input, first, shape));
    first += shape.size();
  }
  EquationSlots slots;
  const std::size_t told = model.diagnostics.size();
  run_equations(model, instance, trial.graph, inputs, slots, trial.roles);
  trial.failed = model.diagnostics.size() > told;
  model.diagnostics.resize(told);
  return trial;
}

void write_equations(Model& model) {
  read_random_seed(model);
  EquationSlots slots;
  for (const std::size_t k : stoppable_indices(model.instances)) {
    Instance& instance = model.instances[k];
    if (instance.reduced || instance.is_virtual()) continue;
    model.open.set_origin(static_cast<std::int32_t>(k));
    const WorkPlace place(instance.path);
    const std::vector<ir::Value> inputs = input_leaves(model, instance);
    for (std::size_t s = 0; s < instance.type->states.size(); ++s) {
      instance.state_first.push_back(slots.state);
      slots.state += instance.state_shapes[s].size();
    }
    auto numeric = std::find_if(instance.parameter_first.begin(), instance.parameter_first.end(),
                                [](int f) { return f >= 0; });
    EquationSlots own = slots;
    own.state = instance.state_first.empty() ? slots.state : instance.state_first.front();
    own.parameter = numeric == instance.parameter_first.end() ? 0 : *numeric;
    model.open.refuse(nullptr);
    run_equations(model, instance, model.open, inputs, own, instance.roles);
    if (const char* what = model.open.refused())
      model.fail(
          instance,
          std::string("a complex signal or parameter is used for ") + what + ", which only real numbers have",
          "lead it through a Complex to Real-Imag or Complex to Magnitude-Angle block");
    slots.discrete = own.discrete;
    slots.mode = own.mode;
    slots.captured = own.captured;
    slots.recorded = own.recorded;
    slots.unknown = own.unknown;
    find_feedthrough(model, instance);
  }
  model.program.state_count = slots.state;
  model.program.discrete_count = slots.discrete;
  model.program.mode_count = slots.mode;
  model.program.captured_count = slots.captured;
}

}  // namespace sim::compile_phases

#include <algorithm>
#include <unordered_set>

#include "sim_core/compile/equation_writer.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

// Which inputs each output reads at the same instant. A mode is frozen while outputs are computed, so what
// decides it is not read in this sense.
void find_feedthrough(Model& model, Instance& instance) {
  const std::size_t inputs = instance.inputs.size();
  instance.reads.assign(instance.outputs.size(), std::vector<bool>(inputs, false));
  instance.reads_controller.assign(instance.outputs.size(), std::vector<bool>(2, false));
  for (std::size_t o = 0; o < instance.outputs.size(); ++o) {
    if (instance.roles.outputs[o] == ir::no_node) continue;
    std::vector<ir::NodeId> stack{instance.roles.outputs[o]};
    ImplicitRole* implicit = instance.roles.implicit_output(static_cast<int>(o));
    if (implicit) stack = {implicit->residual};
    std::unordered_set<ir::NodeId> seen;
    while (!stack.empty()) {
      const ir::NodeId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      const ir::Node& n = model.open.node(id);
      if (n.op == ir::Op::Input) {
        for (std::size_t k = 0; k < inputs; ++k)
          if (n.slot >= instance.input_first[k] &&
              n.slot < instance.input_first[k] + instance.input_shapes[k].size())
            instance.reads[o][k] = true;
        if (n.slot == instance.hidden_first + static_cast<int>(HiddenInput::Active))
          instance.reads_controller[o][0] = true;
        if (n.slot == instance.hidden_first + static_cast<int>(HiddenInput::Entering))
          instance.reads_controller[o][1] = true;
      }
      if (n.op == ir::Op::Unknown && implicit) implicit->reads_itself = true;
      for (ir::NodeId operand : model.open.operands(id)) stack.push_back(operand);
    }
  }
}

// The leaves that stand for a block's inputs until it is linked.
std::vector<ir::Value> input_leaves(Model& model, Instance& instance) {
  std::vector<ir::Value> inputs;
  auto add = [&](const Shape& shape) {
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

}  // namespace

void run_equations(Model& model, Instance& instance, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, Roles& roles) {
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
  EquationSlots slots;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    Instance& instance = model.instances[k];
    if (instance.reduced || instance.is_virtual()) continue;
    model.open.set_origin(static_cast<std::int32_t>(k));
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

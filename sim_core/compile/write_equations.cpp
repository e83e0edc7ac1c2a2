#include <algorithm>
#include <cassert>
#include <unordered_set>

#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model/block_interface.h"

namespace sim::compile_phases {

namespace {

class Writer final : public Equations {
 public:
  Writer(Model& model, Instance& instance, ir::Graph& graph, const std::vector<ir::Value>& inputs,
         EquationSlots& slots, Roles& roles)
      : model_(model), instance_(instance), graph_(graph), inputs_(inputs), slots_(slots), roles_(roles) {
    roles_.outputs.assign(instance.outputs.size(), ir::no_node);
    roles_.derivatives.assign(instance.type->states.size(), ir::no_node);
    const std::string control = setting(model.diagram, "ZeroCrossControl");
    const int flag = instance.type->parameter_index("ZeroCross");
    located_ = control == "EnableAll" ||
               (control != "DisableAll" &&
                (flag < 0 || instance.parameters[static_cast<std::size_t>(flag)].number() != 0));
    for (const StateSpec& state : instance.type->states) initial_state(state);
  }

  ir::Graph& graph() override { return graph_; }
  ir::Value operator()(Param p) override {
    const ParameterValue& value = instance_.parameters.of(p);
    const bool common = !instance_.type->shape_rule && !instance_.type->shapes_from_equations;
    const int first = slots_.parameter + parameter_offset(p.index);
    return graph_.leaf(ir::Op::Parameter, first, common ? as_column(value.shape) : value.shape);
  }
  ir::Value operator()(In in) override { return inputs_[static_cast<std::size_t>(in.index)]; }
  ir::Value operator()(State state) override {
    int first = slots_.state;
    for (int k = 0; k < state.index; ++k) first += instance_.state_shapes[static_cast<std::size_t>(k)].size();
    return graph_.leaf(ir::Op::State, first, instance_.state_shapes[static_cast<std::size_t>(state.index)]);
  }
  ir::Value time() override { return graph_.leaf(ir::Op::Time, 0, scalar_shape); }
  const ParameterValue& value(Param p) override { return instance_.parameters.of(p); }
  int input_count() override { return static_cast<int>(instance_.inputs.size()); }
  int output_count() override { return static_cast<int>(instance_.outputs.size()); }
  Shape input_shape(In in) override { return instance_.input_shapes[static_cast<std::size_t>(in.index)]; }
  Shape output_shape(Out out) override {
    return instance_.output_shapes[static_cast<std::size_t>(out.index)];
  }
  const expr::Scope& variables() override { return *instance_.variables; }

  void derivative(State state, ir::Value v) override {
    roles_.derivatives[static_cast<std::size_t>(state.index)] =
        repeated(v, instance_.state_shapes[static_cast<std::size_t>(state.index)]).id;
  }
  void output(Out out, ir::Value v) override {
    const auto port = static_cast<std::size_t>(out.index);
    roles_.outputs[port] =
        (instance_.type->shapes_from_equations ? v : repeated(v, instance_.output_shapes[port])).id;
  }
  ir::Value crosses_above(ir::Value a, ir::Value b) override {
    const ir::Value function = a - b;
    const ir::Value mode = graph_.leaf(ir::Op::Mode, slots_.mode, function.shape());
    roles_.crossings.push_back({function.id, slots_.mode, located_});
    slots_.mode += function.shape().size();
    return mode;
  }
  ir::Value time_reached(ir::Value at) override {
    const ir::Value mode = graph_.leaf(ir::Op::Mode, slots_.mode, at.shape());
    roles_.time_events.push_back({at.id, slots_.mode});
    slots_.mode += at.shape().size();
    return mode;
  }
  ir::Value captured(ir::Value v) override {
    roles_.captures.push_back({v.id, slots_.captured});
    const ir::Value kept = graph_.leaf(ir::Op::Captured, slots_.captured, v.shape());
    slots_.captured += v.shape().size();
    return kept;
  }
  ir::Value invariant(ir::Value g, const InvariantSpec& spec) override {
    const ir::Value residual = (spec.captured ? captured(g) : spec.target) - g;
    roles_.invariants.push_back({residual.id, spec});
    return residual;
  }
  void projection(State state, ir::ProjectionMethod method, ir::Value u, ir::Value p) override {
    roles_.projections.push_back({state.index, std::move(method), u.id, p.id});
  }
  void report(Diagnostic d) override {
    d.path = instance_.path;
    d.element = instance_.id;
    model_.diagnostics.push_back(std::move(d));
  }

 private:
  int parameter_offset(int index) const {
    int offset = 0;
    for (int k = 0; k < index; ++k)
      if (auto kind = instance_.type->parameters[static_cast<std::size_t>(k)].kind;
          kind == ParameterKind::Real || kind == ParameterKind::Integer)
        offset += instance_.parameters[static_cast<std::size_t>(k)].shape.size();
    return offset;
  }
  // A scalar stands for all elements.
  ir::Value repeated(ir::Value v, Shape shape) {
    if (v.shape() == shape) return v;
    if (v.shape().size() == shape.size()) return graph_.slice(v, 0, shape);
    assert(v.shape().is_scalar());
    return graph_.gather(v, std::vector<std::int32_t>(static_cast<std::size_t>(shape.size()), 0), shape);
  }
  void initial_state(const StateSpec& spec) {
    const auto index = static_cast<std::size_t>(&spec - instance_.type->states.data());
    const ParameterValue& value = instance_.parameters.of(spec.initial);
    const ir::Value p = graph_.leaf(
        ir::Op::Parameter, slots_.parameter + parameter_offset(spec.initial.index), as_column(value.shape));
    const Shape shape = instance_.state_shapes[index];
    if (value.shape.size() != 1 && value.shape.size() != shape.size()) {
      report(error({},
                   "the initial condition has " + std::to_string(value.shape.size()) +
                       " elements and the state " + std::to_string(shape.size()),
                   "give one value, or one for each element"));
      roles_.initial_states.push_back(graph_.constant(0).id);
      return;
    }
    roles_.initial_states.push_back(repeated(p, shape).id);
  }

  Model& model_;
  Instance& instance_;
  ir::Graph& graph_;
  const std::vector<ir::Value>& inputs_;
  EquationSlots& slots_;
  Roles& roles_;
  bool located_ = true;
};

// Which inputs each output reads at the same instant. A mode is frozen while outputs are computed, so what
// decides it is not read in this sense.
void find_feedthrough(Model& model, Instance& instance) {
  const std::size_t inputs = instance.inputs.size();
  instance.reads.assign(instance.outputs.size(), std::vector<bool>(inputs, false));
  for (std::size_t o = 0; o < instance.outputs.size(); ++o) {
    if (instance.roles.outputs[o] == ir::no_node) continue;
    std::vector<ir::NodeId> stack{instance.roles.outputs[o]};
    std::unordered_set<ir::NodeId> seen;
    while (!stack.empty()) {
      const ir::NodeId id = stack.back();
      stack.pop_back();
      if (!seen.insert(id).second) continue;
      const ir::Node& n = model.open.node(id);
      if (n.op == ir::Op::Input)
        for (std::size_t k = 0; k < inputs; ++k)
          if (n.slot >= instance.input_first[k] &&
              n.slot < instance.input_first[k] + instance.input_shapes[k].size())
            instance.reads[o][k] = true;
      for (ir::NodeId operand : model.open.operands(id)) stack.push_back(operand);
    }
  }
}

}  // namespace

void run_equations(Model& model, Instance& instance, ir::Graph& graph, const std::vector<ir::Value>& inputs,
                   EquationSlots& slots, Roles& roles) {
  Writer writer(model, instance, graph, inputs, slots, roles);
  if (instance.type->equations) instance.type->equations(writer);
  for (auto& id : roles.outputs)
    if (id == ir::no_node) id = graph.constant(0).id;
  for (auto& id : roles.derivatives)
    if (id == ir::no_node) id = graph.constant(0).id;
}

void write_equations(Model& model) {
  EquationSlots slots;
  int input_elements = 0;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    Instance& instance = model.instances[k];
    if (instance.reduced || instance.is_virtual()) continue;
    model.open.set_origin(static_cast<std::int32_t>(k));
    std::vector<ir::Value> inputs;
    for (const Shape& shape : instance.input_shapes) {
      instance.input_first.push_back(input_elements);
      inputs.push_back(model.open.leaf(ir::Op::Input, input_elements, shape));
      model.input_owner.resize(static_cast<std::size_t>(input_elements + shape.size()), static_cast<int>(k));
      input_elements += shape.size();
    }
    for (const Shape& shape : instance.state_shapes) {
      instance.state_first.push_back(slots.state);
      slots.state += shape.size();
    }
    auto numeric = std::find_if(instance.parameter_first.begin(), instance.parameter_first.end(),
                                [](int f) { return f >= 0; });
    EquationSlots own = slots;
    own.state = instance.state_first.empty() ? slots.state : instance.state_first.front();
    own.parameter = numeric == instance.parameter_first.end() ? 0 : *numeric;
    run_equations(model, instance, model.open, inputs, own, instance.roles);
    slots.mode = own.mode;
    slots.captured = own.captured;
    find_feedthrough(model, instance);
  }
  model.program.state_count = slots.state;
  model.program.mode_count = slots.mode;
  model.program.captured_count = slots.captured;
}

}  // namespace sim::compile_phases

#include "sim_core/model/block_interface.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"

namespace sim {

const std::string& parameter_text(const Block& block, const ParameterSpec& spec) {
  auto it = block.parameters.find(spec.name);
  return it == block.parameters.end() ? spec.default_text : it->second;
}

static Result<ParameterValue> choose(const ParameterSpec& spec, const std::string& text) {
  static const std::vector<std::string> off_on{"off", "on"};
  const std::vector<std::string>& choices = spec.kind == ParameterKind::Flag ? off_on : spec.choices;
  for (std::size_t k = 0; k < choices.size(); ++k)
    if (choices[k] == text) return ParameterValue{scalar_shape, {static_cast<double>(k)}, {}, text};
  return error({}, "'" + text + "' is not one of the choices of '" + spec.label + "'",
               "choose " + join(choices, ", "));
}

Result<ParameterValue> evaluate_parameter(const ParameterSpec& spec, const std::string& text,
                                          const expr::Scope& scope) {
  if (spec.kind == ParameterKind::Choice || spec.kind == ParameterKind::Flag) return choose(spec, text);
  if (spec.kind == ParameterKind::Text || spec.kind == ParameterKind::Formula)
    return ParameterValue{scalar_shape, {0}, {}, text};
  const auto label = [&] { return "parameter '" + spec.label + "'"; };
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return error({}, label() + " is empty", "write a number or an expression");
  auto value = expr::evaluate(text, scope);
  if (!value) {
    Diagnostic d = value.error();
    d.message = label() + ": " + (d.path.empty() ? "" : d.path + ": ") + d.message;
    d.path.clear();
    return d;
  }
  if (value->is_string() || (value->is_complex() && !spec.may_be_complex))
    return error({},
                 label() + " must be " + (spec.may_be_complex ? "" : "real ") + "numbers, not " +
                     expr::describe(*value),
                 "");
  if (value->is_empty()) return error({}, label() + " is an empty array", "give at least one element");
  const bool scalar = spec.scalar_only || spec.kind == ParameterKind::Integer;
  if (scalar && !value->is_scalar())
    return error({}, label() + " must be one number, not " + to_text(value->shape()), "");
  for (double v : value->real()) {
    if (spec.kind == ParameterKind::Integer && (v != std::floor(v) || !std::isfinite(v)))
      return error({}, label() + " must be a whole number, not " + to_text(v), "");
    if (!(v >= spec.minimum && v <= spec.maximum))
      return error({}, label() + " is " + to_text(v),
                   "it may be from " + to_text(spec.minimum) + " to " + to_text(spec.maximum));
  }
  return ParameterValue{value->shape(), value->real(), value->imaginary(), {}};
}

Result<ParameterValues> evaluate_parameters(const Diagram& diagram, const BlockType& type, Id id,
                                            const expr::Scope& scope) {
  const Block& block = diagram.blocks.at(id);
  ParameterValues values;
  values.reserve(type.parameters.size());
  Diagnostics problems;
  auto note = [&](Diagnostic d) {
    d.path = block_path(diagram, id);
    d.element = id;
    problems.push_back(std::move(d));
  };
  for (const ParameterSpec& spec : type.parameters) {
    auto value = evaluate_parameter(spec, parameter_text(block, spec), scope);
    if (value)
      values.push_back(*std::move(value));
    else
      note(value.error());
  }
  if (problems.empty())
    for (const Rule& rule : type.rules)
      if (!rule.holds(values)) note(error({}, rule.message, rule.remedy));
  if (!problems.empty()) return problems;
  return values;
}

BlockInterface block_interface(const BlockType& type, const ParameterValues& parameters) {
  return {type.inputs(parameters), type.outputs(parameters), true};
}

// The ports of a subsystem: as many as the highest number among the port blocks inside.
static std::vector<PortSpec> inner_ports(const Diagram& diagram, const BlockLibrary& library, Id subsystem,
                                         BlockRole role, const expr::Scope& scope) {
  constexpr int most = 1000;
  std::vector<PortSpec> ports;
  for (const auto& [id, block] : diagram.blocks) {
    if (block.parent != subsystem || block.commented == CommentedOut::Out) continue;
    const BlockType* type = library.find(block.type);
    if (!type || type->role != role) continue;
    const auto value =
        evaluate_parameter(type->parameters[0], parameter_text(block, type->parameters[0]), scope);
    const int number = value ? static_cast<int>(value->number()) : 1;
    if (number < 1 || number > most) continue;
    while (static_cast<int>(ports.size()) < number)
      ports.push_back({"port " + std::to_string(ports.size() + 1), ""});
    ports[static_cast<std::size_t>(number - 1)].name = block.name;
  }
  return ports;
}

// Behind its inports a subsystem has a port for each control block inside: first for those that say how long
// it is executed, then for the one that says when.
static std::vector<PortSpec> with_control_ports(const Diagram& diagram, const BlockLibrary& library,
                                                Id subsystem, std::vector<PortSpec> ports) {
  for (const bool once : {false, true})
    for (const auto& [id, block] : diagram.blocks) {
      if (block.parent != subsystem || block.commented == CommentedOut::Out) continue;
      const BlockType* type = library.find(block.type);
      if (type && type->role == BlockRole::Control && type->executes_once == once)
        ports.push_back({block.name, type->label});
    }
  return ports;
}

// What is not known has the ports that lines are connected to.
static BlockInterface ports_of_lines(const Diagram& diagram, Id id) {
  BlockInterface ports{{}, {}, false};
  auto reach = [](std::vector<PortSpec>& list, int port) {
    while (static_cast<int>(list.size()) <= port) list.push_back({std::to_string(list.size() + 1), ""});
  };
  for (const auto& [line_id, line] : diagram.lines) {
    if (line.source && line.source->block == id) reach(ports.outputs, line.source->port);
    if (line.target && line.target->block == id) reach(ports.inputs, line.target->port);
  }
  return ports;
}

BlockInterface block_interface(const Diagram& diagram, const BlockLibrary& library, Id id) {
  auto it = diagram.blocks.find(id);
  if (it == diagram.blocks.end()) return {{}, {}, false};
  const BlockType* type = library.find(it->second.type);
  if (!type) return ports_of_lines(diagram, id);
  const bool subsystem = type->role == BlockRole::Subsystem;
  const expr::Workspace workspace = workspace_of(diagram, subsystem ? id : it->second.parent);
  const expr::WorkspaceScope scope(workspace);
  if (subsystem)
    return {
        with_control_ports(diagram, library, id, inner_ports(diagram, library, id, BlockRole::Inport, scope)),
        inner_ports(diagram, library, id, BlockRole::Outport, scope), true};
  if (!type->inputs_rule && !type->outputs_rule) return {type->fixed_inputs, type->fixed_outputs, true};
  // Where a parameter is wrong the default stands in, so that the block can be drawn and mended.
  ParameterValues values;
  for (const ParameterSpec& spec : type->parameters) {
    auto value = evaluate_parameter(spec, parameter_text(it->second, spec), scope);
    if (!value) value = evaluate_parameter(spec, spec.default_text, scope);
    values.push_back(value ? *std::move(value) : ParameterValue{});
  }
  return block_interface(*type, values);
}

}  // namespace sim

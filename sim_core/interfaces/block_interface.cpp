#include "sim_core/interfaces/block_interface.h"

#include <algorithm>

#include "sim_core/base/text.h"

namespace sim {

const std::string* given_text(const Block& block, const ParameterSpec& spec) {
  if (block.parameters.empty()) return nullptr;
  if (const auto it = block.parameters.find(spec.name); it != block.parameters.end()) return &it->second;
  for (const std::string& name : spec.former_names)
    if (const auto it = block.parameters.find(name); it != block.parameters.end()) return &it->second;
  return nullptr;
}

const std::string& parameter_text(const Block& block, const ParameterSpec& spec) {
  const std::string* given = given_text(block, spec);
  return given ? *given : spec.default_text;
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
    const std::string* given = given_text(block, spec);
    if (!given && spec.default_value) {
      values.push_back(*spec.default_value);
      continue;
    }
    auto value = evaluate_parameter(spec, given ? *given : spec.default_text, scope);
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
  return {type.inputs(parameters), type.outputs(parameters), true, type.conserving};
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

// Its conserving ports: those inside, on the side that each of them says.
static std::vector<ConservingPort> connection_ports(const Diagram& diagram, const BlockLibrary& library,
                                                    Id subsystem, const expr::Scope& scope) {
  std::vector<ConservingPort> ports;
  for (const PortSpec& port : inner_ports(diagram, library, subsystem, BlockRole::ConnectionPort, scope))
    ports.push_back({port.name, port.doc});
  for (const auto& [id, block] : diagram.blocks) {
    const BlockType* type = library.find(block.type);
    if (block.parent != subsystem || !type || type->role != BlockRole::ConnectionPort) continue;
    for (ConservingPort& port : ports)
      if (port.name == block.name && parameter_text(block, type->parameters[1]) == "right")
        port.side = PortSide::Right;
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
  BlockInterface ports{{}, {}, false, {}};
  auto reach = [](std::vector<PortSpec>& list, int port) {
    while (static_cast<int>(list.size()) <= port) list.push_back({std::to_string(list.size() + 1), ""});
  };
  for (const auto& [line_id, line] : diagram.lines) {
    for (const auto& end : {line.source, line.target})
      if (end && end->block == id && end->kind == PortKind::Conserving)
        while (static_cast<int>(ports.conserving.size()) <= end->port)
          ports.conserving.push_back({std::to_string(ports.conserving.size() + 1), ""});
    const auto signal = [&](const std::optional<PortRef>& end) {
      return end && end->block == id && end->kind == PortKind::Signal;
    };
    if (signal(line.source)) reach(ports.outputs, line.source->port);
    if (signal(line.target)) reach(ports.inputs, line.target->port);
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
        inner_ports(diagram, library, id, BlockRole::Outport, scope), true,
        connection_ports(diagram, library, id, scope)};
  if (!type->inputs_rule && !type->outputs_rule)
    return {type->fixed_inputs, type->fixed_outputs, true, type->conserving};
  // Where a parameter is wrong the default stands in, so that the block can be drawn and mended.
  ParameterValues values;
  for (const ParameterSpec& spec : type->parameters) {
    auto value = evaluate_parameter(spec, parameter_text(it->second, spec), scope);
    values.push_back(value ? *std::move(value) : spec.default_value.value_or(ParameterValue{}));
  }
  return block_interface(*type, values);
}

}  // namespace sim

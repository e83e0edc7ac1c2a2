#include "sim_core/dashboard/control.h"

#include <cmath>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/present_names.h"

namespace sim {

namespace {

// Where the number is that a control sets.
struct Target {
  Id element = no_id;     // a block or a variable
  std::string parameter;  // of a block; empty: a variable
  bool masked = false;    // a parameter of its mask
};

std::optional<Id> find_seen_from(const Diagram& diagram, Id level, const std::string& path) {
  if (level != no_id)
    if (const auto near = find_block(diagram, block_path(diagram, level) + '/' + path)) return near;
  return find_block(diagram, path);
}

Result<Target> find_parameter(const Diagram& diagram, const BlockLibrary& library, Id level,
                              const std::string& path, const std::string& name) {
  const auto id = find_seen_from(diagram, level, path);
  if (!id)
    return {error({}, "there is no block '" + path + "'", "enter the path of a block, as Plant/Spring.k")};
  const Block& block = diagram.blocks.at(*id);
  std::vector<std::string> names;
  if (block.mask) {
    for (const MaskParameter& parameter : block.mask->parameters) {
      if (parameter.name == name) return Target{*id, name, true};
      names.push_back(parameter.name);
    }
  }
  if (const BlockType* type = library.find(block.type)) {
    if (const int index = type->parameter_index(name); index >= 0)
      return Target{*id, type->parameters[static_cast<std::size_t>(index)].name};
    for (const ParameterSpec& spec : type->parameters) names.push_back(spec.name);
  }
  const std::string near = did_you_mean(name, names);
  return {error({}, "'" + path + "' has no parameter '" + name + "'",
                !near.empty() || names.empty() ? near : "it has " + join(names, ", "))};
}

Result<Target> find_variable(const Diagram& diagram, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [id, variable] : diagram.variables) {
    if (variable.name == name) return Target{id, {}};
    names.push_back(variable.name);
  }
  return {error({}, "the model has no variable '" + name + "'", did_you_mean(name, names))};
}

Result<Target> target_of(const Diagram& diagram, const BlockLibrary& library, Id control) {
  const Block& block = diagram.blocks.at(control);
  const auto given = block.parameters.find("target");
  if (given == block.parameters.end() || given->second.empty()) return Target{control, "Value"};
  const std::string& text = given->second;
  const auto dot = text.rfind('.');
  if (dot == std::string::npos) return find_variable(diagram, text);
  return find_parameter(diagram, library, block.parent, text.substr(0, dot), text.substr(dot + 1));
}

// The expression of the target, and the level whose names it may use.
struct Expression {
  std::string text;
  Id level = no_id;
};
Expression expression_of(const Diagram& diagram, const BlockLibrary& library, const Target& target) {
  if (target.parameter.empty()) return {diagram.variables.at(target.element).expression};
  const Block& block = diagram.blocks.at(target.element);
  if (target.masked)
    for (const MaskParameter& parameter : block.mask->parameters)
      if (parameter.name == target.parameter) return {parameter.expression, block.parent};
  const BlockType& type = *library.find(block.type);
  const auto at = static_cast<std::size_t>(type.parameter_index(target.parameter));
  return {parameter_text(block, type.parameters[at]), block.parent};
}

void complain(ControlReading& reading, const Diagnostic& why) {
  reading.problem = why.message;
  reading.remedy = why.remedy;
}

void read_limits(const Diagram& diagram, const BlockType& type, Id control, ControlReading& reading) {
  const Id level = diagram.blocks.at(control).parent;
  const expr::Workspace workspace = workspace_of(diagram, level);
  const auto values = evaluate_parameters(diagram, type, control, expr::WorkspaceScope(workspace));
  if (!values) {
    complain(reading, values.error());
    return;
  }
  const auto number = [&](const char* name) {
    return (*values)[static_cast<std::size_t>(type.parameter_index(name))].number();
  };
  if (is_switch(reading.kind)) {
    reading.low = number("off"), reading.high = number("on");
    reading.step = reading.high - reading.low;
  } else {
    reading.low = number("Minimum"), reading.high = number("Maximum");
    reading.step = number("Step") > 0 ? number("Step") : (reading.high - reading.low) / 100;
  }
  if (!std::isfinite(reading.high - reading.low) || !std::isfinite(reading.step))
    reading = {.kind = reading.kind,
               .target = reading.target,
               .problem = "its limits are not finite numbers",
               .remedy = "enter finite ones"};
}

}  // namespace

ControlReading read_control(const Diagram& diagram, const BlockLibrary& library, Id control) {
  const Block& block = diagram.blocks.at(control);
  ControlReading reading;
  reading.kind = control_kind(block).value_or(ControlKind::Slider);
  if (const auto given = block.parameters.find("target"); given != block.parameters.end())
    reading.target = given->second;
  const BlockType* type = library.find(block.type);
  if (!type) return reading;
  read_limits(diagram, *type, control, reading);
  if (!reading.problem.empty()) return reading;
  const auto target = target_of(diagram, library, control);
  if (!target) {
    complain(reading, target.error());
    return reading;
  }
  const Expression expression = expression_of(diagram, library, *target);
  const auto value = expr::evaluate(expression.text, workspace_of(diagram, expression.level));
  const bool number = value && value->is_scalar() && !value->is_string() && !value->is_complex();
  if (number)
    reading.value = (*value)(0, 0);
  else
    complain(reading, value ? sim::error({}, "'" + reading.target + "' is no single number") : value.error());
  return reading;
}

static bool nearer_to_on(const ControlReading& reading, double value) {
  return std::abs(value - reading.high) < std::abs(value - reading.low);
}

bool is_on(const ControlReading& reading) { return nearer_to_on(reading, reading.value); }

double nearest_setting(const ControlReading& reading, double value) {
  if (is_switch(reading.kind)) return nearer_to_on(reading, value) ? reading.high : reading.low;
  if (!(value > reading.low)) return reading.low;
  if (value >= reading.high) return reading.high;
  const double setting = reading.low + std::round((value - reading.low) / reading.step) * reading.step;
  return std::abs(setting - value) < reading.high - value ? setting : reading.high;
}

void retarget_controls(const Diagram& diagram, Id renamed, Edit& edit) {
  std::optional<Diagram> after;
  for (const auto& [id, control] : diagram.blocks) {
    const auto given = control.parameters.find("target");
    if (!control_kind(control) || given == control.parameters.end()) continue;
    const auto dot = given->second.rfind('.');
    if (dot == std::string::npos) continue;
    const std::string path = given->second.substr(0, dot);
    const auto element = find_seen_from(diagram, control.parent, path);
    Id around = element.value_or(no_id);
    while (around != no_id && around != renamed) around = diagram.blocks.at(around).parent;
    if (around == no_id) continue;
    if (!after) apply(after.emplace(diagram), edit);
    const bool near = block_path(diagram, *element) != path;
    std::string now = block_path(*after, *element);
    if (near) now = now.substr(block_path(*after, control.parent).size() + 1);
    Block retargeted = after->blocks.at(id);
    retargeted.parameters["target"] = now + given->second.substr(dot);
    edit.set(id, std::move(retargeted));
  }
}

Result<double> read_setting(const Diagram& diagram, Id control, const std::string& expression) {
  const auto value = expr::evaluate(expression, workspace_of(diagram, diagram.blocks.at(control).parent));
  if (!value) return value.errors();
  if (!value->is_scalar() || value->is_string() || value->is_complex())
    return sim::error({}, "this is no single number", "enter one");
  return (*value)(0, 0);
}

std::string setting_text(double value) {
  constexpr int digits = 12;
  return to_text(value == 0 ? 0.0 : value, digits);
}

Edit set_control(const Diagram& diagram, const BlockLibrary& library, Id control, double value) {
  const ControlReading reading = read_control(diagram, library, control);
  if (!reading.problem.empty() || !std::isfinite(value)) return {};
  const std::string text = setting_text(nearest_setting(reading, value));
  const auto target = target_of(diagram, library, control);
  if (!target || expression_of(diagram, library, *target).text == text) return {};
  Edit edit{"Set " + (reading.target.empty() ? diagram.blocks.at(control).name : reading.target), {}};
  if (target->parameter.empty()) {
    Variable variable = diagram.variables.at(target->element);
    variable.expression = text;
    edit.set(target->element, std::move(variable));
    return edit;
  }
  Block block = diagram.blocks.at(target->element);
  if (target->masked) {
    for (MaskParameter& parameter : block.mask->parameters)
      if (parameter.name == target->parameter) parameter.expression = text;
  } else {
    const BlockType& type = *library.find(block.type);
    give(block, type.parameters[static_cast<std::size_t>(type.parameter_index(target->parameter))], text);
  }
  edit.set(target->element, std::move(block));
  return edit;
}

}  // namespace sim

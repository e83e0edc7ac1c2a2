#include "sim_core/scripting/assignments.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/quantity.h"
#include "sim_core/expr/script.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/interfaces/present_names.h"

namespace sim {

// What to do about a name that is none of these.
static std::string remedy_for(const std::string& name, const std::vector<std::string>& names,
                              const std::string& without_any) {
  std::string near = did_you_mean(name, names);
  if (!near.empty()) return near;
  constexpr std::size_t most = 20;
  if (names.empty() || names.size() > most) return without_any;
  return "it has " + join(names, ", ");
}

std::optional<std::pair<std::string, std::string>> split_assignment(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return {};
  return std::pair{text.substr(0, equals), text.substr(equals + 1)};
}

Result<Id> block_of_path(const Diagram& diagram, const std::string& path, const std::string& name) {
  if (const auto id = find_block(diagram, path)) return *id;
  std::vector<std::string> paths;
  for (const auto& [other, block] : diagram.blocks) paths.push_back(block_path(diagram, other));
  return error(name, "the model has no block '" + path + "'",
               remedy_for(path, paths, "write its path, such as Plant/Gain"));
}

// What is wrong with the text itself, whatever its names are worth; nothing: it can be read.
static std::optional<Diagnostic> unreadable(const std::string& name, const std::string& expression) {
  const auto ast = expr::parse(expr::split_quantity(expression).expression);
  if (ast) return {};
  Diagnostic d = ast.error();
  d.path = name;
  return d;
}

static std::optional<Diagnostic> unreadable(const std::string& name, const ParameterSpec& spec,
                                            const std::string& text) {
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  if (spec.kind == ParameterKind::Script) {
    const auto script = expr::parse_script(text);
    if (script) return {};
    Diagnostic d = script.error();
    d.path = name;
    return d;
  }
  const bool formula =
      spec.kind == ParameterKind::Formula && text.find_first_of(";\n") == text.npos;  // no list
  const bool expression = spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer ||
                          spec.kind == ParameterKind::SampleTime || formula;
  return expression && !blank ? unreadable(name, text) : std::nullopt;
}

static Edit set_expression(Id id, Variable variable, const std::string& expression) {
  Edit edit{"Change " + variable.name, {}};
  variable.expression = expression;
  edit.set(id, std::move(variable));
  return edit;
}

Result<Edit> assign_variable(const Diagram& diagram, const std::string& name, const std::string& expression) {
  std::vector<std::string> names;
  for (const auto& [id, variable] : diagram.variables) {
    if (variable.name == name) {
      if (auto problem = unreadable(name, expression)) return *std::move(problem);
      return set_expression(id, variable, expression);
    }
    names.push_back(variable.name);
  }
  return error(name, "the model has no variable of this name",
               remedy_for(name, names,
                          names.empty() ? "it has no variables; write Block/path.parameter=EXPR for a block"
                                        : "look at its variables"));
}

Result<Edit> define_variable(Diagram& diagram, const std::string& name, const std::string& expression) {
  if (auto problem = unreadable(name, expression)) return *std::move(problem);
  for (const auto& [id, variable] : diagram.variables)
    if (variable.name == name) return set_expression(id, variable, expression);
  if (!expr::is_name(name))
    return error(name, "a variable cannot have this name",
                 "use letters, digits and _, and a letter at the beginning");
  Edit edit{"Add " + name, {}};
  edit.set(diagram.new_id(), Variable{name, expression, {}, {}, {}});
  return edit;
}

Result<Edit> assign_parameter(const Diagram& diagram, const BlockLibrary& library, const std::string& path,
                              const std::string& parameter, const std::string& text) {
  const std::string name = path + '.' + parameter;
  const auto id = block_of_path(diagram, path, name);
  if (!id) return id.errors();
  Block block = diagram.blocks.at(*id);
  Edit edit{"Change " + block.name, {}};
  std::vector<std::string> names;
  if (block.mask)
    for (const MaskParameter& masked : block.mask->parameters) names.push_back(masked.name);
  const BlockType* type = library.find(block.type);
  const int index = type ? type->parameter_index(parameter) : -1;
  if (const auto at = std::find(names.begin(), names.end(), parameter); at != names.end()) {
    MaskParameter& masked = block.mask->parameters[static_cast<std::size_t>(at - names.begin())];
    if (masked.evaluate)
      if (auto problem = unreadable(name, text)) return *std::move(problem);
    masked.expression = text;
  } else if (type && index < 0) {
    for (const ParameterSpec& spec : type->parameters) names.push_back(spec.name);
    return error(name, "a " + type->label + " block has no parameter '" + parameter + "'",
                 remedy_for(parameter, names, names.empty() ? "" : "see the block's parameters"));
  } else if (index < 0) {
    block.parameters[parameter] = text;
  } else {
    const ParameterSpec& spec = type->parameters[static_cast<std::size_t>(index)];
    if (auto problem = unreadable(name, spec, text)) return *std::move(problem);
    give(block, spec, text);
  }
  edit.set(*id, std::move(block));
  return edit;
}

Result<Edit> assign(const Diagram& diagram, const BlockLibrary& library, const std::string& name,
                    const std::string& text) {
  const auto dot = name.rfind('.');
  if (dot == std::string::npos) return assign_variable(diagram, name, text);
  return assign_parameter(diagram, library, name.substr(0, dot), name.substr(dot + 1), text);
}

Result<Edit> assign_setting(const std::string& key, const std::string& value) {
  auto checked = check_setting(key, value);
  if (!checked) {
    Diagnostic d = checked.error();
    if (!d.path.starts_with(key)) d.path = key;  // it may name a line of it
    return d;
  }
  Edit edit{"Change " + key, {}};
  edit.set_setting(key, *checked);
  return edit;
}

Diagnostics give_input(Diagram& diagram, const std::string& name, const std::string& text) {
  std::vector<std::string> names;
  for (const ModelInput& input : model_inputs(diagram)) {
    names.push_back(input.name);
    if (input.name != name) continue;
    const bool table = names_table(text);
    const std::string given = table ? std::filesystem::absolute(text).string() : text;
    Block block = diagram.blocks.at(input.block);
    for (const auto& [parameter, value] : model_input_parameters(given)) block.parameters[parameter] = value;
    Edit edit{"Change " + name, {}};
    edit.set(input.block, std::move(block));
    apply(diagram, edit);
    if (table && diagram.access) {
      auto access = std::make_shared<FileAccess>(*diagram.access);
      access->allow_read(given);
      diagram.access = std::move(access);
    }
    return {};
  }
  return {error(name, "the model has no top-level Inport of this name",
                remedy_for(name, names, names.empty() ? "it has no inputs" : "look at its inputs"))};
}

Diagnostics make_assignments(Diagram& diagram, const BlockLibrary& library,
                             std::span<const Assignment> assignments) {
  Diagnostics problems;
  for (const auto& [kind, name, text] : assignments) {
    Diagnostics found;
    if (kind == Assignment::Kind::Input) {
      found = give_input(diagram, name, text);
    } else {
      const auto edit = kind == Assignment::Kind::Setting ? assign_setting(name, text)
                                                          : assign(diagram, library, name, text);
      if (edit)
        apply(diagram, *edit);
      else
        found = edit.errors();
    }
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

}  // namespace sim

#include "sim_core/estimation/varied_parameters.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/block/evaluate_parameter.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/scripting/assignments.h"

namespace sim {

Result<VariedParameter> read_varied_parameter(const std::string& text, const std::string& place) {
  const auto split = split_assignment(text);
  VariedParameter parameter;
  parameter.name = split ? split->first : text;
  if (!split) return parameter;
  const auto refused = [&](const char* why) {
    return error(place + " " + parameter.name, "'" + split->second + "' " + why,
                 "write NAME=START, NAME=LOW..HIGH or NAME=LOW..START..HIGH");
  };
  std::vector<double> numbers;
  std::size_t from = 0;
  while (from <= split->second.size()) {
    const std::size_t dots = std::min(split->second.find("..", from), split->second.size());
    const auto value = parse_number(split->second.substr(from, dots - from));
    if (!value || std::isnan(*value)) return refused("is no number and no range");
    numbers.push_back(*value);
    from = dots + 2;
  }
  if (numbers.size() > 3) return refused("has too many numbers");
  if (numbers.size() != 2) parameter.start = numbers[numbers.size() / 2];
  if (numbers.size() > 1) parameter.minimum = numbers.front(), parameter.maximum = numbers.back();
  return parameter;
}

// What a parameter is worth in the model.
static Result<double> value_of(const Diagram& diagram, const BlockLibrary& library, const std::string& name) {
  const auto no_number = [&] {
    return error(name, "it is no single number", "name scalar parameters: one variable for each element");
  };
  const auto point = name.rfind('.');
  if (point == std::string::npos) {
    const auto workspace = workspace_of(diagram, no_id);
    for (const auto& [id, variable] : diagram.variables)
      if (variable.name == name) {
        const auto value = expr::evaluate(variable.expression, expr::WorkspaceScope(workspace));
        if (!value) return error(name, value.error().message, value.error().remedy);
        const auto number = value->as_scalar();
        if (!number) return no_number();
        return *number;
      }
  }
  const auto edit = assign(diagram, library, name, "0");  // says what is near an unknown name
  if (!edit) return edit.errors();
  const auto id = block_of_path(diagram, name.substr(0, point), name);
  if (!id) return id.errors();
  const Block& block = diagram.blocks.at(*id);
  const BlockType* type = library.find(block.type);
  const int index = type ? type->parameter_index(name.substr(point + 1)) : -1;
  if (index < 0) return no_number();
  const ParameterSpec& spec = type->parameters[static_cast<std::size_t>(index)];
  const auto workspace = workspace_of(diagram, block.parent);
  const auto value = evaluate_parameter(spec, parameter_text(block, spec), expr::WorkspaceScope(workspace));
  if (!value || value->numbers.size() != 1 || spec.kind != ParameterKind::Real) return no_number();
  return value->number();
}

Result<std::vector<double>> starting_values(const Diagram& diagram, const BlockLibrary& library,
                                            std::vector<VariedParameter>& parameters) {
  std::vector<double> start;
  for (VariedParameter& parameter : parameters) {
    const auto value = value_of(diagram, library, parameter.name);
    if (!value) return value.errors();
    if (!parameter.start) parameter.start = *value;
    if (!(parameter.minimum <= parameter.maximum))
      return error(parameter.name, "its least value exceeds its greatest", "exchange the bounds");
    start.push_back(std::clamp(*parameter.start, parameter.minimum, parameter.maximum));
  }
  return start;
}

Diagnostics put_values(Diagram& diagram, const BlockLibrary& library,
                       const std::vector<VariedParameter>& parameters, const std::vector<double>& x) {
  std::vector<Assignment> values;
  for (std::size_t k = 0; k < x.size(); ++k)
    values.push_back({Assignment::Kind::Value, parameters[k].name, to_text(x[k])});
  return make_assignments(diagram, library, values);
}

Result<Edit> write_values(const std::string& label, const Diagram& diagram, const BlockLibrary& library,
                          const std::vector<VariedParameter>& parameters, const std::vector<double>& x) {
  Diagram trial = diagram;
  Edit whole{label, {}};
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const auto edit = assign(trial, library, parameters[k].name, to_text(x[k], 6));
    if (!edit) return edit.errors();
    apply(trial, *edit);
    whole.changes.insert(whole.changes.end(), edit->changes.begin(), edit->changes.end());
  }
  return whole;
}

}  // namespace sim

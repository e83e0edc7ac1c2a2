#include "sim_core/interfaces/variable_names.h"

#include <algorithm>

#include "sim_core/expr/script.h"
#include "sim_core/interfaces/control_kind.h"

namespace sim {

static bool is_formula_input(const BlockType& type, std::string_view name) {
  if (name == "t") return true;
  if (name == "x") return type.id == "constraints/energy_projection";
  if (name == "q") return type.id == "constraints/constrained_motion";
  return name.starts_with('u') &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

IsVariableName variable_names_of(const BlockLibrary& library) {
  return [&library](const Block& block, const std::string& parameter, std::string_view name) {
    const BlockType* type = library.find(block.type);
    if (!type) return true;
    const int index = type->parameter_index(parameter);
    if (index < 0) return true;
    const ParameterKind kind = type->parameters[static_cast<std::size_t>(index)].kind;
    if (control_kind(block) && parameter == "target") return block.parameters.at("target") == name;
    // The further conditions of an If block are formulas in one text.
    const bool conditions = type->id == "ports/if" && kind == ParameterKind::Text;
    if (kind == ParameterKind::Script) {
      const auto text = block.parameters.find(parameter);
      return text != block.parameters.end() && !expr::is_script_name(text->second, name);
    }
    if (kind == ParameterKind::Formula || conditions) return !is_formula_input(*type, name);
    return kind == ParameterKind::Real || kind == ParameterKind::Integer || kind == ParameterKind::SampleTime;
  };
}

}  // namespace sim

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/expr/parser.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

static Result<expr::Value> found(const expr::WorkspaceScope& inside, const expr::Workspace& level,
                                 const std::string& name) {
  auto value = inside.find_from(level, name);
  if (!value) return value.errors();
  return **value;
}

std::vector<MaskValue> mask_values(const Mask& mask, const expr::WorkspaceScope& inside) {
  const auto statements = read_initialization(mask.initialization).statements;
  std::vector<const expr::Workspace*> levels{
      &inside.workspace()};  // of the last statement, ..., the parameters
  for (std::size_t k = 0; k < statements.size(); ++k) levels.push_back(levels.back()->outer());
  std::vector<MaskValue> values;
  for (const MaskParameter& parameter : mask.parameters)
    values.push_back({parameter.name, 0, found(inside, *levels.back(), parameter.name)});
  for (std::size_t k = 0; k < statements.size(); ++k) {
    for (const std::string_view each : statements[k].names) {
      const std::string name(each);
      values.push_back({name, statements[k].line, found(inside, *levels[statements.size() - 1 - k], name)});
    }
  }
  return values;
}

namespace {

std::optional<Diagnostic> wrong_value(const MaskParameter& parameter, const expr::Value& value) {
  const std::string what = "mask parameter '" + parameter.name + "' ";
  if (parameter.editor == MaskEditor::Choice && !parameter.choices.empty() &&
      std::find(parameter.choices.begin(), parameter.choices.end(), parameter.expression) ==
          parameter.choices.end())
    return error({}, what + "is '" + parameter.expression + "', which is not one of its choices",
                 "write " + join(parameter.choices, " or "));
  const auto beyond = [&](double number) {
    return (parameter.minimum && !(number >= *parameter.minimum)) ||
           (parameter.maximum && !(number <= *parameter.maximum));
  };
  const auto at = std::find_if(value.real().begin(), value.real().end(), beyond);
  if (at == value.real().end()) return std::nullopt;
  const bool below = parameter.minimum && !(*at >= *parameter.minimum);
  return error({},
               what + "is " + to_text(*at) + ", but must be at " +
                   (below ? "least " + to_text(*parameter.minimum) : "most " + to_text(*parameter.maximum)),
               "choose a value within its limits");
}

std::optional<Diagnostic> wrong_name(const MaskParameter& parameter, std::set<std::string>& seen) {
  if (!expr::is_name(parameter.name))
    return error({}, "mask parameter '" + parameter.name + "' cannot have this name",
                 "use letters, digits and _, a letter first");
  if (!seen.insert(parameter.name).second)
    return error({}, "two mask parameters have the name '" + parameter.name + "'",
                 "rename or delete one of them");
  return std::nullopt;
}

}  // namespace

Diagnostics check_mask(const Mask& mask, const expr::WorkspaceScope& inside) {
  Diagnostics problems;
  std::set<std::string> seen, told;
  const std::vector<MaskValue> values = mask_values(mask, inside);
  for (std::size_t k = 0; k < mask.parameters.size(); ++k) {
    const MaskParameter& parameter = mask.parameters[k];
    const Result<expr::Value>& value = values[k].value;
    if (auto wrong = wrong_name(parameter, seen)) {
      problems.push_back(*wrong);
    } else if (!value) {
      told.insert(value.error().message);
      problems.push_back(error({}, "in its mask, " + value.error().message, value.error().remedy));
    } else if (auto beyond = wrong_value(parameter, *value)) {
      problems.push_back(*beyond);
    }
  }
  for (const Diagnostic& problem : read_initialization(mask.initialization).problems)
    problems.push_back(error({}, problem.path + ": " + problem.message, problem.remedy));
  int told_line = 0;
  for (std::size_t k = mask.parameters.size(); k < values.size(); ++k) {
    const Result<expr::Value>& value = values[k].value;
    if (values[k].line == told_line) continue;  // several names of one call
    // A line that only needs another one that is wrong is not told of again.
    if (!value && told.insert(value.error().message).second) {
      told_line = values[k].line;
      problems.push_back(error({}, initialization_place(values[k].line) + ": " + value.error().message,
                               value.error().remedy));
    }
  }
  return problems;
}

}  // namespace sim

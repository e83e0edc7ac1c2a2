#include "sim_core/interfaces/call_backs.h"

#include <algorithm>
#include <set>

#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/interfaces/data_files.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim {

expr::Workspace with_call_back(expr::Workspace workspace, std::string_view statements) {
  for (const MaskStatement& statement : read_initialization(statements).statements) {
    expr::Workspace next(std::make_shared<const expr::Workspace>(std::move(workspace)),
                         expr::Workspace::Definitions::Outside);
    // Spaces in front, so that messages name the column in the line.
    const std::string indent(static_cast<std::size_t>(statement.column - 1), ' ');
    next.define(statement.names, indent + std::string(statement.expression));
    workspace = std::move(next);
  }
  return workspace;
}

namespace {

// Evaluates the statements one after the other, each in the workspace of those before it.
class Evaluation {
 public:
  Evaluation(expr::Workspace outer, std::string_view statements, const char* call_back)
      : read_(read_initialization(statements, call_back)),
        call_back_(call_back),
        workspace_(with_call_back(std::move(outer), statements)) {}

  // The last value of each name, in the order of the statements; problems of all statements.
  Result<expr::NamedValues> values() const {
    Diagnostics problems = read_.problems;
    const expr::WorkspaceScope scope(workspace_);
    std::vector<const expr::Workspace*> levels{&workspace_};  // from the last statement to the first
    for (std::size_t k = 1; k < read_.statements.size(); ++k) levels.push_back(levels.back()->outer());
    expr::NamedValues values;
    std::set<std::string> told;
    for (std::size_t k = 0; k < read_.statements.size(); ++k) {
      const MaskStatement& statement = read_.statements[k];
      for (const std::string_view name : statement.names) {
        const auto value = scope.find_from(*levels[read_.statements.size() - 1 - k], name);
        if (value && *value) {
          std::erase_if(values, [&](const auto& known) { return known.first == name; });
          values.emplace_back(name, **value);
        } else if (!value && told.insert(value.error().message).second) {
          problems.push_back(error(initialization_place(statement.line, call_back_), value.error().message,
                                   value.error().remedy));
        }
      }
    }
    if (!problems.empty()) return problems;
    return values;
  }

  std::set<std::string> names_read() const {
    std::set<std::string> names;
    for (const MaskStatement& statement : read_.statements)
      for (const std::string_view name : expr::name_places(statement.expression)) names.emplace(name);
    return names;
  }

 private:
  const MaskInitialization read_;
  const char* call_back_;
  const expr::Workspace workspace_;
};

}  // namespace

static Diagnostics hidden_names(const Diagram& diagram, const std::string& statements) {
  Diagnostics found;
  const auto is_hidden_by = [](const Variable& variable, const std::string& name) {
    if (variable.name != name) return false;
    const auto read = expr::name_places(variable.expression);  // k = 2*k uses the one it hides
    return std::ranges::find(read, name) == read.end();
  };
  for (const std::string& name : call_back_names(statements))
    if (std::ranges::any_of(diagram.variables,
                            [&](const auto& variable) { return is_hidden_by(variable.second, name); }))
      found.push_back(warning(after_opening, "the variable '" + name + "' of the model hides its value",
                              "remove one of them, or set it in InitFcn"));
  return found;
}

Diagnostics call_back_problems(const Diagram& diagram) {
  const std::string opening = setting(diagram, after_opening), compiling = setting(diagram, before_compiling);
  if (opening.empty() && compiling.empty()) return {};
  Diagnostics problems = hidden_names(diagram, opening);
  const auto add = [&](const Result<expr::NamedValues>& values) {
    if (!values) problems.insert(problems.end(), values.errors().begin(), values.errors().end());
  };
  add(Evaluation(expr::Workspace(outer_variables(diagram)), opening, after_opening).values());
  add(Evaluation(variables_workspace(diagram), compiling, before_compiling).values());
  return problems;
}

std::vector<std::string> call_back_names(std::string_view statements) {
  std::vector<std::string> names;
  for (const MaskStatement& statement : read_initialization(statements).statements)
    for (const std::string_view name : statement.names)
      if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  return names;
}

Result<expr::NamedValues> call_back_values(
    const Diagram& diagram, const char* call_back,
    const std::function<std::optional<expr::Value>(const std::string& name)>& given) {
  const std::string statements = setting(diagram, call_back);
  expr::Workspace level(std::make_shared<const expr::Workspace>(model_workspace(diagram)));
  for (const std::string& name : Evaluation(expr::Workspace(), statements, call_back).names_read())
    if (auto value = given(name)) level.define(name, *std::move(value));
  return Evaluation(std::move(level), statements, call_back).values();
}

Diagnostics call_back_problems(const Diagram& diagram, const char* call_back,
                               const std::vector<std::string>& given) {
  const std::string statements = setting(diagram, call_back);
  if (const auto checked = check_setting(call_back, statements); !checked) return checked.errors();
  expr::Workspace level(std::make_shared<const expr::Workspace>(model_workspace(diagram)));
  for (const std::string& name : given) level.define(name, expr::Value());
  Diagnostics problems;
  for (const MaskStatement& statement : read_initialization(statements).statements) {
    for (const std::string& name : expr::unknown_names(statement.expression, expr::WorkspaceScope(level)))
      problems.push_back(error(initialization_place(statement.line, call_back), "unknown name '" + name + "'",
                               "define it among the variables of the model, or record the signal"));
    for (const std::string_view name : statement.names) level.define(std::string(name), expr::Value());
  }
  return problems;
}

Diagram with_values(Diagram diagram, const expr::NamedValues& values) {
  std::string statements = setting(diagram, before_compiling);
  for (const auto& [name, value] : values) statements += "\n" + name + " = " + expr::to_text(value);
  diagram.settings[before_compiling] = std::move(statements);
  return diagram;
}

}  // namespace sim

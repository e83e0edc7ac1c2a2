#include <algorithm>
#include <filesystem>

#include "sim_core/base/trimmed.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/statement_split.h"
#include "sim_core/import/simulink/cells.h"
#include "sim_core/import/simulink/encoding.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/structures.h"
#include "sim_core/import/simulink/workspace_data.h"

namespace sim::importing::simulink {

// What changes no variable that a model could use.
static bool is_harmless(const std::string& statement) {
  for (const char* word : {"clear", "clc", "close", "format", "disp", "fprintf", "figure", "warning"})
    if (statement.rfind(word, 0) == 0) return true;
  return false;
}

// Of a variable, or of a field in one.
static bool is_path(const std::string& name) {
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t dot = std::min(name.find('.', from), name.size());
    if (!expr::is_name(name.substr(from, dot - from))) return false;
    from = dot + 1;
  }
  return true;
}

Assignments assignments_in(const std::string& script, const std::string& origin) {
  Assignments found;
  for (const std::string& statement : expr::split_statements(script)) {
    if (is_harmless(statement)) continue;
    const std::size_t equals = statement.find('=');
    const std::string name = name_of_cell(std::string(trimmed(statement.substr(0, equals))));
    if (equals != statement.npos && is_path(name) && statement.compare(equals, 2, "==") != 0)
      found.variables.push_back({name, std::string(trimmed(statement.substr(equals + 1))), origin});
    else if (expr::is_name(statement))
      found.calls.push_back(statement);
    else
      found.others.push_back(collapsed(statement).substr(0, 60));
  }
  return found;
}

static constexpr std::size_t max_workspace_text = 100'000;  // of one variable

static void add_script(SourceModel& model, const ModelParts& parts, const std::string& script,
                       const std::string& origin, int depth);

static void call(SourceModel& model, const ModelParts& parts, const std::string& name,
                 const std::string& origin, int depth) {
  const std::filesystem::path file = std::filesystem::path(parts.path).parent_path() / (name + ".m");
  std::error_code failed;
  const auto script = std::filesystem::is_regular_file(file, failed)
                          ? read_text_file(file.string(), std::size_t{1} << 20, "", "")
                          : Result<std::string>(error({}, "not there"));
  if (script && depth < 3)
    add_script(model, parts, to_utf8(*script, {}), name + ".m", depth + 1);
  else
    model.remarks.push_back(
        warning(origin, "it calls \"" + name + "\", which is not beside the model",
                "put " + name + ".m beside it, or define the variables that are missing"));
}

static void add_script(SourceModel& model, const ModelParts& parts, const std::string& script,
                       const std::string& origin, int depth) {
  Assignments found = assignments_in(script, origin);
  for (const std::string& name : found.calls) call(model, parts, name, origin, depth);
  for (SourceVariable& variable : found.variables) model.variables.push_back(std::move(variable));
  if (!found.others.empty())
    model.remarks.push_back(
        warning(origin,
                "only its plain assignments are taken over; \"" + found.others.front() + "\"" +
                    (found.others.size() > 1
                         ? " and " + std::to_string(found.others.size() - 1) + " more statements are not"
                         : " is not"),
                "define what is missing as variables of the model"));
}

// The variables of the model's own workspace, which hide others of their names: data in the file, or a
// script.
static void add_workspace(SourceModel& model, const ModelParts& parts) {
  constexpr const char* origin = "model workspace";
  if (const std::string* script = parts.model.find("WSMCode")) add_script(model, parts, *script, origin, 0);
  if (const std::string file = parts.model.value("WSFileName"); file.ends_with(".m"))
    call(model, parts, file.substr(0, file.size() - 2), origin, 0);
  if (parts.model.find("WSMdlFileData")) model.remarks.push_back(unread_variables(origin));
  WorkspaceData data = workspace_data_in(parts.workspace);
  for (const auto& [name, value] : data.values) {
    std::string text = expr::to_text(value);
    if (text.size() <= max_workspace_text)
      model.variables.push_back({name, std::move(text), origin});
    else
      data.unread.push_back(name + ", " + expr::describe(value));
  }
  for (const std::string& name : data.unread)
    model.remarks.push_back(warning(origin, "it holds " + name + ", which cannot be read",
                                    "define what is missing as a variable of the model"));
}

// What runs are asked for at a pause and at the end; whether its names mean anything is seen in the diagram.
static void add_call_back(SourceModel& model, const ModelParts& parts, const char* name) {
  const std::string* script = parts.model.find(name);
  if (!script) return;
  const Assignments found = assignments_in(*script, name);
  std::string& statements = model.call_backs[name];
  std::vector<std::string> others = found.others;
  others.insert(others.end(), found.calls.begin(), found.calls.end());
  for (const SourceVariable& variable : found.variables) {
    std::string statement = variable.name + " = " + variable.expression;
    if (expr::is_name(variable.name))
      statements += (statements.empty() ? "" : "\n") + std::move(statement);
    else
      others.push_back(std::move(statement));
  }
  if (!others.empty())
    model.remarks.push_back(warning(name, "\"" + others.front() + "\" is not taken over",
                                    "a call-back sets variables: write lines name = expression"));
}

Diagnostic unread_variables(const std::string& part) {
  return warning(part, "the variables in this part of the file cannot be read",
                 "define those that are missing as variables of the model");
}

void add_variables(SourceModel& model, const ModelParts& parts) {
  for (const char* name : {"PreLoadFcn", "PostLoadFcn", "InitFcn", "StartFcn"})
    if (const std::string* script = parts.model.find(name)) add_script(model, parts, *script, name, 0);
  for (const char* name : {"PauseFcn", "StopFcn"}) add_call_back(model, parts, name);
  add_workspace(model, parts);
  model.variables = with_structures(with_cells(model.variables));
}

}  // namespace sim::importing::simulink

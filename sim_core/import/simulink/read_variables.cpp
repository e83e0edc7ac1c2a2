#include <algorithm>
#include <filesystem>

#include "sim_core/diagram/text_file.h"
#include "sim_core/expr/parser.h"
#include "sim_core/import/simulink/encoding.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/structures.h"

namespace sim::importing::simulink {

// Statements of a script, cut at ; , and line ends outside of brackets and texts; without comments.
static std::vector<std::string> statements_of(const std::string& script) {
  std::vector<std::string> all(1);
  int depth = 0;
  bool text = false;
  for (std::size_t at = 0; at < script.size(); ++at) {
    const char c = script[at];
    const char before = all.back().empty() ? ' ' : all.back().back();
    const bool transpose = c == '\'' && !text &&
                           (std::isalnum(static_cast<unsigned char>(before)) || before == ')' ||
                            before == ']' || before == '\'' || before == '.' || before == '_');
    if (!text && (c == '%' || script.compare(at, 3, "...") == 0)) {
      const bool goes_on = c == '.';
      at = std::min(script.find('\n', at), script.size());
      if (!goes_on && depth == 0) all.emplace_back();
      if (!goes_on && depth > 0) all.back() += '\n';
      continue;
    }
    if (c == '\'' && !transpose) text = !text;
    if (!text && (c == '[' || c == '(' || c == '{')) ++depth;
    if (!text && (c == ']' || c == ')' || c == '}')) --depth;
    if (c == '\n') text = false;
    if (!text && depth <= 0 && (c == ';' || c == '\n' || c == ','))
      all.emplace_back();
    else
      all.back() += c;
  }
  return all;
}

static std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  return from == text.npos ? std::string() : text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1);
}

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
  for (const std::string& raw : statements_of(script)) {
    const std::string statement = trimmed(raw);
    if (statement.empty() || is_harmless(statement)) continue;
    const std::size_t equals = statement.find('=');
    const std::string name = trimmed(statement.substr(0, equals));
    if (equals != statement.npos && is_path(name) && statement.compare(equals, 2, "==") != 0)
      found.variables.push_back({name, trimmed(statement.substr(equals + 1)), origin});
    else if (expr::is_name(statement))
      found.calls.push_back(statement);
    else
      found.others.push_back(collapsed(statement).substr(0, 60));
  }
  return found;
}

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

void add_variables(SourceModel& model, const ModelParts& parts) {
  for (const char* name : {"PreLoadFcn", "PostLoadFcn", "InitFcn", "StartFcn"})
    if (const std::string* script = parts.model.find(name)) add_script(model, parts, *script, name, 0);
  model.variables = with_structures(model.variables);
}

}  // namespace sim::importing::simulink

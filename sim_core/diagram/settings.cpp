#include "sim_core/diagram/settings.h"

#include "sim_core/base/text.h"
#include "sim_core/diagram/data_file_names.h"
#include "sim_core/diagram/mask_initialization.h"
#include "sim_core/expr/parser.h"

namespace sim {

static std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    auto bar = text.find('|');
    parts.push_back(text.substr(0, bar));
    text = bar == std::string_view::npos ? std::string_view{} : text.substr(bar + 1);
  }
  return parts;
}

static std::string_view unit_of(std::string_view setting) {
  for (std::string_view time :
       {"StartTime", "StopTime", "InitialStep", "MaxStep", "MinStep", "FixedStep", "OutputTimes"})
    if (setting == time) return "s";
  return {};
}

std::span<const SettingSpec> all_settings() {
  static const std::vector<SettingSpec> table = {
#define SETTING(name, page, label, kind, default_value, choices, help) \
  {#name, page, label, SettingKind::kind, default_value, split(choices), help, unit_of(#name)},
#include "sim_core/diagram/settings.def"
#undef SETTING
  };
  return table;
}

const SettingSpec* find_setting(std::string_view name) {
  for (const SettingSpec& spec : all_settings())
    if (spec.name == name) return &spec;
  return nullptr;
}

bool names_variables(const SettingSpec& spec) {
  return is_expression(spec.kind) || (spec.kind == SettingKind::Statements && spec.name != "PostLoadFcn");
}

std::string setting(const Diagram& diagram, std::string_view name) {
  auto it = diagram.settings.find(std::string(name));
  if (it != diagram.settings.end()) return it->second;
  const SettingSpec* spec = find_setting(name);
  return spec ? std::string(spec->default_value) : std::string();
}

TimeUnit time_unit(const Diagram& diagram) { return time_unit(setting(diagram, "TimeUnit")); }

static std::vector<std::string> texts(const std::vector<std::string_view>& views) {
  return {views.begin(), views.end()};
}

static Result<std::string> check_files(const std::string& place, std::string_view value) {
  for (const std::string& name : data_file_names(value))
    if (data_file_ending(name).empty())
      return error(place, "'" + name + "' is no file of variables",
                   "name files that end in .json, .flxdata, .mat or .csv");
  return std::string(value);
}

// Whether its statements can be read; what they are worth is seen where they are evaluated.
static Result<std::string> check_statements(const std::string& place, std::string_view value) {
  const MaskInitialization read = read_initialization(value, place);
  if (!read.problems.empty()) return read.problems;
  for (const MaskStatement& statement : read.statements)
    if (const auto parsed = expr::parse_results(statement.expression, statement.names.size()); !parsed)
      return error(initialization_place(statement.line, place), parsed.error().message,
                   parsed.error().remedy);
  return std::string(value);
}

Result<std::string> check_setting(std::string_view name, std::string_view value) {
  const std::string place(name);
  const SettingSpec* spec = find_setting(name);
  if (!spec) {
    std::vector<std::string> names;
    for (const SettingSpec& s : all_settings()) names.emplace_back(s.name);
    auto hint = did_you_mean(name, names);
    return error(place, "there is no such setting",
                 hint.empty() ? "see the list of settings in docs/command-line.md" : hint);
  }
  std::vector<std::string> allowed =
      spec->kind == SettingKind::Flag ? std::vector<std::string>{"on", "off"} : texts(spec->choices);
  if (is_expression(spec->kind)) {
    if (value.empty()) return error(place, "a value is missing", "write a number or an expression");
    return std::string(value);
  }
  if (spec->kind == SettingKind::Files) return check_files(place, value);
  if (spec->kind == SettingKind::Statements) return check_statements(place, value);
  for (const std::string& choice : allowed)
    if (choice == value) return choice;
  return error(place, "'" + std::string(value) + "' is not one of the choices",
               "choose " + join(allowed, ", "));
}

}  // namespace sim

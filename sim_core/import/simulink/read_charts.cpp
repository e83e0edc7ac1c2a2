#include "sim_core/import/simulink/model_parts.h"

namespace sim::importing::simulink {

// The program inside a section, at whatever depth.
static const std::string* script_in(const Record& record) {
  if (const std::string* script = record.find("script")) return script;
  for (const Record& child : record.children)
    if (const std::string* script = script_in(child)) return script;
  return nullptr;
}

// In .slx files a chart holds its state, in .mdl files they stand side by side and the state names the chart.
static void collect(const Record& record, std::map<std::string, std::string>& names,
                    std::map<std::string, std::string>& scripts) {
  if (record.word == "chart") names[record.value("id")] = record.value("name");
  const std::string chart = record.word == "chart" ? record.value("id") : record.value("chart");
  if (record.word == "chart" || record.word == "state")
    if (const std::string* script = script_in(record); script && !chart.empty()) scripts[chart] = *script;
  for (const Record& child : record.children) collect(child, names, scripts);
}

static void collect_parameters(const Record& record, std::set<std::string>& names) {
  if (record.word == "data" && record.value("scope") == "PARAMETER_DATA") names.insert(record.value("name"));
  for (const Record& child : record.children) collect_parameters(child, names);
}

std::set<std::string> program_parameters_of(const std::vector<Record>& stateflow) {
  std::set<std::string> names;
  for (const Record& part : stateflow) collect_parameters(part, names);
  return names;
}

Programs programs_of(const std::vector<Record>& stateflow) {
  std::map<std::string, std::string> names, scripts;
  for (const Record& part : stateflow) collect(part, names, scripts);
  Programs programs;
  for (const auto& [chart, script] : scripts)
    if (const auto name = names.find(chart); name != names.end()) programs[collapsed(name->second)] = script;
  return programs;
}

}  // namespace sim::importing::simulink

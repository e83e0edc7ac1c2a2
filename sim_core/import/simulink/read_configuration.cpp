#include "sim_core/import/simulink/model_parts.h"

namespace sim::importing::simulink {

static bool is_component(const Record& record) {
  const std::string name = record.find("ClassName") ? record.value("ClassName") : record.word;
  return name == "Simulink.SolverCC" || name == "Simulink.DataIOCC" || name == "Simulink.DebuggingCC" ||
         name == "Simulink.OptimizationCC";
}

// Where there are several sets, the first one counts.
static void collect(std::map<std::string, std::string>& all, const Record& record, int depth) {
  if (depth > 12) return;
  if (is_component(record)) {
    for (const auto& [key, value] : record.values) all.emplace(key, value);
    return;
  }
  if (record.word == "System" || record.word == "BlockParameterDefaults") return;
  for (const Record& child : record.children) collect(all, child, depth + 1);
}

std::map<std::string, std::string> configuration_of(const Record& model,
                                                    const std::vector<Record>& settings) {
  std::map<std::string, std::string> all;
  for (const Record& part : settings) collect(all, part, 0);
  collect(all, model, 0);
  // Files up to version 5 have them among the values of the model.
  if (all.empty())
    for (const auto& [key, value] : model.values) all.emplace(key, value);
  return all;
}

}  // namespace sim::importing::simulink

#include "sim_core/interfaces/model_inputs.h"

#include <algorithm>
#include <cstdlib>

#include "sim_core/base/data_file.h"
#include "sim_core/base/locale_independent.h"

namespace sim {

static std::string text_of(const Block& block, const char* parameter) {
  const auto it = block.parameters.find(parameter);
  return it == block.parameters.end() ? std::string() : it->second;
}

std::vector<Id> top_level_ports(const Diagram& diagram, const std::string& type) {
  std::vector<std::pair<int, Id>> found;
  for (const auto& [id, block] : diagram.blocks) {
    if (block.type != type || block.parent != no_id || block.commented != CommentedOut::No) continue;
    const std::string port = text_of(block, "port");
    found.emplace_back(port.empty() ? 1 : std::atoi(port.c_str()), id);
  }
  std::stable_sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::vector<Id> ids;
  for (auto& [port, id] : found) ids.push_back(id);
  return ids;
}

std::vector<ModelInput> model_inputs(const Diagram& diagram) {
  std::vector<ModelInput> inputs;
  for (const Id id : top_level_ports(diagram, "ports/inport")) {
    const Block& block = diagram.blocks.at(id);
    const std::string formula = text_of(block, model_input_parameter);
    inputs.push_back({id, block.name, formula.empty() ? text_of(block, data_file_parameter) : formula});
  }
  return inputs;
}

bool names_table(const std::string& text) {
  const auto dot = text.rfind('.');
  if (dot == std::string::npos) return false;
  std::string ending = text.substr(dot);
  for (char& c : ending) c = lower_case(c);
  return ending == ".csv" || ending == ".tsv" || ending == ".txt" || ending == ".mat";
}

std::map<std::string, std::string> model_input_parameters(const std::string& text) {
  const bool table = names_table(text);
  return {{model_input_parameter, table ? std::string() : text},
          {data_file_parameter, table ? text : std::string()},
          {data_columns_parameter, {}}};
}

}  // namespace sim

#include "sim_core/diagram/output_members.h"

#include "sim_core/base/text.h"

namespace sim {

std::string read_output_members(const Block& block, const char* member,
                                const std::function<std::string(int output, const Json&)>& read) {
  const auto given = block.unknown.find(member);
  if (given == block.unknown.end()) return {};
  const auto json = parse_json(given->second, {});
  if (!json || json->kind != Json::Kind::Object) return "it is no object with a member for each output";
  std::string why;
  for (std::size_t k = 0; k < json->keys.size(); ++k) {
    const auto port = parse_number(json->keys[k]);
    const bool known = port && *port >= 1 && *port <= max_port_number && *port == static_cast<int>(*port);
    std::string problem = known ? read(static_cast<int>(*port) - 1, json->items[k])
                                : "'" + json->keys[k] + "' is no number of an output";
    if (!problem.empty()) why = std::move(problem);
  }
  return why;
}

void write_output_members(Block& block, const char* member, const std::map<int, std::string>& said) {
  std::string json;
  for (const auto& [output, text] : said)
    json += (json.empty() ? "" : ", ") + json_string(std::to_string(output + 1)) + ": " + text;
  if (json.empty())
    block.unknown.erase(member);
  else
    block.unknown[member] = "{" + json + "}";
}

}  // namespace sim

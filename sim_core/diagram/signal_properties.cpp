#include "sim_core/diagram/signal_properties.h"

#include <algorithm>
#include <vector>

#include "sim_core/base/element_type.h"
#include "sim_core/base/text.h"
#include "sim_core/base/unit.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"

namespace sim {

static constexpr const char* member = "signal_properties";

static constexpr struct {
  const char* key;
  std::string SignalProperties::*text;
} text_members[] = {{"unit", &SignalProperties::unit},
                    {"type", &SignalProperties::type},
                    {"min", &SignalProperties::minimum},
                    {"max", &SignalProperties::maximum},
                    {"description", &SignalProperties::description}};

static std::string read_one(const Json& json, SignalProperties& out) {
  if (json.kind != Json::Kind::Object) return "what is said of a signal has to be an object";
  for (std::size_t k = 0; k < json.keys.size(); ++k) {
    const Json& value = json.items[k];
    bool known = json.keys[k] == "log" && value.kind == Json::Kind::Boolean;
    if (known) out.logged = value.text == "true";
    for (const auto& each : text_members)
      if (json.keys[k] == each.key && value.kind == Json::Kind::Text)
        out.*each.text = value.text, known = true;
    if (!known) return "'" + json.keys[k] + "' is no property of a signal, or has no value of its kind";
  }
  return {};
}

std::map<int, SignalProperties> signal_properties(const Block& block, Diagnostics* problems) {
  std::map<int, SignalProperties> out;
  const auto given = block.unknown.find(member);
  if (given == block.unknown.end()) return out;
  std::string why;
  const auto json = parse_json(given->second, {});
  if (!json || json->kind != Json::Kind::Object) {
    why = "it is no object with a member for each output";
  } else {
    for (std::size_t k = 0; k < json->keys.size(); ++k) {
      const auto port = parse_number(json->keys[k]);
      SignalProperties read;
      if (!port || !(*port >= 1 && *port <= max_port_number) || *port != static_cast<int>(*port))
        why = "'" + json->keys[k] + "' is no number of an output";
      else if (std::string problem = read_one(json->items[k], read); !problem.empty())
        why = problem;
      else
        out[static_cast<int>(*port) - 1] = std::move(read);
    }
  }
  if (!why.empty() && problems)
    problems->push_back(
        warning({}, std::string("its member '") + member + "' is not read: " + why,
                "known are log (true or false) and the texts unit, type, min, max and description"));
  return out;
}

SignalProperties signal_properties(const Block& block, int port) {
  const auto all = signal_properties(block);
  const auto found = all.find(port);
  return found == all.end() ? SignalProperties() : found->second;
}

void set_signal_properties(Block& block, int port, const SignalProperties& properties) {
  auto all = signal_properties(block);
  all[port] = properties;
  std::string json;
  for (const auto& [number, each] : all) {
    if (each == SignalProperties()) continue;
    std::string members = each.logged ? "\"log\": true" : "";
    for (const auto& [key, text] : text_members)
      if (!(each.*text).empty())
        members += (members.empty() ? "" : ", ") + json_string(key) + ": " + json_string(each.*text);
    json += (json.empty() ? "" : ", ") + json_string(std::to_string(number + 1)) + ": {" + members + "}";
  }
  if (json.empty())
    block.unknown.erase(member);
  else
    block.unknown[member] = "{" + json + "}";
}

Edit change_signal(const Diagram& diagram, PortRef output, const SignalProperties& properties) {
  const auto block = diagram.blocks.find(output.block);
  if (block == diagram.blocks.end() || output.kind != PortKind::Signal) return {};
  Block changed = block->second;
  const bool was = signal_properties(changed, output.port).logged;
  set_signal_properties(changed, output.port, properties);
  if (changed == block->second) return {};
  Edit edit{was == properties.logged ? "Signal Properties"
            : properties.logged      ? "Log Signal"
                                     : "Stop Logging Signal",
            {}};
  edit.set(output.block, std::move(changed));
  return edit;
}

std::string problem_with_unit(const std::string& text) {
  return text.empty() || parse_unit(text) ? ""
                                          : "the unit is not known; write for example m/s^2, N*m or degC";
}

std::string problem_with_type(const std::string& text) {
  std::vector<std::string> names;
  for (const ElementType type : all_element_types) names.emplace_back(name_of(type));
  return text.empty() || std::find(names.begin(), names.end(), text) != names.end()
             ? ""
             : "there is no such type; write one of " + join(names, ", ");
}

}  // namespace sim

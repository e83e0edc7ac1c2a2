#include "sim_core/diagram/signal_properties.h"

#include <algorithm>
#include <vector>

#include "sim_core/base/element_type.h"
#include "sim_core/base/text.h"
#include "sim_core/base/unit.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/output_members.h"

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
  const std::string why = read_output_members(block, member, [&out](int output, const Json& value) {
    SignalProperties read;
    std::string problem = read_one(value, read);
    if (problem.empty()) out[output] = std::move(read);
    return problem;
  });
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
  std::map<int, std::string> said;
  for (const auto& [number, each] : all) {
    if (each == SignalProperties()) continue;
    std::string members = each.logged ? "\"log\": true" : "";
    for (const auto& [key, text] : text_members)
      if (!(each.*text).empty())
        members += (members.empty() ? "" : ", ") + json_string(key) + ": " + json_string(each.*text);
    said[number] = "{" + members + "}";
  }
  write_output_members(block, member, said);
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

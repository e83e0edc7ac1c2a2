#pragma once
// The block types that the structure of a diagram is made of, by the names they have in a file. A diagram
// knows no types; the edits that make or take apart subsystems know these.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "sim_core/diagram/diagram.h"

namespace sim::well_known {

inline constexpr std::string_view subsystem = "ports/subsystem", inport = "ports/inport",
                                  outport = "ports/outport", connection_port = "ports/connection_port",
                                  goto_tag = "routing/goto", from_tag = "routing/from",
                                  tag_scope = "routing/goto_tag_visibility",
                                  bus_creator = "routing/bus_creator",
                                  specification = "attributes/signal_specification";

// They say when, how often or on what the subsystem around them is executed.
inline constexpr std::string_view controls[] = {
    "ports/enable",       "ports/trigger",        "ports/action_port", "ports/reset_port",
    "ports/for_iterator", "ports/while_iterator", "ports/for_each"};

inline bool is_control(const Block& b) {
  return std::find(std::begin(controls), std::end(controls), b.type) != std::end(controls);
}
inline bool is_port(const Block& b) {
  return b.type == inport || b.type == outport || b.type == connection_port;
}

inline std::string text_of(const Block& b, const std::string& parameter, const char* otherwise) {
  const auto it = b.parameters.find(parameter);
  return it == b.parameters.end() ? otherwise : it->second;
}

// The number of a port block, from 0; nothing where it is no plain number.
inline std::optional<int> port_number(const Block& b) {
  const std::string text = text_of(b, "port", "1");
  int number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || number < 1) return std::nullopt;
  return number - 1;
}

inline std::string tag_of(const Block& b) { return text_of(b, "GotoTag", "A"); }
inline bool is_local(const Block& b) { return text_of(b, "TagVisibility", "local") == "local"; }

}  // namespace sim::well_known

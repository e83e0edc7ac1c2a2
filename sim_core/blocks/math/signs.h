#pragma once
// The text that says how many inputs a Sum or Product has and what it does with each: "++-", "*/", with '|'
// as spacers, or just a number, "3", for that many of the first kind.
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/block/block_type.h"

namespace sim::blocks {

inline constexpr int max_operands = 1000;

// The operations, one character an input; empty if `text` is none. `kinds`: the characters allowed, the first
// the default.
inline std::string parse_signs(std::string_view text, std::string_view kinds) {
  int count = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (status == std::errc{} && end == text.data() + text.size())
    return count >= 1 && count <= max_operands ? std::string(static_cast<std::size_t>(count), kinds[0])
                                               : std::string();
  std::string signs;
  for (char c : text) {
    if (c == '|' || c == ' ') continue;
    if (kinds.find(c) == std::string_view::npos) return {};
    signs += c;
  }
  return static_cast<int>(signs.size()) <= max_operands ? signs : std::string();
}

// One input for each sign: u1, u2, ... `first` and `other` say what it means for the input.
inline std::vector<PortSpec> sign_ports(std::string_view text, std::string_view kinds, const char* first,
                                        const char* other) {
  std::vector<PortSpec> ports;
  for (char sign : parse_signs(text, kinds))
    ports.push_back({"u" + std::to_string(ports.size() + 1), sign == kinds[0] ? first : other});
  return ports;
}

}  // namespace sim::blocks

#pragma once
// Lists that people write as text.
#include <string>
#include <string_view>
#include <vector>

namespace sim {

// "a, b.c" at ',' is {"a", "b.c"}: the parts without the spaces around them. Empty text has no parts.
inline std::vector<std::string> split(std::string_view text, char separator) {
  constexpr std::string_view space = " \t\r\n";
  std::vector<std::string> parts;
  if (text.find_first_not_of(space) == text.npos) return parts;
  for (;;) {
    const auto end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    const auto first = part.find_first_not_of(space), last = part.find_last_not_of(space);
    parts.emplace_back(first == part.npos ? std::string_view{} : part.substr(first, last - first + 1));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace sim

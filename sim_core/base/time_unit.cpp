#include "sim_core/base/time_unit.h"

#include <string>
#include <utility>

#include "sim_core/base/trimmed.h"
#include "sim_core/base/unit.h"

namespace sim {

Result<double> seconds_in(std::string_view unit) {
  if (unit.empty()) return 1.0;
  constexpr std::pair<std::string_view, std::string_view> others[] = {
      {"sec", "s"},    {"secs", "s"},     {"second", "s"},    {"seconds", "s"}, {"msec", "ms"},
      {"mins", "min"}, {"minute", "min"}, {"minutes", "min"}, {"hr", "h"},      {"hrs", "h"},
      {"hour", "h"},   {"hours", "h"},    {"d", "day"},       {"days", "day"}};
  for (const auto& [name, same] : others)
    if (unit == name) unit = same;
  const auto parsed = parse_unit(unit);
  if (!parsed || !convertible(*parsed, *parse_unit("s")))
    return error({}, "'" + std::string(unit.substr(0, 40)) + "' is not a unit of time",
                 "name the column 'time [s]', or with ms, min, h or d in place of s");
  return parsed->factor;
}

Result<double> seconds_of_title(std::string_view title) {
  title = trimmed(title);
  const auto open = title.find_first_of("[(");
  if (open == std::string_view::npos || open == 0) return 1.0;
  if (title.back() != (title[open] == '[' ? ']' : ')')) return 1.0;
  const std::string_view inside = trimmed(title.substr(open + 1, title.size() - open - 2));
  if (inside.find_first_not_of("0123456789, ") == std::string_view::npos) return 1.0;
  return seconds_in(inside);
}

TimeUnit time_unit(const std::string& name) {
  const auto seconds = seconds_in(name);
  return seconds ? TimeUnit{name, *seconds} : TimeUnit();
}

}  // namespace sim

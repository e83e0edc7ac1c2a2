#include "sim_core/study/value_list.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/text.h"

namespace sim {

// "0:0.5:2"; nothing: it is no range of numbers.
static std::optional<std::vector<std::string>> read_range(const std::string& text, Diagnostics& problems) {
  std::vector<double> ends;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const auto number = parse_number(text.substr(begin, end - begin));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    ends.push_back(*number);
    begin = end + 1;
  }
  if (ends.size() != 2 && ends.size() != 3) return std::nullopt;
  const double step = ends.size() == 3 ? ends[1] : 1, span = ends.back() - ends.front();
  const double count = std::floor(span / step * (1 + 1e-12) + 1e-9) + 1;
  std::vector<std::string> values;
  if (!(count >= 1) || count > 100'000) {
    problems.push_back(error(text, "this range has no numbers, or too many", "write FIRST:STEP:LAST"));
    return values;
  }
  for (int k = 0; k < static_cast<int>(count); ++k) values.push_back(to_text(ends.front() + k * step));
  return values;
}

Result<std::vector<std::string>> read_value_list(const std::string& text) {
  std::vector<std::string> parts(1), values;
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    quoted = quoted != (c == '"');
    if (!quoted) depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth <= 0 && !quoted)
      parts.emplace_back();
    else if (c != ' ' || !parts.back().empty())
      parts.back() += c;
  }
  Diagnostics problems;
  for (std::string& part : parts) {
    while (part.ends_with(' ')) part.pop_back();
    if (part.empty())
      return error(text, "a value is missing", "write them with commas between, such as 1, 2, 3");
    if (const auto range = read_range(part, problems))
      values.insert(values.end(), range->begin(), range->end());
    else
      values.push_back(part);
    if (!problems.empty()) return problems;
  }
  return values;
}

}  // namespace sim

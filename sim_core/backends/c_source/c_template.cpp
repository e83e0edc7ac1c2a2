#include "sim_core/backends/c_source/c_template.h"

#include <algorithm>
#include <vector>

namespace sim::c_source {

namespace {

bool has_all(std::string_view names, const Filling& filling) {
  while (!names.empty()) {
    const auto end = std::min(names.find(' '), names.size());
    if (!filling.features.contains(names.substr(0, end))) return false;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return true;
}

// A brace that encloses no name of a value is one of C.
std::string with_values(std::string_view line, const Filling& filling) {
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '{') {
      const auto end = line.find('}', at);
      const auto found =
          end == line.npos ? filling.values.end() : filling.values.find(line.substr(at + 1, end - at - 1));
      if (found != filling.values.end()) {
        out += found->second;
        at = end + 1;
        continue;
      }
    }
    out += line[at++];
  }
  return out;
}

// A value that stands alone has lines of its own.
bool is_value(std::string_view line, const Filling& filling) {
  return line.size() > 2 && line.front() == '{' && line.back() == '}' &&
         filling.values.contains(line.substr(1, line.size() - 2));
}

}  // namespace

std::string fill_in(std::string_view text, const Filling& filling) {
  std::string out;
  std::vector<bool> open{true};  // of the parts that enclose a line
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("%if "))
      open.push_back(has_all(line.substr(4), filling));
    else if (line == "%else")
      open.back() = !open.back();
    else if (line == "%end")
      open.pop_back();
    else if (std::all_of(open.begin(), open.end(), [](bool o) { return o; }))
      out += with_values(line, filling) + (is_value(line, filling) ? "" : "\n");
  }
  return out;
}

}  // namespace sim::c_source

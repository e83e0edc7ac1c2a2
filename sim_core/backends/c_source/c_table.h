#pragma once
// Initializers of tables.
#include <cstdint>
#include <string>

#include "sim_core/backends/c_source/c_text.h"

namespace sim::c_source {

// "{a, b, c}", row by row.
template <class Rows, class Text>
std::string table(const Rows& rows, const Text& text) {
  std::string out;
  for (const auto& row : rows) out += (out.empty() ? "{" : ", ") + text(row);
  return out + "}";
}

inline std::string whole(std::int64_t value) {
  // A literal of so many digits is a long long.
  return value > 2'147'483'647 || value < -2'147'483'647 ? "INT64_C(" + std::to_string(value) + ")"
                                                         : std::to_string(value);
}
inline constexpr auto whole_text = [](auto value) { return whole(value); };

// Without elements it has one, which nobody reads.
template <class Values>
std::string whole_table(const Values& values) {
  return values.empty() ? std::string("{0}") : table(values, whole_text);
}
template <class Values>
std::string number_table(const Values& values) {
  return values.empty() ? std::string("{0.0}") : table(values, number);
}

}  // namespace sim::c_source

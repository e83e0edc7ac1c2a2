#pragma once
// Numbers in JSON files: those that are not finite are the texts "inf", "-inf" and "nan". `Json` is the type
// of the library that reads and writes, which stays out of headers.
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/text.h"

namespace sim {

// What a file says that cannot be; caught, as the library's own exceptions, where reading began.
struct JsonMismatch {
  std::string what;
};

// What an exception of the library says, without its own name.
inline std::string json_failure_text(std::string_view what) {
  const auto end = what.starts_with("[json.exception") ? what.find("] ") : what.npos;
  return std::string(end == what.npos ? what : what.substr(end + 2));
}

template <class Json>
Json number_to_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(to_text(value));
}

template <class Json, class Numbers>
Json numbers_to_json(const Numbers& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(number_to_json<Json>(value));
  return all;
}

template <class Json>
double number_from_json(const Json& json) {
  if (json.is_number()) return json.template get<double>();
  const auto text = json.template get<std::string>();
  const auto value = parse_number(text);
  if (!value) throw JsonMismatch{"'" + text + "' is not a number"};
  return *value;
}

// A whole number that its type holds; written as 3.0 too.
template <std::integral Number, class Json>
Number integer_from_json(const Json& json) {
  constexpr double limit = 9223372036854775808.0;  // 2^63
  if (json.is_number_unsigned()) {
    const auto value = json.template get<std::uint64_t>();
    if (std::in_range<Number>(value)) return static_cast<Number>(value);
  } else if (json.is_number_integer()) {
    const auto value = json.template get<std::int64_t>();
    if (std::in_range<Number>(value)) return static_cast<Number>(value);
  } else if (json.is_number_float()) {
    const auto value = json.template get<double>();
    if (value == std::floor(value) && value >= -limit && value < limit &&
        std::in_range<Number>(static_cast<std::int64_t>(value)))
      return static_cast<Number>(static_cast<std::int64_t>(value));
  }
  throw JsonMismatch{"a number that counts something is not whole, or out of range"};
}

template <std::integral Number, class Json>
std::vector<Number> integers_from_json(const Json& json) {
  std::vector<Number> all;
  for (const Json& value : json) all.push_back(integer_from_json<Number>(value));
  return all;
}

template <class Json>
std::vector<double> numbers_from_json(const Json& json) {
  std::vector<double> all;
  for (const Json& value : json) all.push_back(number_from_json(value));
  return all;
}

}  // namespace sim

#pragma once
// Numbers in JSON files: those that are not finite are the texts "inf", "-inf" and "nan". `Json` is the type
// of the library that reads and writes, which stays out of headers.
#include <cmath>
#include <string>
#include <vector>

#include "sim_core/base/text.h"

namespace sim {

// What a file says that cannot be; caught, as the library's own exceptions, where reading began.
struct JsonMismatch {
  std::string what;
};

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

template <class Json>
std::vector<double> numbers_from_json(const Json& json) {
  std::vector<double> all;
  for (const Json& value : json) all.push_back(number_from_json(value));
  return all;
}

}  // namespace sim

#include "sim_core/expr/quantity.h"

#include <algorithm>

#include "sim_core/base/unit.h"
#include "sim_core/expr/parser.h"

namespace sim::expr {

static constexpr std::string_view blanks = " \t";

// "5 %": the only % of the text, and the last that stands there. One with anything behind it begins a
// comment.
static bool ends_in_percent(std::string_view trimmed) {
  return trimmed.size() > 1 && trimmed.find('%') == trimmed.size() - 1;
}

Quantity split_quantity(std::string_view text) {
  const Quantity whole{text, {}};
  const auto last = text.find_last_not_of(blanks);
  if (last == std::string_view::npos) return whole;
  const std::string_view trimmed = text.substr(0, last + 1);
  if (ends_in_percent(trimmed)) {
    const std::string_view expression = trimmed.substr(0, trimmed.size() - 1);
    return parse(expression) ? Quantity{expression, trimmed.substr(trimmed.size() - 1)} : whole;
  }
  const auto is_letter = [](unsigned char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  // "5 ms", or "5ms": where a letter follows a digit or a bracket.
  auto gap = trimmed.find_last_of(blanks);
  std::size_t begin = gap + 1;
  if (gap == std::string_view::npos) {
    for (gap = begin = 1; begin < trimmed.size(); gap = ++begin)
      if (is_letter(trimmed[begin]) &&
          std::string_view("0123456789.)]").find(trimmed[begin - 1]) != trimmed.npos)
        break;
  }
  if (gap == 0 || begin >= trimmed.size()) return whole;
  const std::string_view expression = text.substr(0, gap), unit = trimmed.substr(begin);
  if (std::none_of(unit.begin(), unit.end(), is_letter)) return whole;
  if (parse(text) || !parse(expression) || !parse_unit(unit)) return whole;
  return {expression, unit};
}

static std::vector<double> converted(std::vector<double> values, const UnitConversion& conversion) {
  for (double& v : values) v = conversion(v);
  return values;
}

Result<Value> evaluate_in(std::string_view unit, std::string_view text, const Scope& scope) {
  Result<Value> value = evaluate(text, scope);
  if (value) return value;
  const Quantity quantity = split_quantity(text);
  if (quantity.unit.empty()) return value;
  const std::string given = "'" + std::string(quantity.unit) + "'";
  const bool is_ratio = quantity.unit == "%";  // fits where no unit is expected
  const auto from = parse_unit(quantity.unit), to = parse_unit(unit.empty() ? "1" : unit);
  if ((unit.empty() && !is_ratio) || !to)
    return error({}, "the value has a unit, " + given + ", but none is expected here",
                 "write it without a unit");
  if (!convertible(*from, *to))
    return error({}, "the unit " + given + " does not fit: the value is measured in " + std::string(unit),
                 "write it in " + std::string(unit) + ", or in another unit of the same kind");
  value = evaluate(quantity.expression, scope);
  if (!value || !value->is_numeric()) return value;
  if (value->is_complex() && conversion(*from, *to).offset != 0)
    return error({}, "a complex value has no unit with an offset, such as " + given, "write it in K");
  const UnitConversion conversion_to = conversion(*from, *to);
  return Value::matrix(value->shape(), converted(value->real(), conversion_to),
                       converted(value->imaginary(), conversion_to));
}

}  // namespace sim::expr

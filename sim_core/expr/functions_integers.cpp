// Numbers of the integer types, their quotients, and the bits of whole numbers.
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/integers.h"

namespace sim::expr {

static Value converted(const Value& x, ElementType type) {
  require_real(x);
  std::vector<double> out = equal_elements(x.real().size());
  for (const int k : often_stoppable(x.size())) out[static_cast<std::size_t>(k)] = as_integer(x[k], type);
  return Value::integers(type, x.shape(), std::move(out));
}

Value as_int8(Arguments arguments) { return converted(arguments[0], ElementType::Int8); }
Value as_int16(Arguments arguments) { return converted(arguments[0], ElementType::Int16); }
Value as_int32(Arguments arguments) { return converted(arguments[0], ElementType::Int32); }
Value as_int64(Arguments arguments) { return converted(arguments[0], ElementType::Int64); }
Value as_uint8(Arguments arguments) { return converted(arguments[0], ElementType::UInt8); }
Value as_uint16(Arguments arguments) { return converted(arguments[0], ElementType::UInt16); }
Value as_uint32(Arguments arguments) { return converted(arguments[0], ElementType::UInt32); }
Value as_uint64(Arguments arguments) { return converted(arguments[0], ElementType::UInt64); }

static ElementType integer_type(const Value& name) {
  const auto type = element_type(name.text());
  if (!type || !is_integer(*type)) fail("expected the name of an integer type", "write 'int32'");
  return *type;
}

// A number of the type that is named, 'double' and 'logical' too.
Value cast_to(Arguments arguments) {
  if (!arguments[1].is_string()) fail("the type is a string, not " + describe(arguments[1]), "write 'int32'");
  const std::string& name = arguments[1].text();
  if (name == "double") return double_precision(arguments.first(1));
  if (name == "single") return single_precision(arguments.first(1));
  if (name == "logical") return logical(arguments.first(1));
  return converted(arguments[0], integer_type(arguments[1]));
}

static Value limit_of(Arguments arguments, double IntegerRange::*end) {
  const ElementType type = arguments.empty() ? ElementType::Int32 : integer_type(arguments[0]);
  return converted(Value::scalar(range_of(type).*end), type);
}

Value least_integer(Arguments arguments) { return limit_of(arguments, &IntegerRange::lowest); }
Value greatest_integer(Arguments arguments) { return limit_of(arguments, &IntegerRange::highest); }

// Of elements at the same places, or of one number and each element.
template <class F>
static Value of_pairs(Arguments arguments, ElementType type, F f) {
  const Value &a = arguments[0], &b = arguments[1];
  require_real(a);
  require_real(b);
  if (a.shape() != b.shape() && !a.is_scalar() && !b.is_scalar())
    fail("shapes " + describe(a) + " and " + describe(b) + " do not match");
  const Value& larger = a.is_scalar() ? b : a;
  std::vector<double> out = equal_elements(larger.real().size());
  for (const int k : often_stoppable(larger.size()))
    out[static_cast<std::size_t>(k)] = f(a[a.is_scalar() ? 0 : k], b[b.is_scalar() ? 0 : k]);
  if (!is_integer(type)) return Value::matrix(larger.shape(), std::move(out));
  for (double& x : out) x = as_integer(x, type);
  return Value::integers(type, larger.shape(), std::move(out));
}

static ElementType type_of_both(Arguments arguments) {
  const auto type = joined_type(arguments[0].type(), arguments[1].type());
  if (!type) fail(type.error().message, type.error().remedy);
  return *type;
}

// The remainder decides: the quotient of two doubles may be rounded.
static double quotient(double x, double y, const std::string& rounding) {
  if (y == 0) return x / y;
  const double toward_zero = std::trunc((x - std::fmod(x, y)) / y), rest = std::fmod(x, y);
  if (rest == 0) return toward_zero;
  const double sign = (x < 0) == (y < 0) ? 1 : -1;
  if (rounding == "floor") return sign > 0 ? toward_zero : toward_zero - 1;
  if (rounding == "ceil") return sign > 0 ? toward_zero + 1 : toward_zero;
  if (rounding == "round" && 2 * std::abs(rest) >= std::abs(y)) return toward_zero + sign;
  return toward_zero;
}

Value integer_quotient(Arguments arguments) {
  const std::string rounding = arguments.size() > 2 ? arguments[2].text() : "fix";
  if (rounding != "fix" && rounding != "floor" && rounding != "ceil" && rounding != "round")
    fail("the rounding is 'fix', 'floor', 'ceil' or 'round'");
  const ElementType type = type_of_both(arguments);
  if (!is_integer(type)) fail("one of the two must be an integer", "write idivide(int32(x), int32(y))");
  return of_pairs(arguments, type, [&](double x, double y) { return quotient(x, y, rounding); });
}

static double power_of_2(int exponent) { return std::ldexp(1.0, exponent); }

static std::uint64_t as_bits(double x) {
  if (x != std::floor(x) || x < 0 || x >= power_of_2(53))
    fail("bits are those of whole numbers from 0 to 2^53 - 1, not of " + sim::to_text(x));
  return static_cast<std::uint64_t>(x);
}

Value bits_and(Arguments arguments) {
  return of_pairs(arguments, type_of_both(arguments),
                  [](double a, double b) { return static_cast<double>(as_bits(a) & as_bits(b)); });
}
Value bits_or(Arguments arguments) {
  return of_pairs(arguments, type_of_both(arguments),
                  [](double a, double b) { return static_cast<double>(as_bits(a) | as_bits(b)); });
}
Value bits_xor(Arguments arguments) {
  return of_pairs(arguments, type_of_both(arguments),
                  [](double a, double b) { return static_cast<double>(as_bits(a) ^ as_bits(b)); });
}
// Bits beyond those of the type, or beyond 2^53, are lost, as those below 1.
Value bits_shifted(Arguments arguments) {
  const ElementType type = arguments[0].is_integer() ? arguments[0].type() : ElementType::Double;
  constexpr int exact = 53;
  const int bits = is_integer(type) ? std::min(bits_of(type), exact) : exact;
  return of_pairs(arguments, type, [&](double a, double k) {
    if (k != std::floor(k) || std::abs(k) > exact) fail("bits are shifted by whole numbers from -53 to 53");
    const double shifted = std::ldexp(static_cast<double>(as_bits(a)), static_cast<int>(k));
    const double kept = std::fmod(std::floor(shifted), power_of_2(bits));
    if (is_signed_integer(type) && kept > range_of(type).highest)
      fail("a bit is moved into the sign of " + std::string(name_of(type)), "use an unsigned type");
    return kept;
  });
}

}  // namespace sim::expr

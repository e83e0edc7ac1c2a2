// Numbers as the integer types would have them, and their bits. The results are numbers like others: types of
// signals are a matter of blocks.
#include <cmath>
#include <map>

#include "sim_core/base/text.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

// Rounded, halves away from zero, and held within the range; nan is 0.
static Value integers(const Value& x, double least, double greatest) {
  require_real(x);
  std::vector<double> out = equal_elements(x.real().size());
  for (const int k : often_stoppable(x.size()))
    out[static_cast<std::size_t>(k)] =
        std::isnan(x[k]) ? 0 : std::min(std::max(std::round(x[k]), least), greatest) + 0.0;
  return Value::matrix(x.shape(), std::move(out));
}

static double power_of_2(int exponent) { return std::ldexp(1.0, exponent); }
static Value with_sign(const Value& x, int bits) {
  return integers(x, -power_of_2(bits - 1), power_of_2(bits - 1) - 1);
}
static Value without_sign(const Value& x, int bits) { return integers(x, 0, power_of_2(bits) - 1); }

Value as_int8(Arguments arguments) { return with_sign(arguments[0], 8); }
Value as_int16(Arguments arguments) { return with_sign(arguments[0], 16); }
Value as_int32(Arguments arguments) { return with_sign(arguments[0], 32); }
Value as_int64(Arguments arguments) { return with_sign(arguments[0], 64); }
Value as_uint8(Arguments arguments) { return without_sign(arguments[0], 8); }
Value as_uint16(Arguments arguments) { return without_sign(arguments[0], 16); }
Value as_uint32(Arguments arguments) { return without_sign(arguments[0], 32); }
Value as_uint64(Arguments arguments) { return without_sign(arguments[0], 64); }

static Value limit_of(Arguments arguments, double sign) {
  static const std::map<std::string, Value (*)(Arguments), std::less<>> types = {
      {"int8", &as_int8},   {"int16", &as_int16},   {"int32", &as_int32},   {"int64", &as_int64},
      {"uint8", &as_uint8}, {"uint16", &as_uint16}, {"uint32", &as_uint32}, {"uint64", &as_uint64}};
  const auto type = types.find(arguments.empty() ? std::string_view("int32") : arguments[0].text());
  if (type == types.end()) fail("expected the name of an integer type", "write 'int32'");
  const Value beyond = Value::scalar(sign * power_of_2(70));
  return type->second({&beyond, 1});
}

Value least_integer(Arguments arguments) { return limit_of(arguments, -1); }
Value greatest_integer(Arguments arguments) { return limit_of(arguments, 1); }

static std::uint64_t bits_of(double x) {
  if (x != std::floor(x) || x < 0 || x >= power_of_2(53))
    fail("bits are those of whole numbers from 0 to 2^53 - 1, not of " + sim::to_text(x));
  return static_cast<std::uint64_t>(x);
}

// Of elements at the same places, or of one number and each element.
template <class F>
static Value of_pairs(Arguments arguments, F f) {
  const Value &a = arguments[0], &b = arguments[1];
  require_real(a);
  require_real(b);
  if (a.shape() != b.shape() && !a.is_scalar() && !b.is_scalar())
    fail("shapes " + describe(a) + " and " + describe(b) + " do not match");
  const Value& larger = a.is_scalar() ? b : a;
  std::vector<double> out = equal_elements(larger.real().size());
  for (const int k : often_stoppable(larger.size()))
    out[static_cast<std::size_t>(k)] = f(a[a.is_scalar() ? 0 : k], b[b.is_scalar() ? 0 : k]);
  return Value::matrix(larger.shape(), std::move(out));
}

Value bits_and(Arguments arguments) {
  return of_pairs(arguments, [](double a, double b) { return static_cast<double>(bits_of(a) & bits_of(b)); });
}
Value bits_or(Arguments arguments) {
  return of_pairs(arguments, [](double a, double b) { return static_cast<double>(bits_of(a) | bits_of(b)); });
}
Value bits_xor(Arguments arguments) {
  return of_pairs(arguments, [](double a, double b) { return static_cast<double>(bits_of(a) ^ bits_of(b)); });
}
// Bits beyond 2^53 are lost, as those below 1.
Value bits_shifted(Arguments arguments) {
  return of_pairs(arguments, [](double a, double k) {
    if (k != std::floor(k) || std::abs(k) > 53) fail("bits are shifted by whole numbers from -53 to 53");
    const double shifted = std::ldexp(static_cast<double>(bits_of(a)), static_cast<int>(k));
    return std::fmod(std::floor(shifted), power_of_2(53));
  });
}

}  // namespace sim::expr

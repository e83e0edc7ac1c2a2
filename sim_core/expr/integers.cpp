#include "sim_core/expr/integers.h"

#include <algorithm>
#include <cmath>

#include "sim_core/expr/failure.h"

namespace sim::expr {

static bool is_of_integers(Elementary op) {
  switch (op) {
    case Elementary::Negate:
    case Elementary::Add:
    case Elementary::Subtract:
    case Elementary::Multiply:
    case Elementary::Divide:
    case Elementary::Power:
    case Elementary::Abs:
    case Elementary::Sign:
    case Elementary::Floor:
    case Elementary::Ceil:
    case Elementary::Round:
    case Elementary::Fix:
    case Elementary::Minimum:
    case Elementary::Maximum:
    case Elementary::Mod:
    case Elementary::Rem:
    case Elementary::RealPart:
    case Elementary::ImaginaryPart:
    case Elementary::Conjugate:
      return true;
    default:
      return false;
  }
}

static Diagnostic two_types(ElementType a, ElementType b) {
  const std::string one(name_of(a)), other(name_of(b));
  return error({}, one + " and " + other + " do not mix", "convert one of them, as in " + one + "(x)");
}

Result<ElementType> result_type(Elementary op, ElementType a, ElementType b) {
  if (info(op).truth) return ElementType::Boolean;
  if (!is_integer(a) && !is_integer(b)) return ElementType::Double;
  const ElementType type = is_integer(a) ? a : b;
  if (!is_of_integers(op)) {
    std::string name(info(op).name);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return error({}, "'" + name + "' is no function of integers (" + std::string(name_of(type)) + ")",
                 "convert them first, as in " + name + "(double(x))");
  }
  if (is_integer(a) && is_integer(b) && a != b) return two_types(a, b);
  return type;
}

Result<ElementType> joined_type(ElementType a, ElementType b) {
  if (is_integer(a) && is_integer(b) && a != b) return two_types(a, b);
  if (is_integer(a) || is_integer(b)) return is_integer(a) ? a : b;
  return a == b ? a : ElementType::Double;
}

static bool is_widest(ElementType type) { return bits_of(type) == 64; }

// What has 64 bits is computed with more digits than a double has.
static double held_exactly(long double x, ElementType type) {
  if (x != x) return 0;
  const long double whole = std::round(x);
  if (whole <= 0 && !is_signed_integer(type)) return 0;
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::abs(whole) > exact)
    fail(std::string(name_of(type)) + " numbers beyond 2^53 are not exact here",
         "compute with double(x), which keeps 16 digits");
  return static_cast<double>(whole) + 0.0;
}

static double held(double x, ElementType type) {
  if (is_widest(type)) return held_exactly(x, type);
  const IntegerRange range = range_of(type);
  return std::isnan(x) ? 0 : std::clamp(std::round(x), range.lowest, range.highest) + 0.0;
}

double as_integer(double x, ElementType type) { return held(x, type); }

static double widest_result(Elementary op, long double a, long double b, ElementType type) {
  if (op == Elementary::Add) return held_exactly(a + b, type);
  if (op == Elementary::Subtract) return held_exactly(a - b, type);
  if (op == Elementary::Multiply) return held_exactly(a * b, type);
  return held_exactly(a / b, type);
}

double integer_result(Elementary op, double a, double b, ElementType type) {
  if (is_widest(type) && (op == Elementary::Add || op == Elementary::Subtract || op == Elementary::Multiply ||
                          op == Elementary::Divide))
    return widest_result(op, a, b, type);
  const bool whole_base = a == std::floor(a);
  if (op == Elementary::Power && (b != std::floor(b) || (whole_base && b < 0)))
    fail("a power of integers has a whole number of at least 0 as its exponent", "write double(x) .^ y");
  return held(info(op).real(a, b), type);
}

Value stored(ElementType type, Shape shape, std::vector<double> real, std::vector<double> imaginary) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (type == ElementType::Boolean && imaginary.empty()) {
    for (double& x : real) x = x != 0 ? 1 : 0;
    return Value::booleans(shape, std::move(real));
  }
  const bool fits = is_integer(type) && imaginary.empty() &&
                    std::all_of(real.begin(), real.end(), [&](double x) { return std::abs(x) <= exact; });
  if (fits) return Value::integers(type, shape, std::move(real));
  return Value::matrix(shape, std::move(real), std::move(imaginary));
}

}  // namespace sim::expr

#include "sim_core/base/ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sim {

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t exact = std::int64_t{1} << 53;  // whole numbers up to it are doubles

// The double among x and its neighbors that is nearest to n / d, for n > 2^53 and so n / d >= 1.
double corrected(double x, std::int64_t n, std::int64_t d) {
  // In units of 2^-52, of which every double from 1 on is a whole number.
  const auto distance = [&](double candidate) {
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(candidate, &exponent), 53));
    const Wide of_candidate = (static_cast<Wide>(mantissa) * d) << (exponent - 1);
    const Wide rest = (static_cast<Wide>(n) << 52) - of_candidate;
    return rest < 0 ? -rest : rest;
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double best = x;
  for (const double other : {std::nextafter(x, 0.0), std::nextafter(x, infinity)})
    if (other >= 1 && distance(other) < distance(best)) best = other;
  return best;
}

std::optional<Ratio> lowest_terms(Wide numerator, Wide denominator) {
  Wide a = numerator, b = denominator;
  while (b != 0) a = std::exchange(b, a % b);
  numerator /= a, denominator /= a;
  if (numerator > exact || denominator > exact) return std::nullopt;
  return Ratio{static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

// x > 0 as a decimal of few digits.
std::optional<Ratio> decimal(double x) {
  constexpr double most = 1e12;
  Wide denominator = 1;
  for (int digits = 0; digits <= 22; ++digits, denominator *= 10) {
    const double power = std::pow(10.0, digits);  // exact up to 10^22
    const double scaled = std::round(x * power);
    if (scaled > most) return std::nullopt;
    if (scaled >= 1 && scaled / power == x) return lowest_terms(static_cast<Wide>(scaled), denominator);
  }
  return std::nullopt;
}

// x > 0 as a fraction of small numbers, from its continued fraction.
std::optional<Ratio> fraction(double x) {
  constexpr double most = 1e11;
  const double close = 2 * (std::nextafter(x, std::numeric_limits<double>::infinity()) - x);
  double rest = x;
  double p = 1, q = 0, p_before = 0, q_before = 1;
  for (int terms = 0; terms < 40; ++terms) {
    const double whole = std::floor(rest);
    p_before = std::exchange(p, whole * p + p_before);
    q_before = std::exchange(q, whole * q + q_before);
    if (p * q > most || !std::isfinite(p * q)) return std::nullopt;
    if (p >= 1 && q >= 1 && std::fabs(std::fma(-x, q, p)) <= close * q)
      return Ratio{static_cast<std::int64_t>(p), static_cast<std::int64_t>(q)};
    if (rest == whole) return std::nullopt;
    rest = 1 / (rest - whole);
  }
  return std::nullopt;
}

}  // namespace

double nearest_double(std::int64_t numerator, std::int64_t denominator) {
  if (numerator < 0) return -nearest_double(-numerator, denominator);
  // Of two doubles the quotient is the nearest one; else it may be off by a unit in the last place.
  const double quotient = static_cast<double>(numerator) / static_cast<double>(denominator);
  return numerator <= exact ? quotient : corrected(quotient, numerator, denominator);
}

std::optional<Ratio> ratio_of(double x) {
  if (!std::isfinite(x)) return std::nullopt;
  if (x == 0) return Ratio{};
  if (x < 0) {
    auto positive = ratio_of(-x);
    if (positive) positive->numerator = -positive->numerator;
    return positive;
  }
  if (x <= static_cast<double>(exact) && x == std::floor(x)) return Ratio{static_cast<std::int64_t>(x), 1};
  if (const auto found = decimal(x)) return found;
  return fraction(x);
}

double common_measure(double a, double b, double rounding, double smallest) {
  const auto p = ratio_of(a), q = ratio_of(b);
  if (p && q) {
    const std::int64_t g = std::gcd(p->denominator, q->denominator);
    const Wide base = static_cast<Wide>(p->denominator / g) * q->denominator;
    const Wide first = static_cast<Wide>(p->numerator) * (q->denominator / g),
               second = static_cast<Wide>(q->numerator) * (p->denominator / g);
    if (base <= exact && first <= exact && second <= exact) {
      const auto common = std::gcd(static_cast<std::int64_t>(first), static_cast<std::int64_t>(second));
      const double measure = nearest_double(common, static_cast<std::int64_t>(base));
      if (measure > smallest || measure == std::min(a, b)) return measure;
    }
  }
  double large = std::max(a, b), small = std::min(a, b);
  while (small > smallest) {
    const double rest = std::fabs(std::remainder(large, small));
    // What the rounding of the rests has left in `small` is not in the originals.
    if (rest <= rounding) return std::max(a, b) / std::round(std::max(a, b) / small);
    large = small, small = rest;
  }
  return 0;
}

double difference(double a, double b) {
  const auto p = ratio_of(a), q = ratio_of(b);
  if (!p || !q) return a - b;
  const Wide numerator =
      static_cast<Wide>(p->numerator) * q->denominator - static_cast<Wide>(q->numerator) * p->denominator;
  const auto found = lowest_terms(numerator < 0 ? -numerator : numerator,
                                  static_cast<Wide>(p->denominator) * q->denominator);
  if (!found) return a - b;
  return nearest_double(numerator < 0 ? -found->numerator : found->numerator, found->denominator);
}

double remainder_in(double t, double period) {
  const double turns = std::floor(t / period);
  const auto p = ratio_of(t), q = ratio_of(period);
  if (p && q) {
    const Wide base = static_cast<Wide>(p->denominator) * q->denominator;
    const Wide of_t = static_cast<Wide>(p->numerator) * q->denominator,
               of_period = static_cast<Wide>(q->numerator) * p->denominator;
    const auto rest = lowest_terms((of_t % of_period + of_period) % of_period, base);
    if (rest) return nearest_double(rest->numerator, rest->denominator);
  }
  const double rest = std::fma(-turns, period, t);
  return rest < 0 || rest >= period ? 0 : rest;
}

}  // namespace sim

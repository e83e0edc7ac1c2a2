#include "sim_core/expr/elementary.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace sim::expr {

using Complex = std::complex<double>;

double floored_modulus(double a, double b) {
  if (b == 0) return a;
  const double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

double gamma_function(double a) {
  if (a < 0 && a == std::floor(a) && std::isfinite(a)) return std::numeric_limits<double>::infinity();
  return std::tgamma(a);
}

double sign_of(double a) { return a > 0 ? 1 : a < 0 ? -1 : a; }

// The value of asin and acos on the cut beyond 1 is the one their logarithmic formulas give,
// asin z = -i log(iz + sqrt(1 - z^2)): that of the side below.
static Complex below_cut(Complex z) { return z.imag() == 0 && z.real() > 1 ? Complex(z.real(), -0.0) : z; }

static Complex complex_quotient(Complex z, Complex w) {
  return w.imag() == 0 ? Complex(z.real() / w.real(), z.imag() / w.real()) : z / w;
}

static Complex integer_power(Complex z, int n) {
  Complex out = 1;
  for (Complex square = z; n > 0; n /= 2, square *= square) {
    if (n % 2) out *= square;
  }
  return out;
}

// Integer powers by multiplication, so that i^2 is -1 exactly.
static Complex complex_power(Complex z, Complex w) {
  constexpr double most = 1024;
  if (w.imag() == 0 && w.real() == std::floor(w.real()) && std::abs(w.real()) <= most) {
    const int n = static_cast<int>(w.real());
    return n >= 0 ? integer_power(z, n) : 1.0 / integer_power(z, -n);
  }
  if (z == 0.0) return w.real() > 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return std::pow(z, w);
}

const ElementaryInfo& info(Elementary op) {
  static constexpr ElementaryInfo table[] = {
#define NUMERIC(name, arity, real, complex, leaves)                                           \
  {#name,                                                                                     \
   arity,                                                                                     \
   false,                                                                                     \
   []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double { return real; },       \
   []([[maybe_unused]] Complex z, [[maybe_unused]] Complex w) -> Complex { return complex; }, \
   []([[maybe_unused]] double a, [[maybe_unused]] double b) -> bool { return leaves; }},
#define REAL_ONLY(name, arity, real)                                                \
  {#name,   arity,                                                                  \
   false,   []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double { return real; }, \
   nullptr, nullptr},
#define TRUTH(name, arity, real, complex)                                                                   \
  {#name,                                                                                                   \
   arity,                                                                                                   \
   true,                                                                                                    \
   []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double { return real; },                     \
   []([[maybe_unused]] Complex z, [[maybe_unused]] Complex w) -> Complex { return (complex) ? 1.0 : 0.0; }, \
   nullptr},
#include "sim_core/expr/elementary.def"
#undef NUMERIC
#undef REAL_ONLY
#undef TRUTH
  };
  return table[static_cast<int>(op)];
}

}  // namespace sim::expr

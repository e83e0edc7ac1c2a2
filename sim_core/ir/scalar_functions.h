#pragma once
// The few element-wise functions of ops.def that <cmath> does not have.
#include <cmath>

namespace sim::ir {

inline double sign_of(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }

// a^b. A square is one, rounded once, whether its exponent is written as a number or read from a parameter.
inline double power(double a, double b) { return b == 2 ? a * a : std::pow(a, b); }

// a - b floor(a/b), with the sign of b; a where b is 0.
inline double modulo(double a, double b) {
  if (b == 0) return a;
  double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// To the nearest whole number, halves upwards. Not floor(a + 1/2): that sum may round up by itself.
inline double nearest(double a) {
  const double below = std::floor(a);
  return a - below >= 0.5 ? below + 1 : below;
}

// a plus the multiple of `modulus` that brings it into [lowest, lowest + modulus); 0 if it is not finite.
// Exact for the ranges of integers, which begin at 0 or at -modulus/2; where no double holds the sum, it is
// the nearest one below the end.
inline double wrapped(double a, double lowest, double modulus) {
  if (!std::isfinite(a)) return 0;
  if (modulus < 0 || lowest > 0 || lowest < -modulus) return lowest + modulo(a - lowest, modulus);
  const double end = lowest + modulus;
  const double r = std::fmod(a, modulus);
  if (r >= end) return r - modulus;
  if (r >= lowest) return r;
  return r + modulus < end ? r + modulus : std::nextafter(end, lowest);
}

}  // namespace sim::ir

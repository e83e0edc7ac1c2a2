#pragma once
// The few element-wise functions of ops.def that <cmath> does not have.
#include <cmath>

namespace sim::ir {

inline double sign_of(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }

// a - b floor(a/b), with the sign of b; a where b is 0.
inline double modulo(double a, double b) {
  if (b == 0) return a;
  double r = std::fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

}  // namespace sim::ir

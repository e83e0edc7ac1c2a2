#pragma once
// Euclid's algorithm for times that are known up to rounding.
#include <algorithm>
#include <cmath>

namespace sim {

// The largest time that a and b, both > 0, are whole multiples of, where rests up to `rounding` are none; 0:
// it would be no larger than `smallest`.
inline double common_measure(double a, double b, double rounding, double smallest) {
  double large = std::max(a, b), small = std::min(a, b);
  while (small > smallest) {
    const double rest = std::fabs(std::remainder(large, small));
    if (rest <= rounding) return small;
    large = small, small = rest;
  }
  return 0;
}

}  // namespace sim

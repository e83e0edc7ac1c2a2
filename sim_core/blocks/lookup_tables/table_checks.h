#pragma once
// What tables require of their parameters.
#include <cmath>
#include <vector>

namespace sim::blocks {

// In the order of the choices of InterpMethod.
enum class Interpolation { Linear, Flat, Nearest };

// Finite numbers, each greater than the one before.
inline bool rises(const std::vector<double>& x) {
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!std::isfinite(x[k]) || (k > 0 && !(x[k] > x[k - 1]))) return false;
  return !x.empty();
}

}  // namespace sim::blocks

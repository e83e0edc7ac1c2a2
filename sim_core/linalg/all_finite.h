#pragma once
#include <algorithm>
#include <cmath>
#include <span>

namespace sim {

inline bool all_finite(std::span<const double> v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace sim

#pragma once
#include <span>

namespace sim {

// Without a branch for each: what is not finite times zero is not a number.
inline bool all_finite(std::span<const double> v) {
  double sum = 0;
  for (const double x : v) sum += x * 0;
  return sum == 0;
}

}  // namespace sim

#include "sim_core/solvers/error_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

ErrorWeights::ErrorWeights(int size, double relative_tolerance, double absolute_tolerance)
    : relative(relative_tolerance), absolute(static_cast<std::size_t>(size), absolute_tolerance) {}

ErrorWeights::ErrorWeights(double relative_tolerance, std::vector<double> absolute_tolerance)
    : relative(relative_tolerance), absolute(std::move(absolute_tolerance)) {}

ErrorNorm error_norm(const ErrorWeights& weights, std::span<const double> e, std::span<const double> x_old,
                     std::span<const double> x_new) {
  ErrorNorm norm;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double magnitude = std::max(std::abs(x_old[i]), std::abs(x_new[i]));
    const double weight = std::max(weights.relative * magnitude, weights.absolute[i]);
    const double error = std::abs(e[i]);
    // Multiplying instead of dividing keeps the loop cheap; negated, it also catches what is not a number.
    if (!(error <= norm.value * weight)) {
      norm = {error / weight, static_cast<int>(i)};
      if (!std::isfinite(norm.value) || !std::isfinite(weight))
        return {std::numeric_limits<double>::infinity(), static_cast<int>(i)};
    }
  }
  return norm;
}

void tolerances(const ErrorWeights& weights, std::span<const double> x, std::span<double> weight) {
  for (std::size_t i = 0; i < x.size(); ++i)
    weight[i] = std::max(weights.relative * std::abs(x[i]), weights.absolute[i]);
}

}  // namespace sim

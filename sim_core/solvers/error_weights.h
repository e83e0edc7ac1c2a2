#pragma once
// The error a step may have: componentwise |e_i| <= max(RelTol |x_i|, AbsTol_i), where |x_i| is the larger of
// its magnitudes at the two ends of the step.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sim_core/base/wide_code.h"

namespace sim {

struct ErrorWeights {
  double relative = 1e-3;
  std::vector<double> absolute;  // one per component, in the component's unit

  ErrorWeights() = default;
  ErrorWeights(int size, double relative_tolerance, double absolute_tolerance);
  ErrorWeights(double relative_tolerance, std::vector<double> absolute_tolerance);
};

// What a component's error is measured by, over a step from x_old to x_new.
SIM_IN_WIDE_CODE inline double error_weight(double relative, double absolute, double x_old, double x_new) {
  return std::max(relative * std::max(std::abs(x_old), std::abs(x_new)), absolute);
}

// The largest |e_i| / max(RelTol |x_i|, AbsTol_i): at most 1 is within tolerance.
struct ErrorNorm {
  double value = 0;
  int worst = -1;  // the component that attains it; -1: every e_i is 0

  // Takes component i into it; false: it is infinite.
  bool enlarge(std::size_t i, double error, double weight) {
    if (error <= value * weight) return true;
    value = error / weight;
    worst = static_cast<int>(i);
    if (std::isfinite(value) && std::isfinite(weight)) return true;
    value = std::numeric_limits<double>::infinity();
    return false;
  }
};

// The one norm of the solvers. A component that is not a number counts as infinitely wrong.
ErrorNorm error_norm(const ErrorWeights& weights, std::span<const double> e, std::span<const double> x_old,
                     std::span<const double> x_new);

// The same of n components.
template <std::size_t n>
ErrorNorm small_error_norm(const ErrorWeights& weights, const double* e, const double* x_old,
                           const double* x_new) {
  ErrorNorm norm;
  const double relative = weights.relative, *const absolute = weights.absolute.data();
  for (std::size_t i = 0; i < n; ++i)
    if (!norm.enlarge(i, std::abs(e[i]), error_weight(relative, absolute[i], x_old[i], x_new[i]))) break;
  return norm;
}

// weight_i = max(RelTol |x_i|, AbsTol_i), for what measures in units of the tolerance.
void tolerances(const ErrorWeights& weights, std::span<const double> x, std::span<double> weight);

}  // namespace sim

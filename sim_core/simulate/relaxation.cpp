#include "sim_core/simulate/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sim {

static constexpr int most_iterations = 20;

RelaxationFactor relaxation_factor(const Invariants& invariants, double tolerance, double level, double t0,
                                   double h, std::span<const double> start, std::span<const double> end) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  RelaxationFactor result;
  std::vector<double> x(start.size()), gradient(start.size());
  double residual_before = 0, gamma_before = 0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const double gamma = result.value, t = t0 + gamma * h;
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = gamma == 1 ? end[j] : start[j] + gamma * (end[j] - start[j]);
    double value = 0;
    result.status = invariants.values(t, x, {&value, 1});
    if (result.status == EvalStatus::Ok) result.status = invariants.gradient(t, x, gradient);
    if (result.status != EvalStatus::Ok || !std::isfinite(value)) {
      if (result.status == EvalStatus::Ok) result.status = EvalStatus::Recoverable;
      return result;
    }
    result.residual = -value;
    double slope = 0, terms = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      slope += gradient[j] * (end[j] - start[j]);
      terms += std::fabs(gradient[j] * x[j]);
    }
    // The time in G is seen in the second and later iterations only.
    if (iteration > 0 && gamma != gamma_before) {
      const double secant = (residual_before - result.residual) / (gamma - gamma_before);
      if (std::isfinite(secant) && secant != 0) slope = secant;
    }
    result.slope = slope;
    const double allowed = std::max(tolerance, 4 * epsilon) * std::max(terms, std::fabs(level));
    const bool small = std::fabs(result.residual) <= allowed;
    const bool still = iteration > 0 && std::fabs(result.residual) >= 0.5 * std::fabs(residual_before) &&
                       std::fabs(result.residual) <= 100 * allowed;
    if (small || still) {
      result.found = true;
      return result;
    }
    const double next = gamma + result.residual / slope;
    if (!(next >= least_relaxation && next <= most_relaxation)) return result;
    gamma_before = gamma;
    residual_before = result.residual;
    result.value = next;
  }
  return result;
}

}  // namespace sim

#pragma once
// The error a step may have: componentwise |e_i| <= max(RelTol |x_i|, AbsTol_i), where |x_i| is the larger of
// its magnitudes at the two ends of the step.
#include <span>
#include <vector>

namespace sim {

struct ErrorWeights {
  double relative = 1e-3;
  std::vector<double> absolute;  // one per component, in the component's unit

  ErrorWeights() = default;
  ErrorWeights(int size, double relative_tolerance, double absolute_tolerance);
  ErrorWeights(double relative_tolerance, std::vector<double> absolute_tolerance);
};

// The largest |e_i| / max(RelTol |x_i|, AbsTol_i): at most 1 is within tolerance.
struct ErrorNorm {
  double value = 0;
  int worst = -1;  // the component that attains it; -1: every e_i is 0
};

// The one norm of the solvers. A component that is not a number counts as infinitely wrong.
ErrorNorm error_norm(const ErrorWeights& weights, std::span<const double> e, std::span<const double> x_old,
                     std::span<const double> x_new);

// weight_i = max(RelTol |x_i|, AbsTol_i), for what measures in units of the tolerance.
void tolerances(const ErrorWeights& weights, std::span<const double> x, std::span<double> weight);

}  // namespace sim

#pragma once
// How fast the fastest component of dx/dt = f(t, x) is: |lambda| of the largest eigenvalue of df/dx, by a
// power iteration on differences of f, with no matrix. The direction is kept from one estimate to the next,
// so that one evaluation each follows the eigenvalue along the solution. B. P. Sommeijer, L. F. Shampine, J.
// G. Verwer, RKC: an explicit solver for parabolic PDEs, J. Comput. Appl. Math. 88 (1998) 315-326.
#include <vector>

#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

class SpectralEstimate {
 public:
  explicit SpectralEstimate(const OdeProblem& problem);

  // 1/s; negative: f could not be evaluated. Costs iterations + 1 evaluations. `direction`: where to begin,
  // such as an error estimate; used the first time.
  double radius(double t, std::span<const double> x, const ErrorWeights& weights,
                std::span<const double> direction, int iterations);
  void forget() { known_ = false; }
  long evaluations() const { return evaluations_; }

  // The direction, for Stepper::memory; empty: none yet.
  std::vector<double> direction() const { return known_ ? v_ : std::vector<double>(); }
  void set_direction(std::span<const double> v);

 private:
  const OdeProblem& problem_;
  std::vector<double> v_, f_, moved_, moved_f_;
  bool known_ = false;
  long evaluations_ = 0;
};

}  // namespace sim

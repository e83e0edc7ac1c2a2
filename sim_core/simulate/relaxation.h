#pragma once
// The factor gamma near 1 for which an explicit Runge-Kutta step that is followed a little further or less
// far keeps an invariant:
//
//   G(t_n + gamma h, X_n + gamma (X* - X_n)) = target.
//
// The step then ends at t_n + gamma h, so that the order of the method is kept. The direction X* - X_n is
// that of the method, so that linear invariants, which it keeps, stay kept. Purely numeric.
//
// D. I. Ketcheson, Relaxation Runge-Kutta methods: conservation and stability for inner-product norms, SIAM
// J. Numer. Anal. 57 (2019) 2850-2870; H. Ranocha, M. Sayyari, L. Dalcin, M. Parsani, D. I. Ketcheson,
// Relaxation Runge-Kutta methods, SIAM J. Sci. Comput. 42 (2020) A612-A638.
#include <span>

#include "sim_core/simulate/projector.h"

namespace sim {

inline constexpr double least_relaxation = 0.8, most_relaxation = 1.2;

struct RelaxationFactor {
  EvalStatus status = EvalStatus::Ok;
  bool found = false;   // false: there is none within the bounds, or the invariant does not determine it
  double value = 1;     // exactly 1: the step keeps the invariant as it is
  double slope = 0;     // of G by the factor, there
  double residual = 0;  // target - G, at the end of the relaxed step
};

// For the one row of `invariants`, whose `values` are minus the residual. `level`: see
// Projector::set_levels().
RelaxationFactor relaxation_factor(const Invariants& invariants, double tolerance, double level, double t0,
                                   double h, std::span<const double> start, std::span<const double> end);

}  // namespace sim

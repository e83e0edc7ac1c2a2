#pragma once
// Fixed-step extrapolation of the implicit Euler method (ode14x, and ode1be, which extrapolates nothing):
// with j = 1 .. N steps of H/j each, where every step is solved by a fixed number of Newton iterations from
// its start, with the Jacobian at the start of the whole step,
//
//   T_j1 = the end by j steps       T_j,k+1 = T_jk + (T_jk - T_j-1,k) / (j / (j - k) - 1)
//
// T_NN is of order N; a step costs the same whatever happens in it. With one iteration this is the linearly
// implicit Euler method of P. Deuflhard, Recent progress in extrapolation methods for ordinary differential
// equations, SIAM Review 27 (1985) 505-535; E. Hairer, G. Wanner, Solving Ordinary Differential Equations II,
// 2nd ed., IV.9.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

// options.newton_iterations count; dense output is the cubic through both ends, of order min(order, 3).
std::unique_ptr<Stepper> make_extrapolation(const OdeProblem& problem, int order, StepperOptions options);

}  // namespace sim

#pragma once
// Numerical differentiation formulas of orders 1 to 5 in backward differences, variable order (ode15s), and
// the backward differentiation formulas they were made from:
//
//   sum_{j=1}^{k} (1/j) D^j x_{n+1} - h f(t_{n+1}, x_{n+1}) - kappa_k gamma_k (x_{n+1} - x^0_{n+1}) = 0
//
// with x^0 the value that the last k + 1 points predict, gamma_k = sum_{j=1}^{k} 1/j; kappa = 0 for BDF.
// L. F. Shampine, M. W. Reichelt, The MATLAB ODE Suite, SIAM J. Sci. Comput. 18 (1997) 1-22, section 2; R. W.
// Klopfenstein, Numerical differentiation formulas for stiff systems of ordinary differential equations, RCA
// Review 32 (1971) 447-462.
//
// The past is a polynomial through the last points, kept as backward differences for one step size
// ("quasi-constant steps"): another step size, or a step that was cut off by an event, takes its values on
// another grid. A step whose end was moved by a projection passes this on to all differences, as if the
// corrector had ended there. Interpolation is by the same polynomial, of order k.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

std::unique_ptr<Stepper> make_numerical_differentiation(const OdeProblem& problem, StepperOptions options);

}  // namespace sim

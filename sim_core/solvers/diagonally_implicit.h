#pragma once
// Diagonally implicit Runge-Kutta methods whose first stage is explicit, whose others share one diagonal
// entry gamma, and whose last stage is the end of the step: one matrix I - h gamma J serves all stages, and
// the last stage's derivative is the first of the next step. E. Hairer, G. Wanner, Solving Ordinary
// Differential Equations II, 2nd ed., IV.6; M. E. Hosea, L. F. Shampine, Analysis and implementation of
// TR-BDF2, Appl. Numer. Math. 20 (1996) 21-37.
//
// Derivatives at stages follow from the stage's equation, k = (z - psi) / (h gamma), and not from f, which
// would magnify what the iteration left. The error estimate is filtered by (I - h gamma J)^-1, so that it
// stays bounded where the components it sees are stiff. Dense output is the cubic through both ends and their
// derivatives.
#include <memory>

#include "sim_core/solvers/stepper.h"
#include "sim_core/solvers/tableau.h"

namespace sim {

// Without `b_error` in the tableau the third derivative, which the error of the trapezoidal rule consists of,
// is estimated from f in the middle of the interpolant.
std::unique_ptr<Stepper> make_diagonally_implicit(const OdeProblem& problem, const Tableau& tableau,
                                                  StepperOptions options);

}  // namespace sim

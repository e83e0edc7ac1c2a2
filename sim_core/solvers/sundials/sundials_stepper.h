#pragma once
// CVODE and IDA of SUNDIALS as methods like the others: variable-order, variable-coefficient BDF of orders 1
// to 5 (cvode), and the same formulas in fixed leading coefficient form for F(t, x, x') = x' - f(t, x) = 0
// (ida). S. D. Cohen, A. C. Hindmarsh, CVODE, a stiff/nonstiff ODE solver in C, Computers in Physics 10
// (1996) 138-143; A. C. Hindmarsh et al., SUNDIALS: suite of nonlinear and differential/algebraic equation
// solvers, ACM Trans. Math. Softw. 31 (2005) 363-396.
//
// The formulas, orders, steps, error tests and Newton's iteration are the library's. Ours are the Jacobian,
// the linear solver, and the norm: the largest component in units of max(RelTol |x_i|, AbsTol_i), as in every
// other method, where SUNDIALS takes the root of the mean square.
//
// The library tests its errors itself, so a trial step that it completes passes; it holds as many of the
// library's own steps as it took to reach its end, each with its interpolant. Where the library stops short
// of the end, the trial does not pass, and the next one is read off the steps it has taken. So it is where an
// event shortens a trial: the library is ahead then. A complete trial that the caller rejects is taken again,
// at order 1.
//
// A trial whose end was moved by no more than the tolerance (a projection) moves the library's whole past
// with it: it integrates z = x - offset, and the offset is what changes. A larger move restarts, at
// order 1. The library keeps its past to itself: an operating point does not hold it, and a run that goes on
// from one starts at order 1 there.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

std::unique_ptr<Stepper> make_cvode(const OdeProblem& problem, StepperOptions options);
std::unique_ptr<Stepper> make_ida(const OdeProblem& problem, StepperOptions options);

}  // namespace sim

#pragma once
// Any explicit Runge-Kutta method as a Stepper. E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, 2nd ed., II.1, II.4 (error control) and II.6 (dense output).
//
// f at the end of a step is the first stage of the next one, unless the end was moved or cut off. When a
// trial's end is moved by delta, the interpolant gets delta (3 s^2 - 2 s^3) added, s running from 0 to 1 over
// the step: it starts as before, with the same slope, and ends in the new state.
#include <memory>

#include "sim_core/solvers/stepper.h"
#include "sim_core/solvers/tableau.h"

namespace sim {

// `problem` and `tableau` must outlive the stepper. Without `error_control` the embedded solution is not
// computed and every step passes.
std::unique_ptr<Stepper> make_explicit_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                   bool error_control, StepperOptions options);

}  // namespace sim

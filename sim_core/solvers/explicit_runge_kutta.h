#pragma once
// Any explicit Runge-Kutta method as a Stepper. E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, 2nd ed., II.1, II.4 (error control) and II.6 (dense output).
//
// f at the end of a step is the first stage of the next one, unless the end was moved or cut off.
#include <memory>

#include "sim_core/solvers/stepper.h"
#include "sim_core/solvers/tableau.h"

namespace sim {

// `problem` and `tableau` must outlive the stepper. Without `error_control` the embedded solution is not
// computed and every step passes.
std::unique_ptr<Stepper> make_explicit_runge_kutta(const OdeProblem& problem, const Tableau& tableau,
                                                   bool error_control, StepperOptions options);

}  // namespace sim

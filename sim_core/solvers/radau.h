#pragma once
// Radau IIA of order 5 (methods/radau_iia.h): fully implicit, for stiff problems at tight tolerances. The
// stages are found by a simplified Newton iteration, taken apart into a real and a complex linear system;
// they begin on the continued collocation polynomial of the step before. Dense output is of order 4. E.
// Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., IV.8.
//
// J is taken again for each step unless the last iteration converged fast; step sizes that would grow by a
// few per cent stay, so that the factors serve again.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

std::unique_ptr<Stepper> make_radau(const OdeProblem& problem, StepperOptions options);

}  // namespace sim

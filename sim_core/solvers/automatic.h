#pragma once
// A solver that chooses between an explicit and a stiff method as the solution goes on (auto). It begins with
// the explicit one. Where a fast component that has died away holds its step down, h |lambda| being near the
// edge of its stability region, or far beyond what the motion of that component would allow, over many steps,
// a stiff one goes on; back again where that steps no further than a few explicit steps. |lambda| is
// estimated by a power iteration now and then. Each change is reported in words. L. Petzold, Automatic
// selection of methods for solving stiff and nonstiff systems of ordinary differential equations, SIAM J.
// Sci. Stat. Comput. 4 (1983) 136-148; E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd
// ed., IV.2.
#include <memory>

#include "sim_core/solvers/stepper.h"

namespace sim {

struct AutomaticChoice {
  std::string_view explicit_name, stiff_name;
  std::unique_ptr<Stepper> (*make_explicit)(const OdeProblem&, StepperOptions) = nullptr;
  std::unique_ptr<Stepper> (*make_stiff)(const OdeProblem&, StepperOptions) = nullptr;
  double stable = 3;  // h |lambda| that the explicit method bears
};

std::unique_ptr<Stepper> make_automatic(const OdeProblem& problem, const AutomaticChoice& choice,
                                        StepperOptions options);

}  // namespace sim

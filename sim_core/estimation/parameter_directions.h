#pragma once
// How the parameters that a program reads move with the varied parameters of a model, which come to them
// through expressions: by differences of these expressions, no runs.
#include "sim_core/base/result.h"
#include "sim_core/estimation/varied_runs.h"
#include "sim_core/sensitivities/run_sensitivities.h"

namespace sim {

// At x; `scale`: what is a large change, by parameter. Errors: a value beside x is refused, or is compiled
// in, so that the program is another one.
Result<ParameterDirections> parameter_directions(const VariedRuns& runs, const std::vector<double>& x,
                                                 const std::vector<double>& scale);

}  // namespace sim

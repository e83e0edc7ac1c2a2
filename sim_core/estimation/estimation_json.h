#pragma once
// What was estimated, for other programs (docs/estimation.md lists the members).
#include <string>

#include "sim_core/estimation/estimation.h"

namespace sim {

// An object with values, intervals, correlations and residuals; what is not there is null. Ends with a line
// end.
std::string estimation_json(const EstimationReport& report);

}  // namespace sim

#pragma once
// What an optimization has found, for other programs (docs/optimization.md lists the members).
#include <string>

#include "sim_core/optimization/optimization.h"

namespace sim {

// An object with values, goals and steps; what is not there is null. Ends with a line end.
std::string optimization_json(const OptimizationReport& report);

}  // namespace sim

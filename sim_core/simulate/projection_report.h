#pragma once
// What the user is told of projections and of declared invariants.
#include <span>

#include "sim_core/simulate/run_parts.h"

namespace sim {

// Behind an accepted step: a projection that did not converge, was contradictory or too large. False: the
// settings make that an error.
bool report_projection(RunParts& run);
// At the start: invariants that the equations do not conserve.
void check_invariants(RunParts& run, double t, std::span<const double> x);

}  // namespace sim

#pragma once
// Why a step of a run cannot be taken, or should not be trusted, in words.
#include "sim_core/simulate/run_parts.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

// No trial step has passed: reports why, and returns false.
bool fail_step(RunParts& run, const StepFailure& failure);
// Fails where a state is not finite behind a step.
bool check_states(RunParts& run);
// Newton's iterations of a step, with a fixed number, did not solve it.
void warn_unsolved(RunParts& run, const UnsolvedStep& step);
// "no step of at least ... keeps the error of ... within the tolerance at t = ..."
std::string too_small(const RunParts& run, const StepFailure& failure);

}  // namespace sim

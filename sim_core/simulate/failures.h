#pragma once
// Why the equations of a run cannot be evaluated at some point, in words that name the block and a remedy.
// All functions report the error and return false.
#include <span>

#include "sim_core/simulate/run_parts.h"

namespace sim {

// Either a block said that it cannot be evaluated here, or a number is not finite: then the first block is
// named that made one from finite numbers.
bool fail_evaluation(RunParts& run, KernelKind kind, double t, std::span<const double> x);
bool fail_loop(RunParts& run, const LoopFailure& failure, double t);
// No choice of modes is consistent.
bool fail_unsettled(RunParts& run, const ModeKeeper::Outcome& outcome, double t);

}  // namespace sim

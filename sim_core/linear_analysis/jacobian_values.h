#pragma once
// The numbers of df/dx where a run of a model begins.
#include <vector>

#include "sim_core/model_run/model_run.h"

namespace sim {

// One for each entry of Program::jacobian_pattern, in its order; empty: the model cannot begin to run, or its
// derivatives cannot be computed there.
std::vector<double> jacobian_at_start(const ModelRun& run);

}  // namespace sim

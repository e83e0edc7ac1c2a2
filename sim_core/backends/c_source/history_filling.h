#pragma once
// What delays leave in the code of a model: room for the past of the signals that they read.
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/program_analysis/followed_branches.h"

namespace sim::c_source {

void add_histories(Filling& filling, const Program& program, const FixedStepRun& run,
                   const FollowedBranches& followed);

// How many steps this delay reaches back, with room for what interpolation needs beside them.
std::int64_t steps_of(const DelayInfo& delay, const FixedStepRun& run);

}  // namespace sim::c_source

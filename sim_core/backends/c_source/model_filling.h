#pragma once
// What the parts of model_template.h are filled with, for a program and its run.
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/program_analysis/followed_branches.h"

namespace sim::c_source {

// `interface`: gets its outputs.
Filling model_filling(const Program& program, const FixedStepRun& run, const FollowedBranches& followed,
                      ModelInterface& interface);

}  // namespace sim::c_source

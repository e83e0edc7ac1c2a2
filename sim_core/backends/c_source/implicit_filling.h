#pragma once
// What an implicit method leaves in the code of a model: the pattern of its Jacobian, and how it is solved
// with.
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/program_analysis/followed_branches.h"

namespace sim::c_source {

void add_implicit_method(Filling& filling, const Program& program, const FixedStepRun& run,
                         const FollowedBranches& followed);

}  // namespace sim::c_source

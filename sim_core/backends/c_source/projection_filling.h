#pragma once
// What the projection of a model's states onto its invariants leaves in its code.
#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/program_analysis/followed_branches.h"

namespace sim::c_source {

void add_projection(Filling& filling, const Program& program, const FixedStepRun& run,
                    const FollowedBranches& followed);

}  // namespace sim::c_source

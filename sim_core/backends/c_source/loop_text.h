#pragma once
// The equations of an algebraic loop as C functions: their residual, its Jacobian, and bounds of its rounding
// errors (interpreter/rounding_bound.h); where they switch, once more with the modes as unknowns
// (ir/loop_branches.h).
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/kernel_text.h"
#include "sim_core/program_analysis/followed_branches.h"

namespace sim::c_source {

struct LoopRequest {
  const Program& program;
  const interpreter::MemoryMap& map;
  const interpreter::SolveRun& solve;
  Places places;  // of all that it reads but the unknowns
  std::string text;
};

// "static void loop_K_residual(...) {...}", and so on, for the loop's index K.
std::string loop_text(LoopRequest request, Shared& shared);

// What the loops of a model have in common.
void add_loops(Filling& filling, const Program& program, const FollowedBranches& followed, Shared& shared);

}  // namespace sim::c_source

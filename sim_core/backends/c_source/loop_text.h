#pragma once
// The equations of an algebraic loop as C functions: their residual, its Jacobian, and bounds of its rounding
// errors (interpreter/rounding_bound.h).
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/kernel_text.h"

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
void add_loops(Filling& filling, const Program& program, Shared& shared);

}  // namespace sim::c_source

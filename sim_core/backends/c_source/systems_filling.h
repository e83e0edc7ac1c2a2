#pragma once
// What linear systems, constrained systems and switching networks of a model leave in its code.
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/kernel_text.h"

namespace sim::c_source {

// Those that the kernels have been found to solve.
void add_systems(Filling& filling, const Program& program, const Shared& shared);
void add_jumps(Filling& filling, const Program& program);

}  // namespace sim::c_source

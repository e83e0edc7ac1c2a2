#pragma once
// The instants of the samples that a block plays (From File, From Variable, a piecewise-linear signal): where
// measurements are, rather than where the solver happened to step.
#include <cstddef>
#include <vector>

#include "sim_core/program/program.h"

namespace sim {

// In [from, to], ascending, two equal ones for a jump. Empty for blocks that play no samples, and where there
// are more than `most`.
std::vector<double> played_instants(const Program& program, int block, double from, double to,
                                    std::size_t most);

}  // namespace sim

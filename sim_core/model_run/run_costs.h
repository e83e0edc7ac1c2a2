#pragma once
// Gives what a run cost names: of states and blocks.
#include "sim_core/program/program.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/simulate/step_trace.h"

namespace sim {

inline constexpr std::size_t most_costs = 1000;  // states and blocks that a profile lists

// Completes statistics.profile. `evaluations`: of each kernel.
void describe_costs(RunStatistics& statistics, const Program& program, const StepTotals& totals,
                    const std::array<std::uint64_t, kernel_count>& evaluations);

}  // namespace sim

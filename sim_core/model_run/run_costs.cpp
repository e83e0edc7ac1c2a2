#include "sim_core/model_run/run_costs.h"

#include <algorithm>

#include "sim_core/program/block_operations.h"

namespace sim {

static int block_of_state(const Program& program, int element) {
  const auto next = std::upper_bound(program.states.begin(), program.states.end(), element,
                                     [](int at, const StateInfo& state) { return at < state.first; });
  return std::prev(next)->block;
}

static std::vector<StateCost> state_costs(const Program& program, const StepTotals& totals) {
  std::vector<StateCost> costs;
  for (const StateInfo& state : program.states)
    for (int k = 0; k < state.shape.size(); ++k) {
      const auto at = static_cast<std::size_t>(state.first + k);
      const std::uint64_t limited = totals.limited_by_state[at], rejected = totals.rejected_by_state[at];
      if (limited == 0 && rejected == 0) continue;
      const BlockInfo& block = program.blocks[static_cast<std::size_t>(state.block)];
      costs.push_back({program.state_name(state.first + k), block.path, block.id, limited, rejected});
    }
  std::stable_sort(costs.begin(), costs.end(), [](const StateCost& a, const StateCost& b) {
    return a.limited != b.limited ? a.limited > b.limited : a.rejected > b.rejected;
  });
  if (costs.size() > most_costs) costs.resize(most_costs);
  return costs;
}

void describe_costs(RunStatistics& statistics, const Program& program, const StepTotals& totals,
                    const std::array<std::uint64_t, kernel_count>& evaluations) {
  RunProfile& profile = statistics.profile;
  profile.rejected_by_error = totals.rejected_by_error;
  profile.rejected_by_projection = totals.rejected_by_projection;
  profile.rejected_by_evaluation = totals.rejected_by_evaluation;
  profile.limited = totals.limited;
  profile.states = state_costs(program, totals);
  for (StiffnessSample& sample : profile.stiffness) {
    if (sample.state < 0 || sample.state >= program.state_count) continue;
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(block_of_state(program, sample.state))];
    sample.state_name = program.state_name(sample.state);
    sample.block = block.path;
    sample.id = block.id;
  }
  const double iterations = statistics.loop_solves > 0 ? static_cast<double>(statistics.loop_iterations) /
                                                             static_cast<double>(statistics.loop_solves)
                                                       : 1;
  const std::vector<double> operations = block_operations(program, evaluations, std::max(iterations, 1.0));
  profile.blocks.clear();
  profile.operations = 0;
  for (std::size_t k = 0; k < program.blocks.size(); ++k) {
    profile.operations += operations[k];
    if (operations[k] > 0 || totals.crossings[k] > 0)
      profile.blocks.push_back(
          {program.blocks[k].path, program.blocks[k].id, totals.crossings[k], operations[k]});
  }
  std::stable_sort(profile.blocks.begin(), profile.blocks.end(), [](const BlockCost& a, const BlockCost& b) {
    return a.operations != b.operations ? a.operations > b.operations : a.crossings > b.crossings;
  });
  if (profile.blocks.size() > most_costs) profile.blocks.resize(most_costs);
}

}  // namespace sim

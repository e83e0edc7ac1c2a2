#include "sim_core/program_analysis/followed_branches.h"

#include <algorithm>

#include "sim_core/ir/reachable.h"

namespace sim {

FollowedBranches followed_branches(const Program& program, bool locates) {
  FollowedBranches followed;
  followed.modes.assign(static_cast<std::size_t>(program.mode_count), 0);
  for (std::size_t k = 0; k < program.crossings.size(); ++k) {
    const CrossingInfo& crossing = program.crossings[k];
    if ((locates && crossing.located) || crossing.rules_execution || crossing.remembers) continue;
    followed.crossings.push_back(static_cast<int>(k));
    for (int mode : {crossing.mode, crossing.below_mode})
      if (mode >= 0) followed.modes[static_cast<std::size_t>(mode)] = 1;
  }
  if (followed.crossings.empty()) return followed;
  const auto is_followed = [&](ir::NodeId id) {
    const ir::Node& n = program.graph.node(id);
    const auto first = followed.modes.begin() + n.slot;
    return n.op == ir::Op::Mode && std::any_of(first, first + n.shape.size(), [](char f) { return f != 0; });
  };
  for (std::size_t k = 0; k < program.kernels.size(); ++k) {
    const auto nodes = ir::reachable(program.graph, program.kernels[k].results);
    followed.read[k] = std::any_of(nodes.begin(), nodes.end(), is_followed);
  }
  return followed;
}

}  // namespace sim

#include "sim_core/program_analysis/invariant_targets.h"

#include <algorithm>

#include "sim_core/ir/reachable.h"

namespace sim {

bool invariant_targets_move(const Program& program) {
  const auto nodes = ir::reachable(program.graph, program.kernel(KernelKind::InvariantTargets).results);
  return std::any_of(nodes.begin(), nodes.end(), [&](ir::NodeId id) {
    const ir::Op op = program.graph.node(id).op;
    return ir::is_leaf(op) && op != ir::Op::Constant && op != ir::Op::Parameter && op != ir::Op::Captured;
  });
}

}  // namespace sim

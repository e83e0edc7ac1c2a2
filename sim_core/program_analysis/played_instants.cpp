#include "sim_core/program_analysis/played_instants.h"

#include "sim_core/ir/external_function.h"
#include "sim_core/ir/known_instants.h"

namespace sim {

PlayedInstants::PlayedInstants(const Program& program) {
  for (ir::NodeId id = 0; id < program.graph.size(); ++id) {
    const ir::Node& node = program.graph.node(id);
    if (node.op != ir::Op::Call) continue;
    const auto* known =
        dynamic_cast<const ir::KnownInstants*>(program.graph.call_site(node.slot).function.get());
    if (known) known_.emplace(program.graph.origin(id), known);
  }
}

std::vector<double> PlayedInstants::of(int block, double from, double to, std::size_t most) const {
  const auto found = known_.find(block);
  if (found == known_.end()) return {};
  std::vector<double> instants = found->second->instants_between(from, to, most + 1);
  return instants.size() > most ? std::vector<double>{} : instants;
}

}  // namespace sim

#include "sim_core/program/played_instants.h"

#include "sim_core/ir/external_function.h"
#include "sim_core/ir/known_instants.h"

namespace sim {

std::vector<double> played_instants(const Program& program, int block, double from, double to,
                                    std::size_t most) {
  for (ir::NodeId id = 0; id < program.graph.size(); ++id) {
    const ir::Node& node = program.graph.node(id);
    if (node.op != ir::Op::Call || program.graph.origin(id) != block) continue;
    const auto* known =
        dynamic_cast<const ir::KnownInstants*>(program.graph.call_site(node.slot).function.get());
    if (!known) continue;
    std::vector<double> instants = known->instants_between(from, to, most + 1);
    return instants.size() > most ? std::vector<double>{} : instants;
  }
  return {};
}

}  // namespace sim

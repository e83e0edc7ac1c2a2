#include "sim_core/compile/surroundings.h"

#include "sim_core/diagram/block_names.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::compile_phases {

SurroundingsTable::SurroundingsTable(Blocks& model) : model_(model) {
  auto& variables = model.variables[no_id];
  variables = std::make_unique<Blocks::Variables>(
      std::make_shared<const expr::Workspace>(model_workspace(model.diagram)));
  known_[no_id].variables = variables.get();
}

const Surroundings& SurroundingsTable::inside(Id subsystem) {
  std::vector<std::map<Id, Block>::const_iterator> unknown;  // from the inside out
  Id at = subsystem;
  while (!known_.contains(at)) {
    const auto block = model_.diagram.blocks.find(at);
    // A chain of parents that breaks off or goes round ends there.
    if (block == model_.diagram.blocks.end() || unknown.size() > max_subsystem_depth) {
      at = no_id;
      break;
    }
    unknown.push_back(block);
    at = block->second.parent;
  }
  const Surroundings* here = &known_.at(at);
  for (; !unknown.empty(); unknown.pop_back()) {
    const auto& [id, block] = *unknown.back();
    here = &known_.try_emplace(id, next(*here, id, block)).first->second;
  }
  return *here;
}

Surroundings SurroundingsTable::next(const Surroundings& outer, Id id, const Block& subsystem) {
  Surroundings inner{outer.path + in_path(subsystem.name) + "/",
                     outer.commented || subsystem.commented != CommentedOut::No, outer.variables};
  if (!subsystem.mask) return inner;
  auto& variables = model_.variables[id];
  if (!variables)
    variables = std::make_unique<Blocks::Variables>(
        std::make_shared<const expr::Workspace>(mask_workspace(*subsystem.mask, outer.variables->workspace)));
  inner.variables = variables.get();
  return inner;
}

}  // namespace sim::compile_phases

// A subsystem with a control block inside (Enable, Trigger, ...) is executed when that block says so, and
// with it all that is inside, at any depth. Of several control blocks in one subsystem each rules the next.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

class Controllers {
 public:
  explicit Controllers(const Model& model) : model_(model) {
    for (std::size_t k = 0; k < model.instances.size(); ++k)
      if (model.instances[k].type->role == BlockRole::Control)
        inside_[model.instances[k].block->parent].push_back(static_cast<int>(k));
  }
  bool any() const { return !inside_.empty(); }

  // The control block that rules the blocks directly inside `subsystem`; -1: none.
  int ruling(Id subsystem) {
    if (subsystem == no_id) return -1;
    if (auto known = ruling_.find(subsystem); known != ruling_.end()) return known->second;
    auto here = inside_.find(subsystem);
    const int found = here != inside_.end() ? here->second.back() : outside(subsystem);
    return ruling_[subsystem] = found;
  }

  // That which rules control block `index` itself.
  int ruling_control(int index) {
    const Id subsystem = model_.instances[static_cast<std::size_t>(index)].block->parent;
    int before = -1;
    for (int other : inside_.at(subsystem)) {
      if (other == index) break;
      before = other;
    }
    return before >= 0 ? before : outside(subsystem);
  }

 private:
  int outside(Id subsystem) {
    auto block = model_.diagram.blocks.find(subsystem);
    return block == model_.diagram.blocks.end() ? -1 : ruling(block->second.parent);
  }

  const Model& model_;
  std::map<Id, std::vector<int>> inside_;
  std::map<Id, int> ruling_;
};

}  // namespace

void find_controllers(Model& model) {
  Controllers controllers(model);
  if (!controllers.any()) return;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    Instance& instance = model.instances[k];
    instance.controller = instance.type->role == BlockRole::Control
                              ? controllers.ruling_control(static_cast<int>(k))
                              : controllers.ruling(instance.block->parent);
  }
}

}  // namespace sim::compile_phases

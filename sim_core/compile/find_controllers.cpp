// A subsystem with a control block inside (Enable, Trigger, ...) is executed when that block says so, and
// with it all that is inside, at any depth. Its Outport blocks hold what they gave last.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

class Controllers {
 public:
  explicit Controllers(Model& model) : model_(model) {
    // Those that say how long it is executed rule the one that says when.
    for (const bool once : {false, true})
      for (std::size_t k = 0; k < model.instances.size(); ++k)
        if (const Instance& instance = model.instances[k];
            instance.type->role == BlockRole::Control && instance.type->executes_once == once)
          add(instance, static_cast<int>(k));
  }
  bool any() const { return !inside_.empty(); }
  bool controlled(Id subsystem) const { return inside_.contains(subsystem); }

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
    if (auto here = inside_.find(subsystem); here != inside_.end())
      for (int other : here->second) {
        if (other == index) break;
        before = other;
      }
    return before >= 0 ? before : outside(subsystem);
  }

 private:
  void add(const Instance& instance, int index) {
    const Id subsystem = instance.block->parent;
    if (subsystem == no_id) {
      model_.fail(instance, "it says when a subsystem is executed, and is in none",
                  "move it into a subsystem");
      return;
    }
    auto& list = inside_[subsystem];
    for (int other : list)
      if (model_.instances[static_cast<std::size_t>(other)].type->executes_once ==
          instance.type->executes_once)
        model_.fail(instance, "another block says already when this subsystem is executed",
                    "keep one of them; put a further subsystem inside for the other");
    list.push_back(index);
  }
  int outside(Id subsystem) {
    auto block = model_.diagram.blocks.find(subsystem);
    return block == model_.diagram.blocks.end() ? -1 : ruling(block->second.parent);
  }

  Model& model_;
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
    if (instance.type->role == BlockRole::Outport && controllers.controlled(instance.block->parent))
      instance.outputs = {{"y", "What it gave last while its subsystem is not executed."}};
  }
}

// Behind its own inputs a Merge has as many that say whether their drivers are executed.
void attach_merges(Model& model) {
  for (Instance& instance : model.instances) {
    if (!instance.type->merges || instance.reduced) continue;
    const std::size_t count = instance.inputs.size();
    for (std::size_t port = 0; port < count; ++port) {
      const Driver from = instance.drivers[port];
      const int controller =
          from.instance < 0 ? -1 : model.instances[static_cast<std::size_t>(from.instance)].controller;
      if (controller < 0)
        model.fail(instance,
                   "input " + instance.inputs[port].name +
                       " does not come from a subsystem that is executed "
                       "conditionally",
                   "use a Switch for signals that are always there");
      instance.inputs.push_back({instance.inputs[port].name + " is executed", ""});
      instance.drivers.push_back({controller, 0});
    }
  }
}

}  // namespace sim::compile_phases

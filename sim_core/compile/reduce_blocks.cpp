// A block is needed if it records, has states, declares an invariant, is part of a physical network, or
// drives a needed block. The others compute what nobody looks at; so do the ports of subsystems, which
// connect() has seen through. (What is only not needed at some moment is left out by the kernels.)
#include <vector>

#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

static bool port_of_subsystem(const Instance& instance) {
  return instance.type->role == BlockRole::Outport && instance.block->parent != no_id &&
         !instance.holds_output();
}

void reduce_blocks(Model& model) {
  const bool reduce = setting(model.diagram, "BlockReduction") == "on";
  std::vector<char> needed(model.instances.size(), 0);
  std::vector<int> stack;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    const Instance& instance = model.instances[k];
    if (instance.reduced || port_of_subsystem(instance)) continue;
    const bool root = instance.records_inputs() || !instance.type->states.empty() ||
                      (instance.outputs.empty() && instance.type->equations) ||
                      instance.type->declares_invariant || instance.is_component();
    if (root) stack.push_back(static_cast<int>(k));
  }
  while (!stack.empty()) {
    const auto at = static_cast<std::size_t>(stack.back());
    stack.pop_back();
    if (needed[at]) continue;
    needed[at] = 1;
    for (const Driver& from : model.instances[at].drivers)
      if (from.instance >= 0) stack.push_back(from.instance);
    if (model.instances[at].controller >= 0) stack.push_back(model.instances[at].controller);
  }
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    Instance& instance = model.instances[k];
    if (instance.reduced) {
      model.reductions.push_back(instance.path + " is commented through: its inputs pass to its outputs");
    } else if (!needed[k] && !instance.is_virtual()) {
      if (!reduce && !port_of_subsystem(instance)) {
        instance.idle = true;
        continue;
      }
      instance.reduced = true;
      if (!port_of_subsystem(instance))
        model.reductions.push_back(instance.path + " drives nothing that is recorded or integrated");
    }
  }
}

// Nothing of such a block may be left: its zero crossings and sample hits would change the steps of the run.
void leave_out_idle_blocks(Model& model) {
  for (Instance& instance : model.instances) {
    if (!instance.idle) continue;
    instance.reduced = true;
    instance.roles = {};
  }
}

}  // namespace sim::compile_phases

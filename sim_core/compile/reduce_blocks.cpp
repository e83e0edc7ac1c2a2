// A block is needed if it records, has states, declares an invariant, is part of a physical network, is
// looked at, or drives a needed block. The others compute what nobody looks at; so do the ports of
// subsystems, which connect() has seen through. (What is only not needed at some moment is left out by the
// kernels.)
#include <vector>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/signal_properties.h"
#include "sim_core/diagram/settings.h"

namespace sim::compile_phases {

static bool port_of_subsystem(const Instance& instance) {
  return instance.type->role == BlockRole::Outport && instance.block->parent != no_id &&
         !instance.holds_output();
}

static bool always_needed(const Instance& instance) {
  return instance.records_inputs() || logs_outputs(instance) || !instance.type->states.empty() ||
         (instance.outputs.empty() && instance.type->equations) || instance.type->declares_invariant ||
         instance.is_component();
}

// These instances, and what they need.
static void add_needed(const ResolvedModel& model, std::vector<int> stack, std::vector<char>& needed) {
  while (!stack.empty()) {
    check_stop();
    const auto at = static_cast<std::size_t>(stack.back());
    stack.pop_back();
    if (needed[at]) continue;
    needed[at] = 1;
    for (const Driver& from : model.instances[at].drivers)
      if (from.instance >= 0) stack.push_back(from.instance);
    if (model.instances[at].controller >= 0) stack.push_back(model.instances[at].controller);
  }
}

static std::vector<char> find_needed(const ResolvedModel& model, const std::set<Id>& looked_at_blocks,
                                     Report& report) {
  std::vector<char> needed(model.instances.size(), 0);
  std::vector<int> roots, looked_at;
  const auto stays = [&](std::size_t k) {
    return !model.instances[k].reduced && !port_of_subsystem(model.instances[k]);
  };
  for (const std::size_t k : stoppable_indices(model.instances))
    if (stays(k) && always_needed(model.instances[k])) roots.push_back(static_cast<int>(k));
  add_needed(model, std::move(roots), needed);
  for (const std::size_t k : stoppable_indices(model.instances)) {
    if (needed[k] || !stays(k) || !looked_at_blocks.contains(model.instances[k].id)) continue;
    report.kept_to_look_at.insert(model.instances[k].id);
    looked_at.push_back(static_cast<int>(k));
  }
  add_needed(model, std::move(looked_at), needed);
  return needed;
}

void reduce_blocks(ResolvedModel& model, const std::set<Id>& looked_at, Report& report) {
  const bool reduce = setting(model.diagram, "BlockReduction") == "on";
  const std::vector<char> needed = find_needed(model, looked_at, report);
  for (const std::size_t k : stoppable_indices(model.instances)) {
    Instance& instance = model.instances[k];
    if (instance.reduced) {
      report.reductions.push_back(instance.path + " is commented through: its inputs pass to its outputs");
    } else if (!needed[k] && !instance.is_virtual()) {
      if (!reduce && !port_of_subsystem(instance)) {
        instance.idle = true;
        continue;
      }
      instance.reduced = true;
      if (!port_of_subsystem(instance))
        report.reductions.push_back(instance.path + " drives nothing that is recorded or integrated");
    }
  }
}

// Nothing of such a block may be left: its zero crossings and sample hits would change the steps of the run.
void leave_out_idle_blocks(EquationSystem& model) {
  for (Instance& instance : stoppable(model.instances)) {
    if (!instance.idle) continue;
    instance.reduced = true;
    model.equations[instance].roles = {};
  }
}

}  // namespace sim::compile_phases

#include "sim_core/compile/atomic_subsystems.h"

#include <algorithm>
#include <limits>

namespace sim::compile_phases {

namespace {

constexpr int not_given = std::numeric_limits<int>::max();

// The nearest atomic subsystem around, null: none.
const Instance* atomic_around(const Blocks& model, Id subsystem) {
  for (int depth = 0; depth <= max_subsystem_depth; ++depth) {
    const auto found = model.instance_of.find(subsystem);
    if (found == model.instance_of.end()) return nullptr;
    const Instance& instance = model.instances[static_cast<std::size_t>(found->second)];
    const int atomic = instance.type->parameter_index("TreatAsAtomicUnit");
    if (atomic >= 0 && instance.parameters[static_cast<std::size_t>(atomic)].number() != 0) return &instance;
    subsystem = instance.block->parent;
  }
  return nullptr;
}

}  // namespace

void give_sample_times_of_subsystems(const Blocks& model, SampleTimes& times, Report& report) {
  for (const Instance& instance : stoppable(model.instances)) {
    if (instance.is_virtual() || instance.type->role != BlockRole::Ordinary) continue;
    const Instance* around = atomic_around(model, instance.block->parent);
    while (around && times[*around].kind == SampleTime::Kind::Inherited)
      around = atomic_around(model, around->block->parent);
    if (!around) continue;
    if (!instance.type->states.empty() && times[*around].kind == SampleTime::Kind::Discrete) {
      report.fail(instance, "it has continuous states inside " + around->path + ", which has a sample time",
                  "use a discrete block, or set the sample time of the subsystem to -1");
      continue;
    }
    const bool declared = instance.type->sample_time >= 0;
    const bool inherits = times[instance].kind == SampleTime::Kind::Inherited;
    if (inherits || !declared) times[instance] = times[*around];
  }
}

Priority priority_of(const Blocks& model, const Instance& instance) {
  Priority all{instance.block->priority.value_or(not_given)};
  for (const Instance* around = atomic_around(model, instance.block->parent); around;
       around = atomic_around(model, around->block->parent))
    all.push_back(around->block->priority.value_or(not_given));
  std::reverse(all.begin(), all.end());
  return all;
}

bool is_given(const Priority& priority) {
  return std::any_of(priority.begin(), priority.end(), [](int number) { return number != not_given; });
}

}  // namespace sim::compile_phases

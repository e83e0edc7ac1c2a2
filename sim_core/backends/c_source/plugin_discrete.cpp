#include "sim_core/backends/c_source/plugin_discrete.h"

#include <algorithm>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/ir/reachable.h"

namespace sim::c_source {

static bool crossings_read(const Program& program) {
  for (const ir::NodeId id : ir::reachable(program.graph, program.kernel(KernelKind::Crossings).results))
    if (const ir::Op op = program.graph.node(id).op; op == ir::Op::Discrete || op == ir::Op::Mode)
      return true;
  return false;
}

void add_plugin_discrete(Filling& filling, const Program& program) {
  if (program.discrete_count == 0) return;
  filling.features.insert("discrete");
  filling.values["discrete_count"] = std::to_string(program.discrete_count);
  filling.values["initial_rounds"] = std::to_string(program.discrete.size() + 1);
  std::vector<int> slots;
  for (const DiscreteInfo& info : program.discrete)
    for (int k = 0; k < info.shape.size(); ++k) slots.push_back(info.first + k);
  filling.values["initial_count"] = std::to_string(std::max<std::size_t>(1, slots.size()));
  filling.values["initial_slots"] = whole_table(slots);
  if (!slots.empty()) filling.features.insert("initial_slots");
  filling.values["update_count"] = std::to_string(program.updates.size());
  filling.values["update_slots"] =
      program.updates.empty() ? "{0}"
                              : table(program.updates, [](const UpdateInfo& u) { return whole(u.slot); });
  if (!program.updates.empty()) filling.features.insert("updates");
  std::vector<double> periods, offsets;
  std::string loads;
  for (std::size_t k = 0; k < program.rates.size(); ++k) {
    periods.push_back(program.rates[k].period);
    offsets.push_back(program.rates[k].offset);
    loads += "    self->modes[" + std::to_string(program.rates[k].mode) + "] = a->hit[" + std::to_string(k) +
             "];\n";
  }
  if (!periods.empty()) filling.features.insert("rates");
  filling.values["rate_count"] = std::to_string(periods.size());
  filling.values["periods"] = number_table(periods);
  filling.values["offsets"] = number_table(offsets);
  filling.values["hit_loads"] = loads;
  filling.values["crossings_read"] = crossings_read(program) ? "1" : "0";
}

}  // namespace sim::c_source

#include "sim_core/compile/equation_variables.h"

#include <algorithm>
#include <unordered_map>

#include "sim_core/ir/reachable.h"

namespace sim::compile_phases {

Result<const expr::Value*> EquationVariables::find(std::string_view name) const {
  roles_.variables.fixed.emplace(name);
  return instance_.variables->find(name);
}

const expr::Value* EquationVariables::look_at(std::string_view name) const {
  const auto found = instance_.variables->find(name);
  return found ? *found : nullptr;
}

void EquationVariables::decide(ir::Value v) {
  auto& all = roles_.decisions;
  if (std::find(all.begin(), all.end(), v.id) == all.end()) all.push_back(v.id);
}

std::optional<FormulaVariables::Leaf> EquationVariables::make_leaf(std::string_view name) {
  const auto slot = std::find_if(instance_.variable_slots.begin(), instance_.variable_slots.end(),
                                 [&](const VariableSlot& s) { return s.name == name; });
  if (slot == instance_.variable_slots.end()) return {};
  roles_.variables.tunable.emplace(name);
  const auto first = parameters_.values.begin() + slot->first;
  return Leaf{graph_.leaf(ir::Op::Parameter, slot->first, slot->shape), {first, first + slot->shape.size()}};
}

std::shared_ptr<const FormulaUses> formula_uses(const EquationSystem& model) {
  auto uses = std::make_shared<FormulaUses>();
  std::vector<ir::NodeId> open;
  for (const Instance& instance : stoppable(model.instances)) {
    const VariablesRead& used = model.equations[instance].roles.variables;
    if (used.tunable.empty() && used.fixed.empty()) continue;
    VariablesRead& of_block = uses->blocks[instance.id];
    of_block.tunable.insert(used.tunable.begin(), used.tunable.end());
    of_block.fixed.insert(used.fixed.begin(), used.fixed.end());
    open.insert(open.end(), model.equations[instance].roles.decisions.begin(),
                model.equations[instance].roles.decisions.end());
  }
  std::unordered_map<ir::NodeId, ir::NodeId> copies;
  for (const ir::NodeId id : ir::reachable(model.open, open)) {
    std::vector<ir::Value> operands;
    if (!ir::is_leaf(model.open.node(id).op))
      for (ir::NodeId operand : model.open.operands(id))
        operands.push_back({&uses->graph, copies.at(operand)});
    copies[id] = uses->graph.copy_node(model.open, id, operands).id;
  }
  for (const Instance& instance : stoppable(model.instances))
    for (ir::NodeId id : model.equations[instance].roles.decisions)
      if (const ir::NodeId copy = copies.at(id); uses->graph.node(copy).op != ir::Op::Constant)
        uses->decisions.push_back({instance.id, copy});
  return uses;
}

}  // namespace sim::compile_phases

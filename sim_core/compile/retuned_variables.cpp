#include "sim_core/compile/retuned_variables.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim_core/expr/structure_paths.h"
#include "sim_core/ir/known_values.h"
#include "sim_core/ir/reachable.h"

namespace sim::compile_phases {

namespace {

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return std::ranges::equal(a, b, [](double u, double v) {
    return std::bit_cast<std::uint64_t>(u) == std::bit_cast<std::uint64_t>(v);
  });
}

const expr::Value* value_of(const Instance& reader, std::string_view name) {
  const auto found = expr::find_path(*reader.variables, name);
  return found ? *found : nullptr;
}

bool same_value(const expr::Value* a, const expr::Value* b) { return a && b ? *a == *b : a == b; }

class VariableComparison {
 public:
  VariableComparison(const Compilation& compiled, const Blocks& was, const Blocks& now, bool fixed,
                     std::vector<double>& parameters)
      : compiled_(compiled), was_(was), now_(now), fixed_(fixed), before_(parameters), after_(parameters) {}

  RetunedVariables run() {
    for (const Instance& before : was_.instances) {
      const auto used = compiled_.formulas->blocks.find(before.id);
      const auto after = now_.instance_of.find(before.id);
      if (used == compiled_.formulas->blocks.end() || after == now_.instance_of.end()) continue;
      compare(before, now_.instances[static_cast<std::size_t>(after->second)], used->second);
    }
    while (!candidates_.empty() && take_back_where_decided()) {
    }
    for (auto& [first, variable] : candidates_) told_.changed.push_back(std::move(variable));
    return std::move(told_);
  }

 private:
  void refuse(const Instance& reader, const std::string& name,
              const std::string& why = "is fixed while a simulation runs") {
    told_.refused.push_back({&reader, "'" + name + "' in its formula " + why});
  }

  void compare(const Instance& before, const Instance& after, const VariablesRead& used) {
    const auto stays = [&](const std::string& name) {
      return used.fixed.contains(name) && !same_value(value_of(before, name), value_of(after, name));
    };
    for (const std::string& name : used.fixed)
      if (stays(name)) refuse(before, name);
    for (const VariableSlot& slot : before.variable_slots)
      if (used.tunable.contains(slot.name) && !stays(slot.name))
        compare(before, slot, value_of(after, slot.name));
  }

  void compare(const Instance& before, const VariableSlot& slot, const expr::Value* value) {
    if (candidates_.contains(slot.first)) return;
    if (!value || !value->is_numeric() || value->is_integer()) return refuse(before, slot.name);
    if (value->shape() != real_shape(slot.shape) || value->is_complex() != slot.shape.complex) {
      told_.refused.push_back(
          {&before, "the size of '" + slot.name + "' in its formula is fixed while a simulation runs"});
      return;
    }
    std::vector<double> numbers = value->real();
    numbers.insert(numbers.end(), value->imaginary().begin(), value->imaginary().end());
    if (same_bits(numbers, of(before_, slot))) return;
    if (fixed_ || compiled_.fixed_parameters.contains(slot.first)) return refuse(before, slot.name);
    std::copy(numbers.begin(), numbers.end(), after_.begin() + slot.first);
    candidates_[slot.first] = {&before, slot};
  }

  static std::span<const double> of(const std::vector<double>& parameters, const VariableSlot& slot) {
    return std::span(parameters)
        .subspan(static_cast<std::size_t>(slot.first), static_cast<std::size_t>(slot.shape.size()));
  }

  // Whether something was.
  bool take_back_where_decided() {
    const ir::Graph& graph = compiled_.formulas->graph;
    ir::KnownValues was(graph, compiled_.program->parameters), is(graph, after_);
    for (ir::NodeId id = 0; id < graph.size(); ++id) was.add(id), is.add(id);
    bool taken_back = false;
    for (const FormulaDecision& decision : compiled_.formulas->decisions) {
      if (same_bits(was(decision.value), is(decision.value))) continue;
      for (const ir::NodeId id : ir::reachable(graph, {&decision.value, 1}))
        if (graph.node(id).op == ir::Op::Parameter) taken_back |= take_back(graph.node(id), decision.block);
    }
    return taken_back;
  }

  bool take_back(const ir::Node& leaf, Id block) {
    auto behind = candidates_.upper_bound(leaf.slot);
    if (behind == candidates_.begin()) return false;
    const auto it = std::prev(behind);
    const VariableSlot slot = it->second.slot;
    if (leaf.slot >= slot.first + slot.shape.size()) return false;
    const auto first = before_.begin() + slot.first;
    std::copy(first, first + slot.shape.size(), after_.begin() + slot.first);
    candidates_.erase(it);
    refuse(was_.instances[static_cast<std::size_t>(was_.instance_of.at(block))], slot.name,
           "decides an index, a size or a branch");
    return true;
  }

  const Compilation& compiled_;
  const Blocks &was_, &now_;
  const bool fixed_;
  const std::vector<double> before_;
  std::vector<double>& after_;
  std::map<int, RetunedVariables::Variable> candidates_;  // by slot
  RetunedVariables told_;
};

}  // namespace

RetunedVariables take_variables(const Compilation& compiled, const Blocks& was, const Blocks& now, bool fixed,
                                std::vector<double>& parameters) {
  return VariableComparison(compiled, was, now, fixed, parameters).run();
}

}  // namespace sim::compile_phases

#pragma once
// The model's variables in the formulas of one block while its equations are written. Those that are numbers
// have slots among the parameters, one for each variable in each workspace (evaluate_parameters), whichever
// blocks read it. What the formulas ask for is noted in the block's roles.
#include "sim_core/block/formula_variables.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class EquationVariables final : public FormulaVariables {
 public:
  EquationVariables(const Parameters& parameters, const Instance& instance, ir::Graph& graph, Roles& roles)
      : parameters_(parameters), instance_(instance), graph_(graph), roles_(roles) {}

  Result<const expr::Value*> find(std::string_view name) const override;
  std::vector<std::string> names() const override { return instance_.variables->names(); }
  void decide(ir::Value v) override;
  const expr::Value* look_at(std::string_view name) const override;

 private:
  std::optional<Leaf> make_leaf(std::string_view name) override;

  const Parameters& parameters_;
  const Instance& instance_;
  ir::Graph& graph_;
  Roles& roles_;
};

// What the formulas of all blocks were written for.
std::shared_ptr<const FormulaUses> formula_uses(const EquationSystem& model);

}  // namespace sim::compile_phases

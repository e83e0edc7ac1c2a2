#pragma once
// Variables that are constants of the equations: no leaf stands for one, and what is written may depend on
// all of them.
#include "sim_core/block/formula_variables.h"

namespace sim {

class ConstantVariables final : public FormulaVariables {
 public:
  explicit ConstantVariables(const expr::Scope& scope) : scope_(scope) {}
  Result<const expr::Value*> find(std::string_view name) const override { return scope_.find(name); }
  std::vector<std::string> names() const override { return scope_.names(); }
  void decide(ir::Value) override {}
  const expr::Value* look_at(std::string_view name) const override {
    const auto found = scope_.find(name);
    return found ? *found : nullptr;
  }

 private:
  std::optional<Leaf> make_leaf(std::string_view) override { return {}; }

  const expr::Scope& scope_;
};

}  // namespace sim

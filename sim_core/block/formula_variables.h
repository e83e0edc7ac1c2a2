#pragma once
// The variables of a model in the equations of a block. Those that are numbers are leaves, as parameters are,
// so that they may change while a run goes on. Where what is written depends on the value of one (an index,
// a size, a branch, whether a root is real), the equations are those for this value, and say so.
//
// As a Scope it gives constants: what is found through it is fixed for good.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/expr/evaluate.h"
#include "sim_core/ir/values.h"

namespace sim {

class FormulaVariables : public expr::Scope {
 public:
  // The leaf of the equations' graph that stands for this variable; none where that is no number, or there is
  // no such variable.
  ir::Value leaf(std::string_view name);
  // Whether `v` is made of constants and such leaves alone, by operations that can_evaluate().
  bool is_known(ir::Value v) { return known(v).has_value(); }
  // The elements that such a value has, by column, then their imaginary parts.
  const std::vector<double>& value(ir::Value v) { return *known(v); }
  // What is written is right as long as `v`, which is known, has the value that it has.
  virtual void decide(ir::Value v) = 0;
  // The variable of this name, to see of what kind it is; null where there is none. What is written may not
  // depend on its value.
  virtual const expr::Value* look_at(std::string_view name) const = 0;
  // The same where it is a structure, whose fields are leaves ("motor.R"); else null.
  const expr::Value* structure(std::string_view name) const {
    const expr::Value* found = look_at(name);
    return found && found->is_structure() ? found : nullptr;
  }

 protected:
  struct Leaf {
    ir::Value leaf;
    std::vector<double> numbers;
  };
  virtual std::optional<Leaf> make_leaf(std::string_view name) = 0;

 private:
  using Known = std::optional<std::vector<double>>;
  const Known& known(ir::Value v);
  Known compute(const ir::Graph& graph, ir::NodeId id) const;

  std::map<std::string, ir::Value, std::less<>> leaves_;  // none of what is no number
  std::map<ir::NodeId, Known> known_;                     // by node of that graph
};

// The same, and constants are known whatever the variables are.
bool is_known(FormulaVariables* variables, ir::Value v);
// What a known value is, by element; what is written depends on it from now on.
std::vector<double> decided_value(FormulaVariables* variables, ir::Value v);

}  // namespace sim

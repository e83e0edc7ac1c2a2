#pragma once
// Which texts of a diagram mean a variable, and renaming one wherever it is meant. A variable belongs to the
// model (owner no_id) or is a name of a mask (owner: the masked subsystem); one further in hides one of its
// name further out.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

struct VariableUse {
  enum class In { Parameter, MaskParameter, Variable, Setting, MaskInitialization, MaskLooks };
  In where = In::Parameter;
  Id element = no_id;  // the block or the variable; of a setting: none
  std::string key;  // which parameter, mask parameter or setting; of an initialization: which of its names;
                    // of what a mask's dialog and icon look like: none
  bool operator==(const VariableUse&) const = default;
};

// Whether `name` in this parameter's text is looked up among variables: not in a text that is no expression,
// and not where it is an input of a formula. The names of a mask's parameters and of variables always are.
using IsVariableName =
    std::function<bool(const Block& block, const std::string& parameter, std::string_view name)>;

struct VariableUses {
  std::map<std::pair<Id, std::string>, std::vector<VariableUse>> by_variable;  // owner and name
  // In the order of blocks, then variables, then settings; each text once.
  const std::vector<VariableUse>& of(Id owner, const std::string& name) const;
};

// Of all variables at once. Linear in the length of the texts.
VariableUses find_variable_uses(const Diagram& diagram, const IsVariableName& is_variable_name);

// Renames the variable and every use of it, so that all texts mean what they meant. Fails where `to` is no
// name or is taken, where another definition would hide it at a use, and where it would itself hide what `to`
// means elsewhere; nothing is renamed then.
Result<Edit> rename_variable(const Diagram& diagram, Id owner, const std::string& from, const std::string& to,
                             const IsVariableName& is_variable_name);

}  // namespace sim

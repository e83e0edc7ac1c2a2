#pragma once
// Fields of variables by name: "motor.R", "motor(2).gear.ratio". Formulas read them like variables of their
// own, so that a field may change while a run goes on.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/expr/evaluate.h"

namespace sim::expr {

// The variables that a text names, as far as their fields go: "motor.R" of motor.R*i, and x. Each once.
std::vector<std::string> variable_paths(std::string_view text);

// The value of a variable or of a field in one; null where there is no such variable or field.
Result<const Value*> find_path(const Scope& scope, std::string_view path);

}  // namespace sim::expr

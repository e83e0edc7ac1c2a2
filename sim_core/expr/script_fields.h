#pragma once
// Fields that a script assigns. Inside this folder only.
#include "sim_core/expr/script.h"

namespace sim::expr {

// s.a = 1 gives a variable "s.a" a value, for s is no value of its own here: each field of what the function
// assigns fields to becomes such a variable, also where it is read. s = struct('a', 1) is one assignment for
// each field. What uses s as a whole is an error, with its line.
Result<bool> name_fields(const ScriptHeader& header, Statements& body);

// "s" of "s.a.b".
std::string_view root_of_field(std::string_view name);

}  // namespace sim::expr

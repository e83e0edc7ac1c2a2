#pragma once
// Fields that a script assigns. Inside this folder only.
#include "sim_core/expr/script.h"

namespace sim::expr {

// s.a = 1 gives a variable "s.a" a value, for s is no value of its own here: each field of what a function
// assigns fields to becomes such a variable, also where it is read. s = struct('a', 1) is one assignment for
// each field. A function that is called with s is written once more, with an input for each field. What uses
// s as a whole otherwise is an error, with its line.
Result<bool> name_fields(Script& script);

// "s" of "s.a.b".
std::string_view root_of_field(std::string_view name);

}  // namespace sim::expr

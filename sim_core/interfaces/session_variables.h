#pragma once
// The variables of a session: what To Variable blocks recorded in runs of this program, for the expressions
// of any of its models. They lie outside of a model's own variables, which hide them, belong to no file and
// are gone when the program ends. Any thread.
#include <memory>
#include <string>

#include "sim_core/expr/workspace.h"

namespace sim {

// As they are now; what is defined later does not change it. Null: there are none.
std::shared_ptr<const expr::Workspace> session_variables();

// A new variable, or a new value of one there is.
void define_session_variable(const std::string& name, expr::Value value);
void clear_session_variables();

}  // namespace sim

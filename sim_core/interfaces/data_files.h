#pragma once
// Files of variables that a model names in its setting DataFiles, so that several models share them: JSON and
// .flxdata (numbers, strings, arrays, objects as structures), MAT (matrices), CSV (a column vector for each
// column). Their variables lie outside of the model's own, which hide them, and hide those of the session; of
// two files the later one hides the earlier.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"

namespace sim {

// What lies outside of the model's variables: those of its files, then those of the session. The same pointer
// as long as neither has changed; files are read again when they have. Null: there are none. Any thread.
std::shared_ptr<const expr::Workspace> outer_variables(const Diagram& diagram);

// Which of the files cannot be used, and why.
Diagnostics data_file_problems(const Diagram& diagram);

}  // namespace sim

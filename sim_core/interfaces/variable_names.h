#pragma once
// Which texts of blocks are expressions, as their types say: for find_variable_uses and rename_variable.
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/variable_uses.h"

namespace sim {

// Of a block whose type is unknown every text is taken for an expression. Names in a formula are variables
// but for its inputs: t, u and u1, u2 and so on, and x where it may use the state. The library must outlive
// the result.
IsVariableName variable_names_of(const BlockLibrary& library);

}  // namespace sim

#pragma once
// Which operation of the equations does what an operation of the expression language does.
#include <optional>

#include "sim_core/expr/elementary.h"
#include "sim_core/ir/graph.h"

namespace sim {

// None for the few that equations lack.
std::optional<ir::Op> operation(expr::Elementary e);

}  // namespace sim

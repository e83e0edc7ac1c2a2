#pragma once
// Which operation of the equations does what an operation of the expression language does.
#include <optional>

#include "sim_core/expr/elementary.h"
#include "sim_core/ir/values.h"

namespace sim {

// None for the few that equations lack.
std::optional<ir::Op> operation(expr::Elementary e);
// Where the real arguments a, or a and b, have a result that is complex: 1 or 0 for each element. None where
// no numbers have.
ir::Value leaves_reals(expr::Elementary e, ir::Value a, ir::Value b);

}  // namespace sim

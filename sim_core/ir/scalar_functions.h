#pragma once
// The few element-wise functions of ops.def that <cmath> does not have (scalar_functions.def).
#include <cmath>

namespace sim::ir {

#define SCALAR_FUNCTION(name, operands, ...) \
  inline double name operands { __VA_ARGS__ }
#include "sim_core/ir/scalar_functions.def"
#undef SCALAR_FUNCTION

}  // namespace sim::ir

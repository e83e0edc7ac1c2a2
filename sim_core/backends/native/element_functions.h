#pragma once
// The operations of ops.def as functions of numbers, for those that have no instructions: the same
// expressions that the interpreter's loops have.
#include "sim_core/ir/graph.h"

namespace sim::native {

using ElementFunction = double (*)(double a, double b, double c);

// Null for operations that are not element-wise.
ElementFunction element_function(ir::Op op);

}  // namespace sim::native

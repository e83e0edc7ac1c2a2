#pragma once
// The result of an element-wise operation; operands that it has not are ignored.
#include "sim_core/ir/graph.h"

namespace sim::ir {

double evaluate_elementwise(Op op, double a, double b, double c);

}  // namespace sim::ir

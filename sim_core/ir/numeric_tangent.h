#pragma once
// The derivative of an opaque function that has none of its own, by a central difference along the direction:
// (f(a + h d) - f(a - h d)) / 2h, with h scaled to the arguments. Relative error about 1e-10.
#include <memory>

#include "sim_core/ir/external_function.h"

namespace sim::ir {

std::shared_ptr<const ExternalFunction> numeric_tangent(std::shared_ptr<const ExternalFunction> function,
                                                        std::vector<int> argument_sizes);

}  // namespace sim::ir

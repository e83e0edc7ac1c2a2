#pragma once
// The start of a memory that has the shape of a signal.
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

inline ir::Value zeros(Equations& e, Shape shape) {
  return e.graph().constant(shape, std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0));
}

}  // namespace sim::blocks

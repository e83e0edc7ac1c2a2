#pragma once
// The sign of a signal as an event.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// 1, 0 or -1; constant between the zero crossings of u.
inline ir::Value located_sign(Equations& e, ir::Value u) {
  return e.crosses_above(u, e.constant(0)) - e.crosses_above(e.constant(0), u);
}

}  // namespace sim::blocks

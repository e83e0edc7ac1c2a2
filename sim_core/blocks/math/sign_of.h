#pragma once
// The sign of a signal as an event.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// 1, 0 or -1; constant between the zero crossings of u.
inline ir::Value located_sign(Equations& e, ir::Value u) {
  const SignModes sign = e.sign_modes(u);
  return sign.above - sign.below;
}

}  // namespace sim::blocks

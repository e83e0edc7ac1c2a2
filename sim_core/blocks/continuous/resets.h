#pragma once
// External resets of continuous states.
#include "sim_core/blocks/discrete/sampling.h"

namespace sim::blocks {

// Not 0 in the major step in which the signal calls for a reset: edges between 0 and positive, located; or as
// long as the signal is not 0.
inline ir::Value located_reset(Equations& e, int kind, ir::Value signal) {
  const ir::Value zero = e.constant(0);
  auto rises = [&] { return e.rising(1.0 - e.crosses_above(zero, signal)); };
  auto falls = [&] { return e.falling(1.0 - e.crosses_above(zero, signal)); };
  switch (kind) {
    case rising_reset:
      return rises();
    case falling_reset:
      return falls();
    case either_reset: {
      const ir::Value positive = 1.0 - e.crosses_above(zero, signal);
      return e.rising(positive) + e.falling(positive);
    }
    default:
      return 1.0 - e.crosses_above(signal, zero) * e.crosses_above(zero, signal);
  }
}

inline bool is_level(int kind) { return kind == level_reset || kind == level_hold_reset; }

}  // namespace sim::blocks

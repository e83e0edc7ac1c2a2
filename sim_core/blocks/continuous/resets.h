#pragma once
// External resets of continuous states.
#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/edges.h"

namespace sim::blocks {

// Not 0 in the major step in which the signal calls for a reset: edges between 0 and positive, located; or as
// long as the signal is not 0.
inline ir::Value located_reset(Equations& e, int kind, ir::Value signal) {
  switch (kind) {
    case rising_reset:
      return located_edge(e, Edge::Rising, signal);
    case falling_reset:
      return located_edge(e, Edge::Falling, signal);
    case either_reset:
      return located_edge(e, Edge::Either, signal);
    default:
      return 1.0 - e.crosses_above(signal, e.constant(0)) * e.crosses_above(e.constant(0), signal);
  }
}

inline bool is_level(int kind) { return kind == level_reset || kind == level_hold_reset; }

}  // namespace sim::blocks

#pragma once
// Signals that are looked at as true or false, and their edges, as events.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// u > 0, located.
inline ir::Value is_positive(Equations& e, ir::Value u) { return e.exceeds(u, e.constant(0)); }

enum class Edge { Rising, Falling, Either };

inline ir::Value edge(Equations& e, Edge which, ir::Value truth) {
  if (which == Edge::Rising) return e.rising(truth);
  if (which == Edge::Falling) return e.falling(truth);
  return e.rising(truth) | e.falling(truth);
}

}  // namespace sim::blocks

#pragma once
// Signals that are looked at as true or false, and their edges, as events.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// u > 0, located in this direction.
inline ir::Value is_positive(Equations& e, ir::Value u,
                             CrossingDirection direction = CrossingDirection::Either) {
  return e.exceeds(u, e.constant(0), direction);
}

enum class Edge { Rising, Falling, Either };

inline ir::Value edge(Equations& e, Edge which, ir::Value truth) {
  if (which == Edge::Rising) return e.rising(truth);
  if (which == Edge::Falling) return e.falling(truth);
  return e.rising(truth) | e.falling(truth);
}

// Of a signal whose edges alone matter: a step ends at those only.
inline ir::Value located_edge(Equations& e, Edge which, ir::Value u) {
  const CrossingDirection direction = which == Edge::Rising    ? CrossingDirection::Rising
                                      : which == Edge::Falling ? CrossingDirection::Falling
                                                               : CrossingDirection::Either;
  return edge(e, which, is_positive(e, u, direction));
}

}  // namespace sim::blocks

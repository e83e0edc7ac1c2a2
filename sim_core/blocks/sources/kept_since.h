#pragma once
// What periodic sources remember of their last corner.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// `at_hits` as it was when one of the hits in `condition` was last due; until the first of them `at_start`,
// which depends on no hit.
inline ir::Value kept_since(Equations& e, ir::Value condition, ir::Value at_hits, ir::Value at_start) {
  const ir::Value last = e.memory(at_start);
  const ir::Value now = select(condition, at_hits, last);
  e.store(last, now);
  return now;
}

}  // namespace sim::blocks

#pragma once
// A limit to the integral of the across variable of a stop branch: one end of a hard stop or of a stroke.
#include "plugins/elements/one_way.h"
#include "sim_core/block/equations.h"

namespace sim::elements {

struct PositionLimit {
  Branch branch;  // a stop_branch, opened by its across variable
  ir::Value at;
  double side;           // 1: the position stays above, -1: below
  ir::Value size = {};   // of what the position is a difference of; none: that of the limit
  ir::Value slope = {};  // of the across variable while it holds; none: 0
};

// The way that the stop goes.
StopWay write_limit_way(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value restitution);

// A position between two limits, the integral of the across variable of `low.branch`. While one of them holds
// it does not move, whatever an iteration leaves of the speeds. restitution: 0 to 1.
void write_stroke(Equations& e, State position, const PositionLimit& low, const PositionLimit& high,
                  ir::Value restitution);

}  // namespace sim::elements

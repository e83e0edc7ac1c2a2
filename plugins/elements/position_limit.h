#pragma once
// A limit to the integral of the across variable of a stop branch: one end of a hard stop or of a stroke.
#include "plugins/elements/one_way.h"
#include "sim_core/block/equations.h"

namespace sim::elements {

struct PositionLimit {
  Branch branch;  // a stop_branch, opened by its across variable
  ir::Value at;
  double side;          // 1: the position stays above, -1: below
  ir::Value size = {};  // of what the position is a difference of; none: that of the limit
};

// The way that the stop goes.
StopWay write_limit_way(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value restitution);

// x: the position. Gives, from `behind`, the position behind this instant: on the limit where it holds,
// strictly inside where it rebounds, so that the next impact is a crossing. restitution: 0 to 1.
ir::Value write_limit(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value behind,
                      ir::Value restitution);

}  // namespace sim::elements

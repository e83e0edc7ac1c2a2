#pragma once
// A limit to the integral of the across variable of a stop branch: one end of a hard stop or of a stroke.
#include "sim_core/block/equations.h"

namespace sim::elements {

struct PositionLimit {
  Branch branch;  // a stop_branch, opened by its across variable
  ir::Value at;
  double side;  // 1: the position stays above, -1: below
};

// x: the position. Gives, from `behind`, the position behind this instant: on the limit where it holds,
// strictly inside where it rebounds, so that the next impact is a crossing. restitution: 0 to 1.
ir::Value write_limit(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value behind,
                      ir::Value restitution);

}  // namespace sim::elements

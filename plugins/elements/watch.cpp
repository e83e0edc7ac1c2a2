#include "plugins/elements/watch.h"

namespace sim::elements {

Way write_way(Equations& e, Branch branch, const BranchWay& limits, const Watch& watch) {
  constexpr double rounding = 0x1p-48, most = 1e-6, located = 0x1p-20;
  const ir::Value zero = e.constant(0), slack = e.memory(zero);
  const ir::Value limit = slack + watch.size * rounding;
  const ir::Value within = e.crosses_above(limit, watch.excess, CrossingDirection::Falling);
  const ir::Value crossed = logical_not(within);
  // What is located is past its limit by next to nothing of the way that it has come since the last step;
  // what jumps is past it by as much.
  const ir::Value before = e.memory(zero);
  e.store(before, ir::make(ir::Op::Abs, watch.value));
  const ir::Value now = limits.way;
  BranchWay way = limits;
  way.crossed = crossed;
  way.rests = before * located + limit * 4.0 >= watch.excess;
  const ir::Value next = e.goes(branch, way);
  const ir::Value changed = ir::make(ir::Op::NotEqual, next, now);
  e.store(now, next);
  e.switches(changed);
  // Where the network finds nothing wrong with what has crossed by next to nothing, and it crosses again, it
  // was rounding, and more of it than was thought.
  const ir::Value found = e.slack(branch), decided = found >= zero, kept = e.memory(zero);
  const ir::Value mistaken = crossed & way.rests & logical_not(changed);
  const ir::Value noticed =
      select(mistaken & kept, ir::make(ir::Op::Min, watch.excess * 2.0, watch.size * most), zero);
  const ir::Value noise =
      ir::make(ir::Op::Max, select(changed, zero, slack), ir::make(ir::Op::Max, found, noticed));
  e.store(kept, select(decided, mistaken, kept));
  e.store(slack, select(decided, noise, slack));
  return {now, next, crossed};
}

}  // namespace sim::elements

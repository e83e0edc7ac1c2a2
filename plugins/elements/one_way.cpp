#include "plugins/elements/one_way.h"

#include <limits>

#include "plugins/elements/watch.h"

namespace sim::elements {

namespace {

Way write_way_of(Equations& e, Branch branch, const StopLimit& limit) {
  const ir::Value zero = e.constant(0), never = e.constant(-1), holds = limit.held;
  const ir::Value value = select(holds, e.through(branch), -e.across(branch));
  BranchWay limits;
  limits.way = holds;
  limits.limit = holds | limit.reached;
  limits.restitution = limit.restitution;
  limits.slowest = limit.slowest;
  limits.beyond = limit.beyond;
  limits.limit_slope = limit.slope;
  const Way way = write_way(e, branch, limits,
                            {select(holds | limit.reached, value, never), value,
                             select(holds, e.through_size(branch), e.across_size(branch))});
  e.law(branch, {holds, 1.0 - holds, zero});
  return way;
}

}  // namespace

ir::Value begin_stop(Equations& e) { return e.memory(e.constant(0)); }

ir::Value write_one_way(Equations& e, Branch branch, ir::Value allowed) {
  const ir::Value never = e.constant(-std::numeric_limits<double>::infinity());
  return write_way_of(e, branch, {begin_stop(e), allowed, never, {}, {}}).now;
}

StopWay write_stop(Equations& e, Branch branch, const StopLimit& limit) {
  const Way way = write_way_of(e, branch, limit);
  const ir::Value rebounds = way.crossed & logical_not(way.now | way.next);
  e.switches(rebounds);
  return {way.now, way.next, rebounds, rebounds | ir::make(ir::Op::NotEqual, way.next, way.now)};
}

}  // namespace sim::elements

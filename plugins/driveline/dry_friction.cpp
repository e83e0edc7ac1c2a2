#include "plugins/driveline/dry_friction.h"

#include "plugins/elements/watch.h"

namespace sim::driveline {

ir::Value write_dry_friction(Equations& e, Branch branch, const DryFriction& friction) {
  const ir::Value way = e.memory(e.constant(0)), locked = logical_not(way);
  const ir::Value held = ir::make(ir::Op::Abs, e.through(branch));
  const ir::Value excess = select(locked, held - friction.breakaway, -way * e.across(branch));
  BranchWay limits;
  limits.way = way;
  limits.limit = friction.breakaway;
  limits.kinetic = friction.kinetic;
  limits.limit_slope = friction.breakaway_slope;
  limits.kinetic_slope = friction.kinetic_slope;
  if (friction.kinetic_slope) e.slope(branch, way * friction.kinetic_slope);
  elements::write_way(
      e, branch, limits,
      {excess, excess, select(locked, e.through_size(branch) + friction.breakaway, e.across_size(branch))});
  e.law(branch, {locked, 1.0 - locked, way * friction.kinetic});
  return locked;
}

}  // namespace sim::driveline

#include "plugins/driveline/dry_friction.h"

namespace sim::driveline {

static ir::Value differs(ir::Value a, ir::Value b) { return ir::make(ir::Op::NotEqual, a, b); }

// `direction` is the sign of the slip; neither locked nor slipping means that it is not known yet: at the
// start, and where a lock has been left open.
ir::Value write_dry_friction(Equations& e, Branch branch, const DryFriction& friction) {
  const ir::Value zero = e.constant(0), one = e.constant(1), idle = e.constant(-1);
  const ir::Value locked = e.memory(zero), direction = e.memory(zero);
  const ir::Value w = e.across(branch), held = e.through(branch);
  const ir::Value slips = differs(direction, zero), unknown = logical_not(locked | slips);

  const ir::Value ahead = e.crosses_above(select(unknown, w - friction.tolerance, idle), zero);
  const ir::Value back = e.crosses_above(select(unknown, -w - friction.tolerance, idle), zero);
  const ir::Value goes_on = e.crosses_above(select(slips, direction * w + friction.tolerance, one), zero);
  const ir::Value breaks =
      e.crosses_above(select(locked, ir::make(ir::Op::Abs, held) - friction.breakaway, idle), zero);

  const ir::Value loose_way = select(held >= zero, one, idle);
  const ir::Value next_locked =
      select(unknown, logical_not(ahead | back), select(locked, logical_not(breaks), logical_not(goes_on)));
  const ir::Value next_direction =
      select(unknown, ahead - back,
             select(locked, select(breaks, loose_way, zero), select(goes_on, direction, zero)));
  // What locks at this instant is held to that, whatever it takes; what was locked slips under a blow. Of
  // several locks that are about to break at once some may hold when others slip.
  constexpr double just_below = 1 - 1e-6, some = 1e-30;
  const ir::Value broken = ir::make(ir::Op::Min, friction.kinetic, friction.breakaway * just_below);
  const ir::Value limit = ir::make(ir::Op::Max, select(breaks, broken, friction.breakaway), e.constant(some));
  const ir::Value slip = e.settles(branch, select(locked, limit, zero));
  const ir::Value settled_locked = select(locked, logical_not(slip), next_locked);
  const ir::Value settled_direction = select(locked, slip, next_direction);
  e.store(locked, settled_locked);
  e.store(direction, settled_direction);
  e.switches(differs(settled_locked, locked) | differs(settled_direction, direction));
  e.law(branch, {locked, 1.0 - locked, (1.0 - locked) * direction * friction.kinetic},
        {next_locked, 1.0 - next_locked, (1.0 - next_locked) * next_direction * friction.kinetic});
  return locked;
}

}  // namespace sim::driveline

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
  e.store(locked, next_locked);
  e.store(direction, next_direction);
  e.switches(differs(next_locked, locked) | differs(next_direction, direction));
  e.law(branch, {locked, 1.0 - locked, (1.0 - locked) * direction * friction.kinetic},
        {next_locked, 1.0 - next_locked, (1.0 - next_locked) * next_direction * friction.kinetic});
  return locked;
}

ir::Value write_one_way(Equations& e, Branch branch, const OneWay& one_way) {
  const ir::Value zero = e.constant(0), idle = e.constant(-1);
  const ir::Value holds = e.memory(zero);
  const ir::Value w = e.across(branch), force = e.through(branch);
  const ir::Value closes =
      e.crosses_above(select(holds, idle, -w - one_way.velocity_tolerance), zero) & one_way.allowed;
  const ir::Value opens = e.crosses_above(select(holds, force - one_way.force_tolerance, idle), zero) |
                          (holds & logical_not(one_way.allowed));
  const ir::Value next = select(holds, logical_not(opens), closes);
  // Pressed within the instant it holds too, torn open it does not: the network has settled on that law
  // (network_equations.h).
  const ir::Value impulse = e.impulse(branch);
  const ir::Value pressed = logical_not(next) & (impulse < zero);
  const ir::Value torn = next & (impulse > zero);
  const ir::Value settled = (next & logical_not(torn)) | pressed;
  e.store(holds, settled);
  e.switches(differs(settled, holds));
  e.law(branch, {holds, 1.0 - holds, zero}, {next, 1.0 - next, zero});
  return holds;
}

}  // namespace sim::driveline

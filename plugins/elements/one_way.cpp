#include "plugins/elements/one_way.h"

namespace sim::elements {

ir::Value write_one_way(Equations& e, Branch branch, const OneWay& one_way) {
  const ir::Value zero = e.constant(0), idle = e.constant(-1);
  const ir::Value holds = e.memory(zero);
  const ir::Value w = e.across(branch), force = e.through(branch);
  const ir::Value closes =
      e.crosses_above(select(holds, idle, -w - one_way.velocity_tolerance), zero) & one_way.allowed;
  const ir::Value opens = e.crosses_above(select(holds, force - one_way.force_tolerance, idle), zero);
  const ir::Value next = select(holds, logical_not(opens), closes);
  const ir::Value settles = e.settles(branch, holds | one_way.allowed);
  const ir::Value settled = (next & logical_not(settles > zero)) | (settles < zero);
  e.store(holds, settled);
  e.switches(ir::make(ir::Op::NotEqual, settled, holds));
  e.law(branch, {holds, 1.0 - holds, zero}, {next, 1.0 - next, zero});
  return holds;
}

}  // namespace sim::elements

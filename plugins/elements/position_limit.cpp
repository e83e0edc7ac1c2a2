#include "plugins/elements/position_limit.h"

#include "plugins/elements/one_way.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

static ir::Value size(ir::Value v) { return ir::make(ir::Op::Abs, v); }

StopWay write_limit_way(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value restitution) {
  constexpr double least_flight = 0x1p-40, least_way = 0x1p-38;  // of the time, of the limit
  const bool below = limit.side < 0;
  const ir::Value reached = below ? e.crosses_above(x, limit.at) : e.crosses_above(limit.at, x);
  const ir::Value beyond = below ? x - limit.at : limit.at - x;
  const ir::Value last = e.memory(e.constant(-1e300));  // instant of an impact, or of letting go
  // Where the flight before was so short or so low that numbers hardly resolve the next, an impact gives back
  // nothing. So a body comes to rest at the end of infinitely many bounces.
  const ir::Value flight = e.time() - last, is_flight = flight > size(e.time()) * least_flight;
  const ir::Value way = limit.size ? limit.size : size(limit.at);
  const StopWay stop = write_stop(e, limit.branch,
                                  {reached, beyond, select(is_flight, restitution, e.constant(0)),
                                   select(is_flight, way * least_way / flight, e.constant(0))});
  e.store(last, select(stop.changes, e.time(), last));
  return stop;
}

ir::Value write_limit(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value behind,
                      ir::Value restitution) {
  constexpr double rounding = 0x1p-40, spacing = 0x1p-50, beside_zero = 1e-300;
  const bool below = limit.side < 0;
  const StopWay stop = write_limit_way(e, limit, x, restitution);
  const ir::Value inside = limit.at + (size(limit.at) * spacing + beside_zero) * limit.side;
  const ir::Value on_limit = size(behind - limit.at) <= (size(x) + size(limit.at)) * rounding;
  return select(stop.holds & on_limit, limit.at,
                select(stop.rebounds, ir::make(below ? ir::Op::Min : ir::Op::Max, behind, inside), behind));
}

}  // namespace sim::elements

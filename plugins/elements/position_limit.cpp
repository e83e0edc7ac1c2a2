#include "plugins/elements/position_limit.h"

#include "plugins/elements/one_way.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

static ir::Value size(ir::Value v) { return ir::make(ir::Op::Abs, v); }

StopWay write_limit_way(Equations& e, const PositionLimit& limit, ir::Value x, ir::Value restitution) {
  constexpr double least_flight = 0x1p-40, least_way = 0x1p-38;  // of the time, of the limit
  const bool below = limit.side < 0;
  const ir::Value held = begin_stop(e), beyond = below ? x - limit.at : limit.at - x;
  // What rests on the limit is not watched: it may be off by rounding, to either side in turn.
  const ir::Value on_limit = select(held, limit.at, x);
  const ir::Value reached = below ? e.crosses_above(on_limit, limit.at) : e.crosses_above(limit.at, on_limit);
  const ir::Value last = e.memory(e.constant(-1e300));  // instant of an impact, or of letting go
  // Where the flight before was so short or so low that numbers hardly resolve the next, an impact gives back
  // nothing. So a body comes to rest at the end of infinitely many bounces.
  const ir::Value flight = e.time() - last, is_flight = flight > size(e.time()) * least_flight;
  const ir::Value way = limit.size ? limit.size : size(limit.at);
  const StopWay stop = write_stop(e, limit.branch,
                                  {held, reached, beyond, select(is_flight, restitution, e.constant(0)),
                                   select(is_flight, way * least_way / flight, e.constant(0)), limit.slope});
  e.store(last, select(stop.changes, e.time(), last));
  return stop;
}

// Gives, from `behind`, the position behind this instant: on the limit where it holds, strictly inside where
// it rebounds, so that the next impact is a crossing.
static ir::Value behind_limit(const PositionLimit& limit, const StopWay& stop, ir::Value x,
                              ir::Value behind) {
  constexpr double rounding = 0x1p-40, spacing = 0x1p-50, beside_zero = 1e-300;
  const ir::Value inside = limit.at + (size(limit.at) * spacing + beside_zero) * limit.side;
  const ir::Value on_limit = size(behind - limit.at) <= (size(x) + size(limit.at)) * rounding;
  return select(
      stop.holds & on_limit, limit.at,
      select(stop.rebounds, ir::make(limit.side < 0 ? ir::Op::Min : ir::Op::Max, behind, inside), behind));
}

void write_stroke(Equations& e, State position, const PositionLimit& low, const PositionLimit& high,
                  ir::Value restitution) {
  const ir::Value x = e(position);
  const StopWay below = write_limit_way(e, low, x, restitution),
                above = write_limit_way(e, high, x, restitution);
  e.derivative(position, select(below.held | above.held, e.constant(0), e.across(low.branch)));
  const ir::Value behind = behind_limit(low, below, x, x + e.moved(low.branch));
  e.reset(position, e.network_switches(), behind_limit(high, above, x, behind));
}

}  // namespace sim::elements

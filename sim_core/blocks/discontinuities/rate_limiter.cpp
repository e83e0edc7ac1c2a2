#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void rate_limiter(BlockTypeBuilder& b) {
  b.id("discontinuities/rate_limiter").label("Rate Limiter").category("Discontinuities");
  b.doc(
      "Follows its input no faster than allowed.\n\n"
      "$F \\leq \\dot{y} \\leq R$\n"
      "$y = \\min(\\max(u, y_k + F (t - t_k)), y_k + R (t - t_k))$\n\n"
      "$y_k$ is the output at the major step before, at $t_k$; R and F are the rising and the falling slew "
      "rate. The instant at which it catches up with its input is a zero crossing. It starts at the initial "
      "condition.");
  b.keywords({"RATELIMITER", "RateLimiter", "SlewRateLimiter", "slew rate"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.35,.75 L.7,.25 L.85,.25 M.35,.75 L.35,.25 L.5,.25");
  Param rising = b.real("RisingSlewLimit", "Rising slew rate (R)", "1").unit("1/s");
  Param falling = b.real("FallingSlewLimit", "Falling slew rate (F)", "-1").unit("1/s");
  Param initial = b.real("InitialCondition", "Initial condition", "0");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, falling, rising, "the falling slew rate exceeds the rising one");
  b.equations([=](Equations& e) {
    const ir::Value none = zeros(e, e.output_shape(y));
    const ir::Value last = e.memory(e(initial) + none), then = e.memory(e.time());
    const ir::Value was_above = e.memory(none), was_below = e.memory(none);
    const ir::Value most = last + e(rising) * (e.time() - then),
                    least = last + e(falling) * (e.time() - then);
    const ir::Value no_crossing = none - 1.0;
    const ir::Value above = e.crosses_above(select(was_above, e(u) - most, no_crossing), e.constant(0));
    const ir::Value below = e.crosses_above(select(was_below, least - e(u), no_crossing), e.constant(0));
    const ir::Value following = ir::make(ir::Op::Max, ir::make(ir::Op::Min, e(u), most), least);
    const ir::Value now = select(above, most, select(below, least, following));
    e.store(last, now);
    e.store(then, e.time());
    e.store(was_above, e(u) > now);
    e.store(was_below, e(u) < now);
    e.output(y, now);
  });
}

}  // namespace sim::blocks

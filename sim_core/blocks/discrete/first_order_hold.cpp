#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void first_order_hold(BlockTypeBuilder& b) {
  b.id("discrete/first_order_hold").label("First-Order Hold").category("Discrete");
  b.doc(
      "Samples its input and goes on in a straight line through the last two samples.\n\n"
      "$y(t) = u[k] + \\frac{u[k] - u[k-1]}{T} (t - t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "It is constant until the second sample.");
  b.keywords({"FOH", "FirstOrderHold", "extrapolate", "sampler"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.4,.5 L.4,.6 L.65,.3 L.65,.4 L.85,.2");
  Param period = b.real("SampleTime", "Sample time", "1")
                     .formerly("Ts")
                     .unit("s")
                     .scalar()
                     .not_tunable()
                     .range(1e-12, 1e12);
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const double T = e.value(period).number();
    const ir::Value hit = e.hits(T, 0);
    const ir::Value before = e.memory(zeros(e, e.output_shape(y))), seen = e.memory(e.constant(0));
    e.store(before, select(hit, e(u), before));
    e.store(seen, select(hit, e.constant(1), seen));
    const ir::Value slope = e.held_since(hit, select(seen, (e(u) - before) / e.constant(T), e.constant(0)));
    e.output(y, e.held_since(hit, e(u)) + slope * (e.time() - e.held_since(hit, e.time())));
  });
}

}  // namespace sim::blocks

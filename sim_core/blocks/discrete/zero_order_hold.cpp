#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void zero_order_hold(BlockTypeBuilder& b) {
  b.id("discrete/zero_order_hold").label("Zero-Order Hold").category("Discrete");
  b.doc(
      "Samples its input and holds the sample until the next.\n\n"
      "$y(t) = u(t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "The sample hits are $t_k = \\mathrm{offset} + k \\, \\mathrm{period}$. With an inherited sample time "
      "they "
      "are those of the input; a continuous input passes.");
  b.keywords({"SAMPHOLD_m", "SampleHold", "ZeroOrderHold", "zero_order_hold", "sampler", "S/H"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.15,.6 L.4,.6 L.4,.35 L.62,.35 L.62,.2 L.85,.2");
  const Param sample_time = b.sample_time("1");
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const bool inherited = e.value(sample_time).number() == -1;
    e.output(y, inherited ? e.held_since(e.executes(), e(u)) : e(u));
  });
}

}  // namespace sim::blocks

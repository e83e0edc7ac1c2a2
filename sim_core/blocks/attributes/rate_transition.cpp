#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void rate_transition(BlockTypeBuilder& b) {
  b.id("attributes/rate_transition").label("Rate Transition").category("Signal Attributes");
  b.doc(
      "Leads a signal from one sample rate to another.\n\n"
      "$y(t) = u(t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "$t_k$ are its own sample hits. All rates are computed in one pass, in the order the signals need, so "
      "that nothing is lost or torn between a fast and a slow part.");
  b.keywords({"RateTransition", "resample", "sample rate", "multirate"});
  b.icon(IconShape::Rectangle,
         "M.12,.7 L.25,.7 L.25,.55 L.38,.55 L.38,.4 L.5,.4 M.5,.75 L.7,.75 L.7,.35 L.88,.35");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, e(u)); });
}

}  // namespace sim::blocks

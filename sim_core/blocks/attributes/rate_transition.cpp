#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void rate_transition(BlockTypeBuilder& b) {
  b.id("attributes/rate_transition").label("Rate Transition").category("Signal Attributes");
  b.doc(
      "Leads a signal from one sample rate to another.\n\n"
      "$y(t) = u(t_k), \\quad t_k \\leq t < t_{k+1}$\n\n"
      "$t_k$ are its own sample hits. All rates are computed in one pass, in the order the signals need, so "
      "that nothing is lost or torn between a fast and a slow part.\n\n"
      "With *Delay* it gives its input back one sample later:\n\n"
      "$y(t) = u(t_{k-1}), \\quad t_k \\leq t < t_{k+1}, \\quad y(t_0) = y_0$\n\n"
      "Between a slow part and a fast one that reads it, the slow part then has all its period to compute "
      "in, as code with a step function for each rate needs it.");
  b.keywords({"RateTransition", "resample", "sample rate", "multirate"});
  b.icon(IconShape::Rectangle,
         "M.12,.7 L.25,.7 L.25,.55 L.38,.55 L.38,.4 L.5,.4 M.5,.75 L.7,.75 L.7,.35 L.88,.35");
  Param delays =
      b.flag("Delay", "Delay", false)
          .doc(
              "On: by one sample. From slow to fast leave the sample time at -1, so that it is one of "
              "the slow part.");
  Param y0 = b.real("InitialCondition", "Initial condition", "0")
                 .doc("The output until the second sample, with a delay.");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    if (!e.flag(delays)) return e.output(y, e(u));
    const ir::Value last = e.memory(ir::repeated(e(y0), e(u).shape()));
    e.store(last, select(e.hit(), e(u), last));
    // It changes at hits, also where the sample time is that of the input.
    e.output(y, e.held_since(e.executes(), last));
  });
}

}  // namespace sim::blocks

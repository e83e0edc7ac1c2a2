#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void saturation(BlockTypeBuilder& b) {
  b.id("discontinuities/saturation").label("Saturation").category("Discontinuities");
  b.doc(
      "Limits its input.\n\n"
      "$y = \\min(\\max(u, \\mathrm{LowerLimit}), \\mathrm{UpperLimit})$\n\n"
      "Reaching and leaving a limit are zero crossings.");
  b.keywords({"SATURATION", "Clip", "Limiter", "limit", "saturate"});
  b.icon(IconShape::Rectangle, "M.15,.78 L.35,.78 L.65,.22 L.85,.22");
  Param upper = b.real("UpperLimit", "Upper limit", "0.5").formerly("upper");
  Param lower = b.real("LowerLimit", "Lower limit", "-0.5").formerly("lower");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  b.equations([=](Equations& e) {
    auto above = e.crosses_above(e(u), e(upper));
    auto below = e.crosses_above(e(lower), e(u));
    e.output(y, select(above, e(upper), select(below, e(lower), e(u))));
  });
}

}  // namespace sim::blocks

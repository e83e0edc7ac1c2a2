#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void interval_test(BlockTypeBuilder& b) {
  b.id("logic/interval_test").label("Interval Test").category("Logic");
  b.doc(
      "Tells whether its input lies in an interval.\n\n"
      "$y = \\begin{cases} 1 & \\mathrm{lowlimit} \\leq u \\leq \\mathrm{uplimit} \\\\ 0 & "
      "\\mathrm{otherwise} \\end{cases}$\n\n"
      "Each end belongs to the interval or not. Its changes are zero crossings.");
  b.keywords({"range", "window", "between"});
  b.icon(IconShape::Rectangle, "M.12,.75 L.35,.75 L.35,.3 L.65,.3 L.65,.75 L.88,.75");
  Param upper = b.real("uplimit", "Upper limit", "0.5");
  Param lower = b.real("lowlimit", "Lower limit", "-0.5");
  Param right = b.flag("IntervalClosedRight", "Interval closed on the right", true);
  Param left = b.flag("IntervalClosedLeft", "Interval closed on the left", true);
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    auto from = e.flag(left) ? e.crosses_above(e(u), e(lower)) : 1.0 - e.crosses_above(e(lower), e(u));
    auto to = e.flag(right) ? e.crosses_above(e(upper), e(u)) : 1.0 - e.crosses_above(e(u), e(upper));
    e.output(y, from * to);
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void dead_zone(BlockTypeBuilder& b) {
  b.id("discontinuities/dead_zone").label("Dead Zone").category("Discontinuities");
  b.doc(
      "Gives nothing while its input is small.\n\n"
      "$y = \\begin{cases} u - \\mathrm{upper} & u \\geq \\mathrm{upper} \\\\ u - \\mathrm{lower} & u \\leq "
      "\\mathrm{lower} \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Entering and leaving the zone are zero crossings.");
  b.keywords({"DEADBAND", "Deadband", "DeadZone", "play"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.38,.5 L.62,.5 L.85,.2");
  Param upper = b.real("UpperValue", "End of the dead zone", "0.5");
  Param lower = b.real("LowerValue", "Start of the dead zone", "-0.5");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, lower, upper, "the dead zone starts after its end");
  b.equations([=](Equations& e) {
    auto above = e.crosses_above(e(u), e(upper));
    auto below = e.crosses_above(e(lower), e(u));
    e.output(y, select(above, e(u) - e(upper), select(below, e(u) - e(lower), e.constant(0))));
  });
}

}  // namespace sim::blocks

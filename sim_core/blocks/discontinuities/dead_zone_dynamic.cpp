#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void dead_zone_dynamic(BlockTypeBuilder& b) {
  b.id("discontinuities/dead_zone_dynamic").label("Dead Zone Dynamic").category("Discontinuities");
  b.doc(
      "A dead zone whose bounds are signals.\n\n"
      "$y = \\begin{cases} u - \\mathrm{up} & u \\geq \\mathrm{up} \\\\ u - \\mathrm{lo} & u \\leq "
      "\\mathrm{lo} \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Entering and leaving the zone are zero crossings.");
  b.keywords({"deadband", "variable dead zone"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.38,.5 L.62,.5 L.85,.2 M.57,.4 L.67,.55 M.33,.45 L.43,.6");
  b.zero_crossing_flag();
  In up = b.input("up", "end of the dead zone");
  In u = b.input("u");
  In lo = b.input("lo", "start of the dead zone");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    auto above = e.crosses_above(e(u), e(up));
    auto below = e.crosses_above(e(lo), e(u));
    e.output(y, select(above, e(u) - e(up), select(below, e(u) - e(lo), e.constant(0))));
  });
}

}  // namespace sim::blocks

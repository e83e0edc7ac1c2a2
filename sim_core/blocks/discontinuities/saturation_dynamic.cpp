#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void saturation_dynamic(BlockTypeBuilder& b) {
  b.id("discontinuities/saturation_dynamic").label("Saturation Dynamic").category("Discontinuities");
  b.doc(
      "Limits its input by limits that are signals.\n\n"
      "$y = \\begin{cases} \\mathrm{up} & u \\geq \\mathrm{up} \\\\ \\mathrm{lo} & u \\leq \\mathrm{lo} \\\\ "
      "u & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Reaching and leaving a limit are zero crossings.");
  b.keywords({"VariableLimiter", "limit", "clip", "saturate"});
  b.icon(IconShape::Rectangle, "M.15,.78 L.35,.78 L.65,.22 L.85,.22 M.6,.1 L.7,.2 M.2,.68 L.3,.78");
  b.zero_crossing_flag();
  In up = b.input("up", "upper limit");
  In u = b.input("u");
  In lo = b.input("lo", "lower limit");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    auto above = e.crosses_above(e(u), e(up));
    auto below = e.crosses_above(e(lo), e(u));
    e.output(y, select(above, e(up), select(below, e(lo), e(u))));
  });
}

}  // namespace sim::blocks

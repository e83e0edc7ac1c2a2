#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void wrap_to_zero(BlockTypeBuilder& b) {
  b.id("discontinuities/wrap_to_zero").label("Wrap To Zero").category("Discontinuities");
  b.doc(
      "Gives 0 instead of its input where that exceeds a threshold.\n\n"
      "$y = \\begin{cases} 0 & u > \\mathrm{Threshold} \\\\ u & \\mathrm{otherwise} \\end{cases}$\n\n"
      "The jump is a zero crossing.");
  b.keywords({"wrap", "reset to zero", "overflow"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.6,.25 L.6,.8 L.85,.8");
  Param threshold = b.real("Threshold", "Threshold", "255");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    auto within = e.crosses_above(e(threshold), e(u));
    e.output(y, select(within, e(u), e.constant(0)));
  });
}

}  // namespace sim::blocks

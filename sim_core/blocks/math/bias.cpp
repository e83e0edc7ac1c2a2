#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void bias(BlockTypeBuilder& b) {
  b.id("math/bias").label("Bias").category("Math Operations");
  b.doc(
      "Adds a constant to its input.\n\n"
      "$y = u + \\mathrm{Bias}$");
  b.keywords({"BIAS", "offset", "add constant"});
  b.icon(IconShape::Rectangle, "", "u + {Bias}");
  Param value = b.real("Bias", "Bias", "0").may_be_complex();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, e(u) + e(value)); });
}

}  // namespace sim::blocks

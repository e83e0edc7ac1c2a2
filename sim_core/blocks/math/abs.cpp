#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void abs(BlockTypeBuilder& b) {
  b.id("math/abs").label("Abs").category("Math Operations");
  b.doc(
      "The absolute value of its input, or the magnitude of a complex one.\n\n"
      "$y = |u|$\n\n"
      "The corner of a real input is a zero crossing of u.");
  b.keywords({"ABS_VALUE", "absolute value", "magnitude", "modulus"});
  b.icon(IconShape::Rectangle, "", "|u|");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    if (is_complex(e(u))) {
      e.output(y, ir::make(ir::Op::Abs, e(u)));
      return;
    }
    auto positive = e.crosses_above(e(u), e.constant(0));
    e.output(y, select(positive, e(u), -e(u)));
  });
}

}  // namespace sim::blocks

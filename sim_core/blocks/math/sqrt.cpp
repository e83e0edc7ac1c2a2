#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void sqrt(BlockTypeBuilder& b) {
  b.id("math/sqrt").label("Sqrt").category("Math Operations");
  b.doc(
      "The square root of its input, element by element.\n\n"
      "`sqrt`: `y = sqrt(u)`, not a number below 0. `signedSqrt`: `y = sign(u) * sqrt(|u|)`; passing 0 is a "
      "zero "
      "crossing. `rSqrt`: `y = 1 / sqrt(u)`.");
  b.keywords({"SQRT", "square root", "signedSqrt", "rSqrt", "root"});
  b.icon(IconShape::Rectangle, "", "{Operator}");
  Param function = b.choice("Operator", "Function", {"sqrt", "signedSqrt", "rSqrt"});
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    auto root = [&](ir::Value v) { return e.graph().make(ir::Op::Sqrt, v); };
    if (e.choice(function) == 0) {
      e.output(y, root(e(u)));
    } else if (e.choice(function) == 1) {
      auto positive = e.crosses_above(e(u), e.constant(0));
      const ir::Value size = root(e.graph().make(ir::Op::Abs, e(u)));
      e.output(y, select(positive, size, -size));
    } else {
      e.output(y, 1.0 / root(e(u)));
    }
  });
}

}  // namespace sim::blocks

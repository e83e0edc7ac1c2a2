#include "sim_core/blocks/math/signal_type.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void sqrt(BlockTypeBuilder& b) {
  b.id("math/sqrt").label("Sqrt").category("Math Operations");
  b.doc(
      "The square root of its input, element by element.\n\n"
      "$y = \\sqrt{u}$ (sqrt)\n"
      "$y = \\mathrm{sign}(u) \\sqrt{|u|}$ (signedSqrt)\n"
      "$y = \\frac{1}{\\sqrt{u}}$ (rSqrt)\n\n"
      "The root of a number below 0 is not a number unless the output is complex. Where signedSqrt passes 0 "
      "is a zero crossing.");
  b.keywords({"SQRT", "square root", "signedSqrt", "rSqrt", "root"});
  b.icon(IconShape::Rectangle, "", "{Function}");
  Param function = b.choice("Function", "Function", {"sqrt", "signedSqrt", "rSqrt"}).formerly("Operator");
  Param kind = b.choice("OutputSignalType", "Output signal type", {"auto", "real", "complex"})
                   .doc(
                       "complex: the roots of numbers below 0 are imaginary; auto: the output is complex "
                       "where the input is.");
  b.zero_crossing_flag();
  b.gives_complex();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value v = as_signal_type(e, e.choice(kind), e(u));
    auto root = [&](ir::Value v) { return ir::make(ir::Op::Sqrt, v); };
    if (e.choice(function) == 0) {
      e.output(y, root(v));
    } else if (e.choice(function) == 1) {
      auto positive = e.crosses_above(e(u), e.constant(0));
      const ir::Value size = root(ir::make(ir::Op::Abs, e(u)));
      e.output(y, select(positive, size, -size));
    } else {
      e.output(y, 1.0 / root(v));
    }
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void minmax_running(BlockTypeBuilder& b) {
  b.id("math/minmax_running").label("MinMax Running Resettable").category("Math Operations");
  b.doc(
      "The least or the greatest that its input has been so far.\n\n"
      "$y(t) = \\max(u(t), y(t^-))$\n\n"
      "While R is not 0 y is the initial value, and from then on it begins anew. Where u begins to exceed "
      "what has been "
      "is a zero crossing. A sample time looks at u at samples only.");
  b.keywords({"running maximum", "running minimum", "peak hold", "peak detector", "drag pointer"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.3,.4 L.45,.4 C.5,.4 .5,.4 .55,.4 L.7,.2 L.88,.2", "");
  b.size(48, 48);
  Param function = b.choice("Function", "Function", {"min", "max"});
  Param initial = b.real("vinit", "Initial value", "0");
  b.sample_time("-1");
  b.zero_crossing_flag();
  In u = b.input("u"), R = b.input("R", "begins anew while it is not 0");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.at_major_steps();
  b.equations([=](Equations& e) {
    const bool maximum = e.choice(function) == 1;
    const ir::Value exceeds = maximum ? e.crosses_above(e(u), e(x)) : e.crosses_above(e(x), e(u));
    const ir::Value reset = ir::make(ir::Op::NotEqual, e(R), e.constant(0));
    const ir::Value now = select(reset, e(initial), select(exceeds, e(u), e(x)));
    e.next(x, now);
    e.output(y, now);
  });
}

}  // namespace sim::blocks

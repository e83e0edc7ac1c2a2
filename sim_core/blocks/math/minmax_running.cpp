#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void minmax_running(BlockTypeBuilder& b) {
  b.id("math/minmax_running").label("MinMax Running Resettable").category("Math Operations");
  b.doc(
      "The least or the greatest that its input has been so far.\n\n"
      "$y(t) = \\max(u(t), y(t^-))$\n\n"
      "While R is not 0 y is the initial value; from then on it starts over. Zero crossings are where u "
      "begins "
      "to exceed what has been, and where it turns. A sample time looks at u at samples only.");
  b.keywords({"running maximum", "running minimum", "peak hold", "peak detector", "drag pointer"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.3,.4 L.45,.4 C.5,.4 .5,.4 .55,.4 L.7,.2 L.88,.2", "");
  b.size(48, 48);
  Param function = b.choice("Function", "Function", {"min", "max"});
  Param initial = b.real("InitialValue", "Initial value", "0").formerly("vinit");
  b.sample_time("-1");
  b.zero_crossing_flag();
  In u = b.input("u"), R = b.input("R", "starts over while it is not 0");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const bool maximum = e.choice(function) == 1;
    const ir::Value extreme = e.memory(e(initial) + zeros(e, e.output_shape(y)));
    const ir::Value exceeds = maximum ? e.crosses_above(e(u), extreme) : e.crosses_above(extreme, e(u));
    const ir::Value reset = ir::make(ir::Op::NotEqual, e(R), e.constant(0));
    // Where it turns, a step ends, and from there on it does not exceed what has been.
    e.rises(e(u));
    const ir::Value beyond = ir::make(maximum ? ir::Op::Max : ir::Op::Min, e(u), extreme);
    const ir::Value now = select(reset, e(initial), select(exceeds, e(u), extreme));
    // What it has come to when the step ends, before its input jumps there.
    const ir::Value reached = select(reset, e(initial), select(exceeds, beyond, extreme));
    const ir::Value kept = select(e.executes(), reached, extreme);
    e.follow(extreme, kept);
    e.store(extreme, kept);
    e.output(y, now);
  });
}

}  // namespace sim::blocks

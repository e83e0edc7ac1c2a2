#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void switch_block(BlockTypeBuilder& b) {
  b.id("routing/switch").label("Switch").category("Signal Routing");
  b.doc(
      "Passes its first or its third input, as the second says.\n\n"
      "$y = \\begin{cases} u_1 & u_2 \\geq \\mathrm{Threshold} \\\\ u_3 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "The criterion may be another; it is looked at element by element. The change is a zero crossing.");
  b.keywords({"SWITCH2_m", "if", "select", "conditional", "choose"});
  b.icon(IconShape::Rectangle, "M.1,.2 L.4,.2 L.7,.5 L.9,.5 M.1,.5 L.3,.5 M.1,.8 L.4,.8");
  b.size(40, 56);
  Param criteria =
      b.choice("Criteria", "Criterion for the first input", {"u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"});
  Param threshold = b.real("Threshold", "Threshold", "0");
  b.zero_crossing_flag();
  In first = b.input("u1", "passed where the criterion holds");
  In control = b.input("u2", "decides");
  In second = b.input("u3", "passed elsewhere");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    auto chosen = [&]() -> ir::Value {
      switch (e.choice(criteria)) {
        case 0:
          return e.crosses_above(e(control), e(threshold));
        case 1:
          return e.exceeds(e(control), e(threshold));
        default:  // a signal that is 0 at instants only is not 0 in any step
          return ir::make(ir::Op::NotEqual, e(control), e.constant(0));
      }
    };
    e.output(y, select(chosen(), e(first), e(second)));
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void manual_switch(BlockTypeBuilder& b) {
  b.id("routing/manual_switch").label("Manual Switch").category("Signal Routing");
  b.doc(
      "Passes the one of its two inputs that is chosen by hand.\n\n"
      "$y = \\begin{cases} u_1 & \\mathrm{sw} \\neq 0 \\\\ u_2 & \\mathrm{sw} = 0 \\end{cases}$");
  b.keywords({"toggle", "SELECT_m", "selector"});
  b.icon(IconShape::Rectangle, "M.1,.25 L.4,.25 L.7,.5 L.9,.5 M.1,.75 L.4,.75");
  b.size(40, 40);
  Param position =
      b.real("sw", "Position", "1").scalar().range(0, 1).doc("1: the first input, 0: the second.");
  In first = b.input("u1"), second = b.input("u2");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, select(e(position), e(first), e(second))); });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void initial_value(BlockTypeBuilder& b) {
  b.id("attributes/ic").label("IC").category("Signal Attributes");
  b.doc(
      "Sets a signal's value at the start.\n\n"
      "$y = \\begin{cases} \\mathrm{InitialValue} & t = t_0 \\\\ u & t > t_0 \\end{cases}$\n\n"
      "In an algebraic loop the search for a solution begins at `Value`.");
  b.keywords({"InitialCondition", "initial value", "initial guess"});
  b.icon(IconShape::Rectangle, "", "[{InitialValue}]");
  Param value = b.real("InitialValue", "Initial value", "1").formerly("Value");
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value first = e.memory(e.constant(1));
    e.store(first, e.constant(0));
    e.output(y, select(first, e(value), e(u)));
    e.loop_guess(y, e(value));
  });
}

}  // namespace sim::blocks

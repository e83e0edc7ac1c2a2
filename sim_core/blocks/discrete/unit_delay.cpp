#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void unit_delay(BlockTypeBuilder& b) {
  b.id("discrete/unit_delay").label("Unit Delay").category("Discrete");
  b.doc(
      "Gives its input back one sample later.\n\n"
      "$y[k] = u[k-1], \\quad y[0] = x_0$\n\n"
      "Between two samples the output does not change. The output does not depend on the present input, so "
      "that a loop through a unit delay is no algebraic loop.");
  b.keywords({"DOLLAR", "DOLLAR_m", "discrete_time_delay", "UnitDelay", "1/z", "z^-1", "sample delay"});
  b.icon(IconShape::Rectangle, "", "1\n---\nz");
  Param x0 = b.real("InitialCondition", "Initial condition", "0")
                 .may_be_complex()
                 .doc("The output until the second sample.");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", x0);
  b.equations([=](Equations& e) {
    e.next(x, e(u));
    e.output(y, e(x));
  });
}

}  // namespace sim::blocks

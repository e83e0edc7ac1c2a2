#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void integrator(BlockTypeBuilder& b) {
  b.id("continuous/integrator").label("Integrator").category("Continuous");
  b.doc(
      "Integrates its input over time, each element by itself.\n\n"
      "`dx/dt = u`, `y = x`, `x(start) = x0`. The output does not depend on the present input, so that a "
      "loop "
      "through an integrator is no algebraic loop.");
  b.keywords({"INTEGRAL_m", "INTEGRAL_f", "1/s", "state"});
  b.icon(IconShape::Rectangle, "", "1\n---\ns");
  Param x0 =
      b.real("x0", "Initial condition", "0").doc("The state at the start; a vector gives as many states.");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", x0);
  b.equations([=](Equations& e) {
    e.derivative(x, e(u));
    e.output(y, e(x));
  });
}

}  // namespace sim::blocks

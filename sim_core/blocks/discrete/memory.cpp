#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void memory(BlockTypeBuilder& b) {
  b.id("discrete/memory").label("Memory").category("Discrete");
  b.doc(
      "Gives its input back one major step later.\n\n"
      "$y(t_n) = u(t_{n-1}), \\quad y(t_0) = x_0$\n\n"
      "$t_n$ are the major steps; it changes at these only. The output does not depend on the present input, "
      "so that a loop through a memory is no algebraic loop.");
  b.keywords({"previous step", "last value", "loop breaker"});
  b.icon(IconShape::Rectangle, "M.15,.7 L.35,.7 L.35,.3 L.65,.3 L.65,.7 L.85,.7");
  Param x0 = b.real("InitialCondition", "Initial condition", "0")
                 .formerly("X0")
                 .doc("The output in the first major step.");
  b.flag(inherits_sample_time, "Inherit sample time", false)
      .doc("On: a sample of its input later, where that is sampled, not a major step.");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", x0);
  b.at_major_steps();
  b.equations([=](Equations& e) {
    e.next(x, e(u));
    e.output(y, e(x));
  });
}

}  // namespace sim::blocks

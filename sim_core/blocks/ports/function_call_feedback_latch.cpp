#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void function_call_feedback_latch(BlockTypeBuilder& b) {
  b.id("ports/function_call_feedback_latch")
      .label("Function-Call Feedback Latch")
      .category("Ports & Subsystems");
  b.doc(
      "Leads what a called subsystem gives back to where it is read at its next call.\n\n"
      "$y(t_n) = u(t_{n-1}), \\quad y(t_0) = y_0$\n\n"
      "$t_n$ are the major steps. What a subsystem gives does not change between two calls, so that at a "
      "call y "
      "is what the call before gave. It breaks the loop of signals between two subsystems of which each "
      "reads "
      "what the other gives: the output does not depend on the present input.");
  b.keywords({"FunctionCallFeedbackLatch", "loop breaker", "feedback between function calls", "Memory"});
  b.icon(IconShape::Rectangle,
         "M.2,.75 L.2,.45 L.5,.45 L.5,.75 M.2,.75 L.5,.75 M.6,.25 L.85,.25 L.85,.6 L.6,.6 "
         "M.68,.52 L.59,.6 L.68,.68");
  b.size(48, 40);
  Param initial =
      b.real("InitialCondition", "Initial condition", "0").doc("The output until the first call.");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.at_major_steps();
  b.equations([=](Equations& e) {
    e.next(x, e(u));
    e.output(y, e(x));
  });
}

}  // namespace sim::blocks

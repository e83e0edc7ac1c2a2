#include "sim_core/blocks/continuous/maximum_delay.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void variable_time_delay(BlockTypeBuilder& b) {
  b.id("continuous/variable_time_delay").label("Variable Time Delay").category("Continuous");
  b.doc(
      "Gives its first input as it was some time ago, which its second input says.\n\n"
      "$y(t) = u(t - \\tau(t)), \\quad 0 \\leq \\tau \\leq \\mathrm{maximum}$\n\n"
      "The delay $\\tau$, its second input, is the one at which the signal leaves. Until it reaches back to "
      "the start only, the output is the initial output. The output depends on the present delay, not on the "
      "present input u. Jumps of u that leave through a changing delay are left to the solver's error "
      "control. For a pipe with a changing flow use Variable Transport Delay.");
  b.keywords({"VARIABLE_DELAY", "VariableDelay", "dead time", "state-dependent delay", "DDE", "time delay"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.35,.8 L.55,.35 L.85,.35 M.2,.3 L.4,.3 M.33,.23 L.4,.3 L.33,.37");
  Param maximum = maximum_delay(b, "How far back the input is remembered; longer delays are cut to it.");
  Param initial = b.real("InitialOutput", "Initial output", "0")
                      .formerly("initial")
                      .may_be_complex()
                      .doc("What the input was before the start.");
  In u = b.input("u");
  In delay = b.input("delay", "In s; one for all, or one for each element");
  Out y = b.output("y");
  b.equations(
      [=](Equations& e) { e.output(y, e.delayed(e(u), e(delay), e(initial), e.value(maximum).number())); });
}

}  // namespace sim::blocks

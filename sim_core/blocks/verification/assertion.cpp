#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/verification/assertion_parameters.h"

namespace sim::blocks {

void assertion(BlockTypeBuilder& b) {
  b.id("verification/assertion").label("Assertion").category("Model Verification");
  b.doc(
      "Fails in a major step in which an element of its input is 0: ends the run with an error, or warns.\n\n"
      "$u \\neq 0$ is asserted");
  b.keywords({"assert", "check", "test", "verify"});
  b.icon(IconShape::Rectangle, "M.2,.55 L.42,.75 L.8,.25");
  Param message = b.text("Message", "Message", "the assertion does not hold").formerly("message");
  const Assertion assertion(b);
  In u = b.input("u");
  b.equations([=](Equations& e) {
    assertion.require(e, ir::make(ir::Op::Equal, e(u), e.constant(0)), e.text(message));
  });
}

void check_static_range(BlockTypeBuilder& b) {
  b.id("verification/check_static_range").label("Check Static Range").category("Model Verification");
  b.doc(
      "Fails where its input leaves a range: ends the run with an error, or warns.\n\n"
      "$\\mathrm{Min} \\leq u \\leq \\mathrm{Max}$ is asserted\n\n"
      "Leaving the range is a zero crossing.");
  b.keywords({"assert", "bounds", "range check", "limit", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.25 L.85,.25 M.15,.75 L.85,.75 M.2,.6 C.4,.2 .6,.85 .8,.45");
  const Bound upper(b, "Max", "Upper bound", "100"), lower(b, "Min", "Lower bound", "0");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In u = b.input("u");
  require_order(b, lower.value, upper.value, "the lower bound exceeds the upper bound");
  b.equations([=](Equations& e) {
    const ir::Value inside = is_below(e, e(u), e(upper.value), e.flag(upper.included)) &
                             is_above(e, e(u), e(lower.value), e.flag(lower.included));
    assertion.require(e, logical_not(inside), "the signal has left its range");
  });
}

void check_discrete_gradient(BlockTypeBuilder& b) {
  b.id("verification/check_discrete_gradient")
      .label("Check Discrete Gradient")
      .category("Model Verification");
  b.doc(
      "Fails where its input changes too much from one sample to the next: ends the run with an error, or "
      "warns.\n\n"
      "$|u[k] - u[k-1]| < \\mathrm{Gradient}$ is asserted, from the second sample on");
  b.keywords({"assert", "rate check", "slew", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.45,.6 L.55,.2 L.85,.15");
  Param gradient = b.real("Gradient", "Largest change", "1").formerly("gradient");
  const Assertion assertion(b);
  b.sample_time("-1");
  In u = b.input("u");
  Param initial = b.real("ICPrevInput", "Value before the first sample", "0").doc("Not compared with.");
  DiscreteState x = b.discrete_state("x", initial);
  b.equations([=](Equations& e) {
    const ir::Value seen = e.memory(e.constant(0));
    e.next(x, e(u));
    e.store(seen, select(e.hit(), e.constant(1), seen));
    const ir::Value change = ir::make(ir::Op::Abs, e(u) - e(x));
    assertion.require(e, e.hit() & seen & (change >= e(gradient)), "the signal changes too fast");
  });
}

}  // namespace sim::blocks

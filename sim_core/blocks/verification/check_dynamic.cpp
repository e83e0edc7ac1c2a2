// Checks against bounds that are signals.
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/verification/assertion_parameters.h"

namespace sim::blocks {

void check_dynamic_range(BlockTypeBuilder& b) {
  b.id("verification/check_dynamic_range").label("Check Dynamic Range").category("Model Verification");
  b.doc(
      "Fails where a signal leaves a range that moves: ends the run with an error, or warns.\n\n"
      "$\\mathrm{min} \\leq \\mathrm{sig} \\leq \\mathrm{max}$ is asserted\n\n"
      "Leaving the range is a zero crossing.");
  b.keywords({"assert", "tube", "envelope", "tolerance band", "verify"});
  b.icon(IconShape::Rectangle,
         "M.15,.45 C.4,.1 .6,.3 .85,.15 M.15,.85 C.4,.6 .6,.8 .85,.55 M.15,.65 C.4,.4 .6,.5 .85,.35");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In upper = b.input("max"), lower = b.input("min"), u = b.input("sig");
  b.equations([=](Equations& e) {
    const ir::Value inside = e.crosses_above(e(upper), e(u)) & e.crosses_above(e(u), e(lower));
    assertion.require(e, logical_not(inside), "the signal has left its range");
  });
}

void check_dynamic_lower_bound(BlockTypeBuilder& b) {
  b.id("verification/check_dynamic_lower_bound")
      .label("Check Dynamic Lower Bound")
      .category("Model Verification");
  b.doc(
      "Fails where a signal falls below another one: ends the run with an error, or warns.\n\n"
      "$\\mathrm{sig} \\geq \\mathrm{min}$ is asserted\n\n"
      "Falling below is a zero crossing.");
  b.keywords({"assert", "minimum", "reserve", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.85 C.4,.6 .6,.8 .85,.55 M.15,.45 C.4,.2 .6,.4 .85,.2");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In lower = b.input("min"), u = b.input("sig");
  b.equations([=](Equations& e) {
    assertion.require(e, e.exceeds(e(lower), e(u)), "the signal is below its lower bound");
  });
}

void check_dynamic_upper_bound(BlockTypeBuilder& b) {
  b.id("verification/check_dynamic_upper_bound")
      .label("Check Dynamic Upper Bound")
      .category("Model Verification");
  b.doc(
      "Fails where a signal exceeds another one: ends the run with an error, or warns.\n\n"
      "$\\mathrm{sig} \\leq \\mathrm{max}$ is asserted\n\n"
      "Exceeding it is a zero crossing.");
  b.keywords({"assert", "maximum", "overload", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.45 C.4,.1 .6,.3 .85,.15 M.15,.8 C.4,.6 .6,.8 .85,.6");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In upper = b.input("max"), u = b.input("sig");
  b.equations([=](Equations& e) {
    assertion.require(e, e.exceeds(e(u), e(upper)), "the signal is above its upper bound");
  });
}

void check_dynamic_gap(BlockTypeBuilder& b) {
  b.id("verification/check_dynamic_gap").label("Check Dynamic Gap").category("Model Verification");
  b.doc(
      "Fails where a signal lies in a gap that moves: ends the run with an error, or warns.\n\n"
      "$\\mathrm{sig} \\leq \\mathrm{min} \\; \\mathrm{or} \\; \\mathrm{sig} \\geq \\mathrm{max}$ is "
      "asserted\n\n"
      "Entering the gap is a zero crossing.");
  b.keywords({"assert", "forbidden band", "collision", "verify"});
  b.icon(IconShape::Rectangle,
         "M.15,.5 C.4,.25 .6,.45 .85,.3 M.15,.75 C.4,.5 .6,.7 .85,.55 M.2,.2 L.4,.2 M.6,.85 L.8,.85");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In upper = b.input("max"), lower = b.input("min"), u = b.input("sig");
  b.equations([=](Equations& e) {
    const ir::Value holds = e.crosses_above(e(lower), e(u)) | e.crosses_above(e(u), e(upper));
    assertion.require(e, logical_not(holds), "the signal lies in the gap");
  });
}

}  // namespace sim::blocks

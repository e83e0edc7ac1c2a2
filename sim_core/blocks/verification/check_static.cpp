// Checks against fixed bounds, besides the range of assertion.cpp.
#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/verification/assertion_parameters.h"

namespace sim::blocks {

void check_static_lower_bound(BlockTypeBuilder& b) {
  b.id("verification/check_static_lower_bound")
      .label("Check Static Lower Bound")
      .category("Model Verification");
  b.doc(
      "Fails where its input falls below a bound: ends the run with an error, or warns.\n\n"
      "$u \\geq \\mathrm{Min}$ is asserted\n\n"
      "Falling below is a zero crossing.");
  b.keywords({"assert", "minimum", "limit", "verify", "bounds"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.85,.75 M.2,.3 C.4,.1 .6,.7 .8,.45");
  const Bound lower(b, "Min", "Lower bound", "0");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In u = b.input("u");
  b.equations([=](Equations& e) {
    const ir::Value holds = is_above(e, e(u), e(lower.value), e.flag(lower.included));
    assertion.require(e, logical_not(holds), "the signal is below its lower bound");
  });
}

void check_static_upper_bound(BlockTypeBuilder& b) {
  b.id("verification/check_static_upper_bound")
      .label("Check Static Upper Bound")
      .category("Model Verification");
  b.doc(
      "Fails where its input exceeds a bound: ends the run with an error, or warns.\n\n"
      "$u \\leq \\mathrm{Max}$ is asserted\n\n"
      "Exceeding it is a zero crossing.");
  b.keywords({"assert", "maximum", "limit", "verify", "bounds"});
  b.icon(IconShape::Rectangle, "M.15,.25 L.85,.25 M.2,.7 C.4,.9 .6,.3 .8,.55");
  const Bound upper(b, "Max", "Upper bound", "0");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In u = b.input("u");
  b.equations([=](Equations& e) {
    const ir::Value holds = is_below(e, e(u), e(upper.value), e.flag(upper.included));
    assertion.require(e, logical_not(holds), "the signal is above its upper bound");
  });
}

void check_static_gap(BlockTypeBuilder& b) {
  b.id("verification/check_static_gap").label("Check Static Gap").category("Model Verification");
  b.doc(
      "Fails where its input lies in a gap: ends the run with an error, or warns.\n\n"
      "$u \\leq \\mathrm{Min} \\; \\mathrm{or} \\; u \\geq \\mathrm{Max}$ is asserted\n\n"
      "Entering the gap is a zero crossing.");
  b.keywords({"assert", "forbidden band", "dead band", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.38 L.85,.38 M.15,.62 L.85,.62 M.2,.2 L.45,.2 M.55,.8 L.8,.8");
  const Bound upper(b, "Max", "Upper bound", "100"), lower(b, "Min", "Lower bound", "0");
  const Assertion assertion(b);
  b.zero_crossing_flag();
  In u = b.input("u");
  require_order(b, lower.value, upper.value, "the lower bound exceeds the upper bound");
  b.equations([=](Equations& e) {
    const ir::Value holds = is_below(e, e(u), e(lower.value), e.flag(lower.included)) |
                            is_above(e, e(u), e(upper.value), e.flag(upper.included));
    assertion.require(e, logical_not(holds), "the signal lies in the gap");
  });
}

void check_input_resolution(BlockTypeBuilder& b) {
  b.id("verification/check_input_resolution").label("Check Input Resolution").category("Model Verification");
  b.doc(
      "Fails where its input is none of the values it may have: ends the run with an error, or warns.\n\n"
      "$u = n \\, \\mathrm{Resolution}$ with a whole n is asserted\n\n"
      "n may differ from a whole number by a thousandth. With several numbers as resolution u has to be one "
      "of them. It "
      "is looked at in major steps.");
  b.keywords({"assert", "quantized", "multiple", "step size", "verify"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.32,.8 L.32,.6 L.5,.6 L.5,.4 L.68,.4 L.68,.2 L.85,.2");
  Param resolution = b.real("Resolution", "Resolution", "1")
                         .formerly("resolution")
                         .doc("A step, or all values that are allowed.");
  const Assertion assertion(b);
  In u = b.input("u");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.outputs.empty()) s.outputs[0] = s.inputs[0];
  });
  b.equations([=](Equations& e) {
    const ir::Value allowed = e(resolution);
    ir::Value holds;
    if (allowed.shape().is_scalar()) {
      constexpr double tolerance = 1e-3;
      const ir::Value steps = e(u) / allowed;
      holds = ir::make(ir::Op::Abs, steps - ir::make(ir::Op::Round, steps)) <= e.constant(tolerance);
    } else {
      for (int k = 0; k < allowed.shape().count(); ++k) {
        const ir::Value same = ir::make(ir::Op::Equal, e(u), ir::slice(allowed, k, scalar_shape));
        holds = holds ? holds | same : same;
      }
    }
    assertion.require(e, logical_not(holds), "the signal has none of the values of its resolution");
  });
}

}  // namespace sim::blocks

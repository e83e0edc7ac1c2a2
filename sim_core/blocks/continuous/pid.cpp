#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void pid(BlockTypeBuilder& b) {
  b.id("continuous/pid").label("PID Controller").category("Continuous");
  b.doc(
      "A controller: proportional, integral and filtered derivative parts of its input, the error.\n\n"
      "$y = P u + \\frac{I}{s} u + \\frac{D N s}{s + N} u$ (parallel)\n"
      "$y = P \\left( u + \\frac{I}{s} u + \\frac{D N s}{s + N} u \\right)$ (ideal)\n\n"
      "Limits keep y within bounds, and anti-windup keeps the integral from growing meanwhile. "
      "Back-calculation: $\\dot{x} = I u + K_b (y - y_0)$, where $y_0$ is the output before it is limited. "
      "Clamping: $\\dot{x} = 0$ while y is limited and $I u$ pushes further out. All changes are zero "
      "crossings.");
  b.keywords({"PID", "LimPID", "AntiWindupPID", "PI", "PD", "controller", "windup"});
  b.icon(IconShape::Rectangle, "", "{Controller}(s)");
  b.size(64, 40);
  Param controller = b.choice("Controller", "Controller", {"PID", "PI", "PD", "P", "I"});
  Param form = b.choice("Form", "Form", {"Parallel", "Ideal"});
  Param p = b.real("P", "Proportional (P)", "1");
  Param i = b.real("I", "Integral (I)", "1").unit("1/s");
  Param d = b.real("D", "Derivative (D)", "0").unit("s");
  Param n = b.real("N", "Filter coefficient (N)", "100").unit("1/s").range(0, 1e300);
  Param integral0 = b.real("InitialConditionForIntegrator", "Initial integral part", "0");
  Param filter0 = b.real("InitialConditionForFilter", "Initial filter state", "0");
  Param limited = b.flag("LimitOutput", "Limit output", false);
  Param upper = b.real("UpperSaturationLimit", "Upper limit", "inf");
  Param lower = b.real("LowerSaturationLimit", "Lower limit", "-inf");
  Param windup = b.choice("AntiWindupMode", "Anti-windup", {"none", "back-calculation", "clamping"});
  Param kb = b.real("Kb", "Back-calculation coefficient (Kb)", "1").unit("1/s");
  b.zero_crossing_flag();
  In u = b.input("u", "error");
  Out y = b.output("y");
  State integral = b.state("integral", integral0), filter = b.state("filter", filter0);
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  b.equations([=](Equations& e) {
    const ir::Value zero = e.constant(0);
    const int which = e.choice(controller);  // PID, PI, PD, P, I
    const bool has_p = which != 4, has_i = which == 0 || which == 1 || which == 4,
               has_d = which == 0 || which == 2;
    const ir::Value scale = e.choice(form) == 1 && has_p ? e(p) : e.constant(1);
    ir::Value growth = has_i ? scale * e(i) * e(u) : zero;
    ir::Value sum = has_p ? e(p) * e(u) : zero;
    if (has_i) sum = sum + e(integral);
    const ir::Value change = has_d ? e(n) * (e(d) * e(u) - e(filter)) : zero;
    if (has_d) sum = sum + scale * change;
    ir::Value out = sum;
    if (e.flag(limited)) {
      const ir::Value above = e.crosses_above(sum, e(upper)), below = e.crosses_above(e(lower), sum);
      out = select(above, e(upper), select(below, e(lower), sum));
      if (has_i && e.choice(windup) == 1) growth = growth + e(kb) * (out - sum);
      if (has_i && e.choice(windup) == 2) {
        const ir::Value outwards =
            above * e.crosses_above(growth, zero) + below * e.crosses_above(zero, growth);
        growth = select(outwards, zero, growth);
      }
    }
    e.derivative(integral, growth);
    e.derivative(filter, change);
    e.output(y, out);
  });
}

}  // namespace sim::blocks

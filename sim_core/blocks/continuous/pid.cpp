#include "sim_core/blocks/continuous/resets.h"
#include "sim_core/blocks/pid_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

void declare_pid(BlockTypeBuilder& b, bool two_degrees) {
  PidParameters pid = pid_kind(b, two_degrees);
  pid_gains(b, pid, false);
  pid_limits(b, pid);
  b.zero_crossing_flag();
  Out y = b.output("y");
  State integral = b.state("integral", pid.integral0), filter = b.state("filter", pid.filter0);
  b.equations([=](Equations& e) {
    const ir::Value zero = e.constant(0);
    const PidInputs in = pid_inputs(e, pid);
    begin_with(e, pid, in, integral, filter);
    ir::Value x = e(integral), z = e(filter), trigger;
    if (const int kind = e.choice(pid.reset); kind != no_reset) {
      trigger = located_reset(e, kind, in.reset);
      e.reset(integral, reset_instants(e, kind, trigger), in.integral0);
      e.reset(filter, reset_instants(e, kind, trigger), in.filter0);
      x = select(trigger, in.integral0, x);
      z = select(trigger, in.filter0, z);
    }
    const bool has_i = pid.has_i(e);
    const ir::Value scale = e.choice(pid.form) == 1 && pid.has_p(e) ? e(pid.p) : e.constant(1);
    ir::Value growth = has_i ? scale * e(pid.i) * in.i : zero;
    ir::Value sum = pid.has_p(e) ? e(pid.p) * in.p : zero;
    if (has_i) sum = sum + x;
    ir::Value change = zero;
    if (pid.has_d(e)) {
      change = e(pid.n) * (e(pid.d) * in.d - z);
      sum = sum + scale * change;
    }
    ir::Value out = sum, outwards;
    if (e.flag(pid.limited)) {
      const ir::Value above = e.crosses_above(sum, e(pid.upper)), below = e.crosses_above(e(pid.lower), sum);
      out = select(above, e(pid.upper), select(below, e(pid.lower), sum));
      if (has_i && e.choice(pid.windup) == 1) growth = growth + e(pid.kb) * (out - sum);
      if (has_i && e.choice(pid.windup) == 2)
        outwards = above * e.crosses_above(growth, zero) + below * e.crosses_above(zero, growth);
    }
    if (has_i && in.tracked) growth = growth + e(pid.kt) * (in.tracked - out);
    if (outwards) growth = select(outwards, zero, growth);
    if (trigger && is_level(e.choice(pid.reset))) {
      growth = select(trigger, zero, growth);
      change = select(trigger, zero, change);
    }
    e.derivative(integral, growth);
    e.derivative(filter, change);
    e.output(y, out);
  });
}

const char* const pid_behavior =
    "Limits keep y within bounds, and anti-windup keeps the integral from growing meanwhile. "
    "Back-calculation: $\\dot{x} = I e + K_b (y - y_0)$, where $y_0$ is the output before it is limited and "
    "e "
    "the error. Clamping: $\\dot{x} = 0$ while y is limited and $I e$ pushes further out. In tracking mode "
    "$K_t (\\mathrm{TR} - y)$ is added to $\\dot{x}$. A reset restarts from the initial conditions. All "
    "changes are zero crossings.";

}  // namespace

void pid(BlockTypeBuilder& b) {
  b.id("continuous/pid").label("PID Controller").category("Continuous");
  b.doc(std::string(
            "A controller: proportional, integral and filtered derivative parts of its input, the error.\n\n"
            "$y = P u + \\frac{I}{s} u + \\frac{D N s}{s + N} u$ (parallel)\n"
            "$y = P \\left( u + \\frac{I}{s} u + \\frac{D N s}{s + N} u \\right)$ (ideal)\n\n") +
        pid_behavior);
  b.keywords({"PID", "LimPID", "AntiWindupPID", "PI", "PD", "controller", "windup"});
  b.icon(IconShape::Rectangle, "", "{Controller}(s)");
  b.size(64, 40);
  declare_pid(b, false);
}

void pid_2dof(BlockTypeBuilder& b) {
  b.id("continuous/pid_2dof").label("PID Controller (2DOF)").category("Continuous");
  b.doc(std::string(
            "A controller with two degrees of freedom: it answers to the set point otherwise than to the "
            "measurement.\n\n"
            "$u = P (b r - y) + \\frac{I}{s} (r - y) + \\frac{D N s}{s + N} (c r - y)$ (parallel)\n"
            "$u = P \\left( b r - y + \\frac{I}{s} (r - y) + \\frac{D N s}{s + N} (c r - y) \\right)$ "
            "(ideal)\n\n"
            "r is the set point, y the measurement, u the output. With $b < 1$ and $c = 0$ a jump of the set "
            "point overshoots less and does not kick, while disturbances are fought as before.\n\n") +
        "Limits keep the output within bounds, and anti-windup keeps the integral from growing meanwhile, as "
        "in the PID Controller; so do tracking and reset.");
  b.keywords({"LimPID", "PID 2DOF", "set-point weighting", "two degrees of freedom", "derivative kick"});
  b.icon(IconShape::Rectangle, "", "{Controller}(s)\n2DOF");
  b.size(72, 48);
  declare_pid(b, true);
}

}  // namespace sim::blocks

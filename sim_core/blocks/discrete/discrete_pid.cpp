#include <cmath>

#include "sim_core/blocks/pid_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// How much of this sample's contribution the integral has at once: Forward Euler, Backward Euler,
// trapezoidal.
double share_at_once(int method) { return method == 0 ? 0 : method == 1 ? 1 : 0.5; }

std::vector<std::string> methods() { return {"Forward Euler", "Backward Euler", "Trapezoidal"}; }

void declare_discrete_pid(BlockTypeBuilder& b, bool two_degrees) {
  PidParameters pid = pid_kind(b, two_degrees);
  Param integrator_method = b.choice("IntegratorMethod", "Integrator method", methods());
  Param filter_method = b.choice("FilterMethod", "Filter method", methods());
  pid_gains(b, pid, true);
  pid_limits(b, pid);
  const Param sample_time = b.sample_time("1");
  Out y = b.output("y");
  DiscreteState integral = b.discrete_state("integral", pid.integral0),
                filter = b.discrete_state("filter", pid.filter0);
  b.require(
      [=](const ParameterValues& v) {
        const double period = v.of(sample_time).number();
        return period > 0 && std::isfinite(period);
      },
      "the sample time is not a period", "give the time from one sample to the next; it is in the equations");
  b.equations([=](Equations& e) {
    const PidInputs in = pid_inputs(e, pid);
    const ir::Value zero = zeros(e, e.output_shape(y)), T = e.constant(given_period(e, sample_time));
    begin_with(e, pid, in, integral, filter);
    ir::Value x = e(integral), z = e(filter);
    if (const int kind = e.choice(pid.reset); kind != no_reset) {
      const ir::Value trigger = sampled_reset(e, kind, in.reset);
      x = select(trigger, in.integral0, x);
      z = select(trigger, in.filter0, z);
    }
    const bool has_i = pid.has_i(e);
    const ir::Value scale = e.choice(pid.form) == 1 && pid.has_p(e) ? e(pid.p) : e.constant(1);
    ir::Value growth = has_i ? T * scale * e(pid.i) * in.i : zero;
    ir::Value sum = pid.has_p(e) ? e(pid.p) * in.p : zero;
    if (has_i) sum = sum + x + growth * share_at_once(e.choice(integrator_method));
    if (pid.has_d(e) && e.flag(pid.filtered)) {
      const ir::Value slope =
          e(pid.n) * (e(pid.d) * in.d - z) / (e(pid.n) * T * share_at_once(e.choice(filter_method)) + 1.0);
      sum = sum + scale * slope;
      e.next(filter, z + T * slope);
    } else if (pid.has_d(e)) {
      sum = sum + scale * (e(pid.d) * in.d - z) / T;
      e.next(filter, e(pid.d) * in.d);
    } else {
      e.next(filter, z);
    }
    ir::Value out = sum, outwards;
    if (e.flag(pid.limited)) {
      out = clamped(e, sum, pid.lower, pid.upper);
      if (has_i && e.choice(pid.windup) == 1) growth = growth + T * e(pid.kb) * (out - sum);
      if (has_i && e.choice(pid.windup) == 2)
        outwards = ((sum > e(pid.upper)) & (growth > zero)) | ((sum < e(pid.lower)) & (growth < zero));
    }
    if (has_i && in.tracked) growth = growth + T * e(pid.kt) * (in.tracked - out);
    if (outwards) growth = select(outwards, zero, growth);
    e.next(integral, x + growth);
    e.output(y, out);
  });
}

}  // namespace

void discrete_pid(BlockTypeBuilder& b) {
  b.id("discrete/discrete_pid").label("Discrete PID Controller").category("Discrete");
  b.doc(
      "A controller in discrete time: proportional, integral and filtered derivative parts of its input.\n\n"
      "$y = P u + I a(z) u + \\frac{D N}{1 + N b(z)} u$ (parallel)\n"
      "$y = P \\left( u + I a(z) u + \\frac{D N}{1 + N b(z)} u \\right)$ (ideal)\n\n"
      "a and b integrate: $\\frac{T}{z - 1}$ (Forward Euler), $\\frac{T z}{z - 1}$ (Backward Euler) or "
      "$\\frac{T}{2} \\frac{z + 1}{z - 1}$ (trapezoidal). Forward Euler needs $N T < 2$.\n\n"
      "Limits keep y within bounds, and anti-windup keeps the integral from growing meanwhile. "
      "Back-calculation adds $T K_b (y - y_0)$ to what is carried to the next sample, where $y_0$ is the "
      "output before it is limited; clamping adds nothing while y is limited and the integral would push "
      "further out. In tracking mode $T K_t (\\mathrm{TR} - y)$ is added. A reset restarts from the "
      "initial conditions.");
  b.keywords({"Discrete PID Controller", "PID", "PI", "PD", "digital controller", "sampled", "windup"});
  b.icon(IconShape::Rectangle, "", "{Controller}(z)");
  b.size(64, 40);
  declare_discrete_pid(b, false);
}

void discrete_pid_2dof(BlockTypeBuilder& b) {
  b.id("discrete/discrete_pid_2dof").label("Discrete PID Controller (2DOF)").category("Discrete");
  b.doc(
      "A controller in discrete time that answers to the set point otherwise than to the measurement.\n\n"
      "$u = P (\\beta r - y) + I a(z) (r - y) + \\frac{D N}{1 + N b(z)} (\\gamma r - y)$ (parallel)\n\n"
      "r is the set point, y the measurement, u the output; $\\beta$ and $\\gamma$ are the set-point weights "
      "b and c. a and b integrate, as in the Discrete PID Controller, which describes methods, limits, "
      "anti-windup, tracking and reset. In ideal form all of it is multiplied by P. With a weight b below 1 "
      "and c of 0 a jump of the set point overshoots less and does not kick.");
  b.keywords({"PID 2DOF", "set-point weighting", "two degrees of freedom", "digital controller", "sampled"});
  b.icon(IconShape::Rectangle, "", "{Controller}(z)\n2DOF");
  b.size(72, 48);
  declare_discrete_pid(b, true);
}

}  // namespace sim::blocks

#include <cmath>

#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// How much of this sample's contribution the integral has at once: Forward Euler, Backward Euler,
// trapezoidal.
double share_at_once(int method) { return method == 0 ? 0 : method == 1 ? 1 : 0.5; }

std::vector<std::string> methods() { return {"Forward Euler", "Backward Euler", "Trapezoidal"}; }

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
      "further out. A reset starts anew from the initial conditions.");
  b.keywords({"Discrete PID Controller", "PID", "PI", "PD", "digital controller", "sampled", "windup"});
  b.icon(IconShape::Rectangle, "", "{Controller}(z)");
  b.size(64, 40);
  Param controller = b.choice("Controller", "Controller", {"PID", "PI", "PD", "P", "I"});
  Param form = b.choice("Form", "Form", {"Parallel", "Ideal"});
  Param integrator_method = b.choice("IntegratorMethod", "Integrator method", methods());
  Param filter_method = b.choice("FilterMethod", "Filter method", methods());
  Param p = b.real("P", "Proportional (P)", "1");
  Param i = b.real("I", "Integral (I)", "1").unit("1/s");
  Param d = b.real("D", "Derivative (D)", "0").unit("s");
  Param filtered =
      b.flag("UseFilter", "Filter the derivative", true).doc("Off: D times the difference over T.");
  Param n = b.real("N", "Filter coefficient (N)", "100").unit("1/s").range(0, 1e300);
  Param integral0 = b.real("InitialConditionForIntegrator", "Initial integral part", "0");
  Param filter0 = b.real("InitialConditionForFilter", "Initial filter state", "0");
  Param reset = b.choice("ExternalReset", "External reset", reset_kinds());
  Param limited = b.flag("LimitOutput", "Limit output", false);
  Param upper = b.real("UpperSaturationLimit", "Upper limit", "inf");
  Param lower = b.real("LowerSaturationLimit", "Lower limit", "-inf");
  Param windup = b.choice("AntiWindupMode", "Anti-windup", {"none", "back-calculation", "clamping"});
  Param kb = b.real("Kb", "Back-calculation coefficient (Kb)", "1").unit("1/s");
  const Param sample_time = b.sample_time("1");
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", "error"}};
    if (v.of(reset).number() != no_reset)
      ports.push_back({"reset", "starts anew from the initial conditions"});
    return ports;
  });
  Out y = b.output("y");
  DiscreteState integral = b.discrete_state("integral", integral0),
                filter = b.discrete_state("filter", filter0);
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  b.require(
      [=](const ParameterValues& v) {
        const double period = v.of(sample_time).number();
        return period > 0 && std::isfinite(period);
      },
      "the sample time is not a period", "give the time from one sample to the next; it is in the equations");
  b.equations([=](Equations& e) {
    const ir::Value u = e(In{0}), zero = zeros(e, u.shape()), T = e.constant(given_period(e, sample_time));
    const int which = e.choice(controller);  // PID, PI, PD, P, I
    const bool has_p = which != 4, has_i = which == 0 || which == 1 || which == 4,
               has_d = which == 0 || which == 2;
    ir::Value x = e(integral), z = e(filter);
    if (const int kind = e.choice(reset); kind != no_reset) {
      const ir::Value trigger = sampled_reset(e, kind, e(In{1}));
      x = select(trigger, e(integral0), x);
      z = select(trigger, e(filter0), z);
    }
    const ir::Value scale = e.choice(form) == 1 && has_p ? e(p) : e.constant(1);
    ir::Value growth = has_i ? T * scale * e(i) * u : zero;
    ir::Value sum = has_p ? e(p) * u : zero;
    if (has_i) sum = sum + x + growth * share_at_once(e.choice(integrator_method));
    if (has_d && e.flag(filtered)) {
      const ir::Value slope =
          e(n) * (e(d) * u - z) / (e(n) * T * share_at_once(e.choice(filter_method)) + 1.0);
      sum = sum + scale * slope;
      e.next(filter, z + T * slope);
    } else if (has_d) {
      sum = sum + scale * (e(d) * u - z) / T;
      e.next(filter, e(d) * u);
    } else {
      e.next(filter, z);
    }
    ir::Value out = sum;
    if (e.flag(limited)) {
      out = clamped(e, sum, lower, upper);
      if (has_i && e.choice(windup) == 1) growth = growth + T * e(kb) * (out - sum);
      if (has_i && e.choice(windup) == 2) {
        const ir::Value outwards =
            ((sum > e(upper)) & (growth > zero)) | ((sum < e(lower)) & (growth < zero));
        growth = select(outwards, zero, growth);
      }
    }
    e.next(integral, x + growth);
    e.output(y, out);
  });
}

}  // namespace sim::blocks

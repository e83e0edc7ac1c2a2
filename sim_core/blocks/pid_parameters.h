#pragma once
// What PID controllers in continuous and in discrete time have in common: parameters, ports and what each of
// the three parts reads.
#include <string>
#include <utility>
#include <vector>

#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/discrete/sampling.h"

namespace sim::blocks {

struct PidParameters {
  bool two_degrees = false;  // reads set point and measurement instead of their difference
  Param controller, form, p, i, d, filtered, n, weight_p, weight_d, integral0, filter0, reset;
  Param limited, upper, lower, windup, kb, tracking, kt;

  bool has_p(Equations& e) const { return e.choice(controller) != 4; }
  bool has_i(Equations& e) const { return e.choice(controller) != 2 && e.choice(controller) != 3; }
  bool has_d(Equations& e) const { return e.choice(controller) == 0 || e.choice(controller) == 2; }
};

inline PidParameters pid_kind(BlockTypeBuilder& b, bool two_degrees) {
  PidParameters pid;
  pid.two_degrees = two_degrees;
  pid.controller = b.choice("Controller", "Controller", {"PID", "PI", "PD", "P", "I"});
  pid.form = b.choice("Form", "Form", {"Parallel", "Ideal"});
  return pid;
}

// Between two samples a derivative needs no filter.
inline void pid_gains(BlockTypeBuilder& b, PidParameters& pid, bool sampled) {
  pid.p = b.real("P", "Proportional (P)", "1");
  pid.i = b.real("I", "Integral (I)", "1").unit("1/s");
  pid.d = b.real("D", "Derivative (D)", "0").unit("s");
  if (sampled)
    pid.filtered =
        b.flag("UseFilter", "Filter the derivative", true).doc("Off: D times the difference over T.");
  pid.n = b.real("N", "Filter coefficient (N)", "100").unit("1/s").range(0, 1e300);
  if (!pid.two_degrees) return;
  pid.weight_p = b.real("b", "Set-point weight of P (b)", "1")
                     .doc("How much of the set point the proportional part sees; 0: only the measurement.");
  pid.weight_d = b.real("c", "Set-point weight of D (c)", "1")
                     .doc("Likewise the derivative part; 0: no kick where the set point jumps.");
}

inline void pid_limits(BlockTypeBuilder& b, PidParameters& pid) {
  pid.integral0 = b.real("InitialConditionForIntegrator", "Initial integral part", "0");
  pid.filter0 = b.real("InitialConditionForFilter", "Initial filter state", "0");
  pid.reset = b.choice("ExternalReset", "External reset", reset_kinds());
  pid.limited = b.flag("LimitOutput", "Limit output", false);
  pid.upper = b.real("UpperSaturationLimit", "Upper limit", "inf");
  pid.lower = b.real("LowerSaturationLimit", "Lower limit", "-inf");
  pid.windup = b.choice("AntiWindupMode", "Anti-windup", {"none", "back-calculation", "clamping"});
  pid.kb = b.real("Kb", "Back-calculation coefficient (Kb)", "1").unit("1/s");
  pid.tracking = b.flag("TrackingMode", "Tracking mode", false)
                     .doc("An input TR, which the output follows: for changing over without a bump.");
  pid.kt = b.real("Kt", "Tracking coefficient (Kt)", "1").unit("1/s");
  require_order(b, pid.lower, pid.upper, "the lower limit exceeds the upper limit");
  b.inputs([pid](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", "error"}};
    if (pid.two_degrees) ports = {{"r", "set point"}, {"y", "measurement"}};
    if (v.of(pid.reset).number() != no_reset)
      ports.push_back({"reset", "starts anew from the initial conditions"});
    if (v.of(pid.tracking).number() != 0) ports.push_back({"TR", "what the output has to follow"});
    return ports;
  });
}

// What the proportional, the integral and the derivative part read, and the other inputs where they are.
struct PidInputs {
  ir::Value p, i, d, reset, tracked;
};

inline PidInputs pid_inputs(Equations& e, const PidParameters& pid) {
  int port = 0;
  PidInputs in;
  const ir::Value u = e(In{port++});
  if (pid.two_degrees) {
    const ir::Value y = e(In{port++});
    in.p = e(pid.weight_p) * u - y, in.i = u - y, in.d = e(pid.weight_d) * u - y;
  } else {
    in.p = in.i = in.d = u;
  }
  if (e.choice(pid.reset) != no_reset) in.reset = e(In{port++});
  if (e.flag(pid.tracking)) in.tracked = e(In{port});
  return in;
}

}  // namespace sim::blocks

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
  Param controller, form, p, i, d, filtered, n, weight_p, weight_d, source, integral0, filter0, reset;
  Param limited, upper, lower, windup, kb, tracking, kt;

  // Of a choice of Controller.
  static bool has_i(int parts) { return parts != 2 && parts != 3; }
  static bool has_d(int parts) { return parts == 0 || parts == 2; }
  bool has_p(Equations& e) const { return e.choice(controller) != 4; }
  bool has_i(Equations& e) const { return has_i(e.choice(controller)); }
  bool has_d(Equations& e) const { return has_d(e.choice(controller)); }
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
  pid.source = b.choice("InitialConditionSource", "Initial condition source", {"internal", "external"})
                   .doc("external: inputs I0 and D0 for the parts that there are.");
  pid.integral0 = b.real("InitialConditionForIntegrator", "Initial integral part", "0");
  pid.filter0 = b.real("InitialConditionForFilter", "Initial filter state", "0");
  pid.reset = b.choice("ExternalReset", "External reset", reset_kinds());
  pid.limited = b.flag("LimitOutput", "Limit output", false);
  pid.upper = b.real("UpperSaturationLimit", "Upper saturation limit", "inf");
  pid.lower = b.real("LowerSaturationLimit", "Lower saturation limit", "-inf");
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
      ports.push_back({"reset", "restarts from the initial conditions"});
    const int parts = static_cast<int>(v.of(pid.controller).number());
    const bool external = v.of(pid.source).number() != 0;
    if (external && PidParameters::has_i(parts)) ports.push_back({"I0", "initial integral part"});
    if (external && PidParameters::has_d(parts)) ports.push_back({"D0", "initial filter state"});
    if (v.of(pid.tracking).number() != 0) ports.push_back({"TR", "what the output has to follow"});
    return ports;
  });
}

// What the proportional, the integral and the derivative part read, and the other inputs where they are.
struct PidInputs {
  ir::Value p, i, d, reset, integral0, filter0, tracked;
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
  const bool external = e.choice(pid.source) != 0;
  in.integral0 = external && pid.has_i(e) ? e(In{port++}) : e(pid.integral0);
  in.filter0 = external && pid.has_d(e) ? e(In{port++}) : e(pid.filter0);
  if (e.flag(pid.tracking)) in.tracked = e(In{port});
  return in;
}

// Before the states are read.
template <class AnyState>
void begin_with(Equations& e, const PidParameters& pid, const PidInputs& in, AnyState integral,
                AnyState filter) {
  if (e.choice(pid.source) == 0) return;
  if (pid.has_i(e)) e.initial(integral, in.integral0);
  if (pid.has_d(e)) e.initial(filter, in.filter0);
}

}  // namespace sim::blocks

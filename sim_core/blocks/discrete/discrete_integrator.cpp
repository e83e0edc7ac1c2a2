#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/integrator_ports.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void discrete_integrator(BlockTypeBuilder& b) {
  b.id("discrete/discrete_integrator").label("Discrete-Time Integrator").category("Discrete");
  b.doc(
      "Integrates or adds up its input, sample by sample.\n\n"
      "$y[k] = x[k], \\quad x[k+1] = x[k] + K T u[k]$ (Forward Euler)\n"
      "$y[k] = x[k] + K T u[k], \\quad x[k+1] = y[k]$ (Backward Euler)\n"
      "$y[k] = x[k] + \\frac{K T}{2} u[k], \\quad x[k+1] = y[k] + \\frac{K T}{2} u[k]$ (trapezoidal)\n\n"
      "Accumulation is the same with $T = 1$. $x[0]$ is the initial condition. With an inherited sample time "
      "T is the time since the hit before.\n\n"
      "A reset restarts from the initial condition. Limits hold the state and the output.");
  b.keywords(
      {"DiscreteIntegrator", "discrete_time_integrator", "accumulator", "Euler", "trapezoidal", "sum"});
  b.icon(IconShape::Rectangle, "", "K Ts\n---\nz - 1");
  Param method = b.choice("IntegratorMethod", "Integrator method",
                          {"Forward Euler", "Backward Euler", "Trapezoidal", "Accumulation: Forward Euler",
                           "Accumulation: Backward Euler", "Accumulation: Trapezoidal"})
                     .formerly_chosen("Integration: Forward Euler", "Forward Euler")
                     .formerly_chosen("Integration: Backward Euler", "Backward Euler")
                     .formerly_chosen("Integration: Trapezoidal", "Trapezoidal");
  Param gain = b.real("GainValue", "Gain value", "1").formerly("gainval").may_be_complex();
  Param reset = b.choice("ExternalReset", "External reset", reset_kinds());
  Param source = b.choice("InitialConditionSource", "Initial condition source", {"internal", "external"});
  Param initial = b.real("InitialCondition", "Initial condition", "0").may_be_complex();
  Param limited = b.flag("LimitOutput", "Limit output", false);
  Param upper = b.real("UpperSaturationLimit", "Upper saturation limit", "inf");
  Param lower = b.real("LowerSaturationLimit", "Lower saturation limit", "-inf");
  Param show_saturation = b.flag("ShowSaturationPort", "Show saturation port", false);
  Param show_state = b.flag("ShowStatePort", "Show state port", false);
  const Param sample_time = b.sample_time("1");
  DiscreteState x = b.discrete_state("x", initial);
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  integrator_ports(b, reset, source, show_saturation, show_state);
  b.equations([=](Equations& e) {
    int port = 0;
    const ir::Value u = e(In{port++});
    ir::Value start = e(x);
    const int kind = e.choice(reset);
    const ir::Value trigger = kind == no_reset ? e.constant(0) : sampled_reset(e, kind, e(In{port++}));
    const bool external = e.choice(source) != 0;
    const ir::Value x0 = external ? e(In{port}) : e(initial);
    auto within = [&](ir::Value v) { return e.flag(limited) ? clamped(e, v, lower, upper) : v; };
    e.initial(x, within(x0));
    if (kind != no_reset) start = select(trigger, within(x0), start);
    const bool accumulates = e.choice(method) >= 3,
               inherited = !accumulates && given_period(e, sample_time) == 0;
    const ir::Value T = accumulates ? e.constant(1) : time_since_last_hit(e, sample_time);
    const ir::Value growth = e(gain) * T * u;
    ir::Value y = start, next = start;
    switch (e.choice(method) % 3) {
      case 0: {
        ir::Value step = growth;
        if (inherited) {  // what the hit before would have added, had it known the time of this one
          const ir::Value last = e.memory(zeros(e, u.shape()));
          e.store(last, select(e.hit(), u, last));
          step = e(gain) * T * last;
          if (kind != no_reset) step = select(trigger, e.constant(0), step);
          y = within(start + step);
          next = y;
        } else {
          next = within(start + step);
        }
        break;
      }
      case 1:
        y = within(start + growth);
        next = y;
        break;
      default:
        y = within(start + growth * 0.5);
        next = within(y + growth * 0.5);
    }
    port = 0;
    e.next(x, next);
    e.output(Out{port++}, y);
    if (e.flag(show_saturation))
      e.output(Out{port++}, e.flag(limited) ? (y >= e(upper)) - (y <= e(lower)) : e.constant(0));
    if (e.flag(show_state)) e.output(Out{port}, e(x));
  });
}

}  // namespace sim::blocks

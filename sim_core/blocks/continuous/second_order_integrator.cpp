#include <optional>

#include "sim_core/blocks/continuous/resets.h"
#include "sim_core/blocks/continuous/state_limit.h"
#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

struct Limit {
  Param on, upper, lower;
};

void declare_second_order(BlockTypeBuilder& b, bool limits) {
  Param x0 = b.real("ICX", "Initial condition of x", "0");
  Param source_x = b.choice("ICSourceX", "Source of the initial condition of x", {"internal", "external"});
  const Limit lx{b.flag("LimitX", "Limit x", limits),
                 b.real("UpperLimitX", "Upper limit of x", limits ? "1" : "inf"),
                 b.real("LowerLimitX", "Lower limit of x", limits ? "-1" : "-inf")};
  Param v0 = b.real("ICDXDT", "Initial condition of dx/dt", "0");
  Param source_v =
      b.choice("ICSourceDXDT", "Source of the initial condition of dx/dt", {"internal", "external"});
  const Limit lv{b.flag("LimitDXDT", "Limit dx/dt", limits),
                 b.real("UpperLimitDXDT", "Upper limit of dx/dt", limits ? "1" : "inf"),
                 b.real("LowerLimitDXDT", "Lower limit of dx/dt", limits ? "-1" : "-inf")};
  Param reset = b.choice("ExternalReset", "External reset", reset_kinds());
  Param reinitialize =
      b.flag("ReinitDXDTwhenXreachesSaturation", "Reinitialize dx/dt when x reaches a limit", false);
  b.zero_crossing_flag();
  State x = b.state("x", x0), v = b.state("dx", v0);
  Out x_out = b.output("x"), v_out = b.output("dx");
  require_order(b, lx.lower, lx.upper, "the lower limit of x exceeds the upper limit");
  require_order(b, lv.lower, lv.upper, "the lower limit of dx/dt exceeds the upper limit");
  b.inputs([=](const ParameterValues& p) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (p.of(reset).number() != no_reset) ports.push_back({"reset", "restarts from the initial conditions"});
    if (p.of(source_x).number() != 0) ports.push_back({"x0", "initial condition of x"});
    if (p.of(source_v).number() != 0) ports.push_back({"dx0", "initial condition of dx/dt"});
    return ports;
  });
  b.equations([=](Equations& e) {
    int port = 0;
    const ir::Value u = e(In{port++}), zero = e.constant(0);
    const int kind = e.choice(reset);
    const ir::Value trigger = kind == no_reset ? zero : located_reset(e, kind, e(In{port++}));
    auto within = [&](const Limit& limit, ir::Value value) {
      return e.flag(limit.on) ? clamped(e, value, limit.lower, limit.upper) : value;
    };
    const bool external_x = e.choice(source_x) != 0, external_v = e.choice(source_v) != 0;
    const ir::Value start_x = within(lx, external_x ? e(In{port++}) : e(x0));
    const ir::Value start_v = within(lv, external_v ? e(In{port}) : e(v0));
    if (external_x || e.flag(lx.on)) e.initial(x, start_x);
    if (external_v || e.flag(lv.on)) e.initial(v, start_v);

    ir::Value rate_x = e(v), rate_v = u, shown_x = e(x), shown_v = e(v);
    ir::Value push_up, push_down;  // u >= 0, u <= 0
    if (e.flag(lx.on) || e.flag(lv.on)) {
      push_up = e.crosses_above(u, zero);
      push_down = e.crosses_above(zero, u);
    }
    std::optional<StateLimit> fastest, slowest;
    ir::Value held_up, held_down, stopped = zero;
    if (e.flag(lv.on)) {
      fastest.emplace(e, v, e(lv.upper), StateLimit::Side::Upper);
      slowest.emplace(e, v, e(lv.lower), StateLimit::Side::Lower);
      held_up = fastest->reached() * push_up, held_down = slowest->reached() * push_down;
      rate_v = select(held_up, zero, select(held_down, zero, rate_v));
      shown_v = select(fastest->shows(held_up), e(lv.upper),
                       select(slowest->shows(held_down), e(lv.lower), shown_v));
      rate_x = shown_v;
    }
    if (e.flag(lx.on)) {
      const bool returns = e.flag(reinitialize);
      StateLimit top(e, x, e(lx.upper), StateLimit::Side::Upper, returns ? e(v) < zero : ir::Value()),
          bottom(e, x, e(lx.lower), StateLimit::Side::Lower, returns ? e(v) > zero : ir::Value());
      // What rests has no speed but for the solver's tolerance: its sign says nothing. Away from the limits
      // it is not asked for: that v passes through zero there is no event.
      const ir::Value up = select(top.held() | logical_not(top.reached()), e.constant(1), e(v)),
                      down = select(bottom.held() | logical_not(bottom.reached()), e.constant(-1), e(v));
      const ir::Value outwards_up = top.reached() * e.crosses_above(up, zero),
                      outwards_down = bottom.reached() * e.crosses_above(zero, down);
      const ir::Value rests_up = outwards_up * push_up, rests_down = outwards_down * push_down;
      const ir::Value after = returns ? start_v : zero;
      stopped = e.rising(top.reached()) + e.rising(bottom.reached());
      e.reset(v, stopped, after);
      top.hold(rests_up, trigger | stopped);
      bottom.hold(rests_down, trigger | stopped);
      const ir::Value outwards = outwards_up + outwards_down;
      rate_x = select(outwards, zero, rate_x);
      rate_v = select(rests_up + rests_down, zero, rate_v);
      shown_x = select(top.shows(outwards_up), e(lx.upper),
                       select(bottom.shows(outwards_down), e(lx.lower), shown_x));
    }
    if (e.flag(lv.on)) {
      fastest->hold(held_up, trigger | stopped);
      slowest->hold(held_down, trigger | stopped);
    }
    if (kind != no_reset) {
      e.reset(x, reset_instants(e, kind, trigger), start_x);
      e.reset(v, reset_instants(e, kind, trigger), start_v);
      shown_x = select(trigger, start_x, shown_x);
      shown_v = select(trigger, start_v, shown_v);
      if (is_level(kind)) {
        rate_x = select(trigger, zero, rate_x);
        rate_v = select(trigger, zero, rate_v);
      }
    }
    e.derivative(x, rate_x);
    e.derivative(v, rate_v);
    e.output(x_out, shown_x);
    e.output(v_out, shown_v);
  });
}
}  // namespace

void second_order_integrator(BlockTypeBuilder& b) {
  b.id("continuous/second_order_integrator").label("Second-Order Integrator").category("Continuous");
  b.doc(
      "Integrates its input twice: a position and its velocity.\n\n"
      "$\\dot{x} = v, \\quad \\dot{v} = u$\n"
      "$x(t_0) = x_0, \\quad v(t_0) = v_0$\n\n"
      "With limits on x, v becomes 0 where x reaches a limit (or its initial condition, if it is to be "
      "reinitialized: with an external one that is $-e v$, a ball bounces), and x stays there while v and u "
      "push against it. With limits on v, v stays at a limit while u pushes against it. Reaching and leaving "
      "are zero crossings.");
  b.keywords({"1/s^2", "double integrator", "position", "velocity", "bounce"});
  b.icon(IconShape::Rectangle, "", "1\n---\ns^2");
  declare_second_order(b, false);
}

void second_order_integrator_limited(BlockTypeBuilder& b) {
  b.id("continuous/second_order_integrator_limited")
      .label("Second-Order Integrator Limited")
      .category("Continuous");
  b.doc(
      "Integrates its input twice, within limits: a position between stops, and its velocity.\n\n"
      "$\\dot{x} = v, \\quad \\dot{v} = u$\n"
      "$x_{\\mathrm{lower}} \\leq x \\leq x_{\\mathrm{upper}}, \\quad v_{\\mathrm{lower}} \\leq v \\leq "
      "v_{\\mathrm{upper}}$\n\n"
      "Where x reaches a limit v becomes 0, and x stays there while v and u push against it. v stays at a "
      "limit of its own while u pushes against it. Reaching and leaving are zero crossings.");
  b.keywords({"1/s^2", "double integrator", "end stop", "hard stop", "position", "velocity"});
  b.icon(IconShape::Rectangle, "M.1,.9 L.22,.9 M.78,.1 L.9,.1", "1\n---\ns^2");
  declare_second_order(b, true);
}

}  // namespace sim::blocks

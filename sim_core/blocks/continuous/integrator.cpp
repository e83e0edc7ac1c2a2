#include "sim_core/blocks/continuous/resets.h"
#include "sim_core/blocks/continuous/state_limit.h"
#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/integrator_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// At an end it goes on at the other one, as far as it moves outwards; round-off must not lead it back.
void wrap(Equations& e, State x, ir::Value rate, ir::Value lower, ir::Value upper) {
  const ir::Value span = upper - lower, rises = e.crosses_above(rate, e.constant(0));
  const ir::Value above = e.crosses_above(e(x), upper), below = 1.0 - e.crosses_above(e(x), lower);
  e.reset(x, e.rising(above & rises), ir::make(ir::Op::Max, e(x) - span, lower));
  e.reset(x, e.rising(below & (1.0 - rises)), ir::make(ir::Op::Min, e(x) + span, upper));
}

void declare(BlockTypeBuilder& b, bool limits) {
  Param x0 = b.real("InitialCondition", "Initial condition", "0")
                 .formerly("x0")
                 .may_be_complex()
                 .doc("The state at the start; a vector gives as many states.");
  Param source = b.choice("InitialConditionSource", "Initial condition source", {"internal", "external"});
  Param reset = b.choice("ExternalReset", "External reset", reset_kinds());
  Param limited = b.flag("LimitOutput", "Limit output", limits);
  Param upper = b.real("UpperSaturationLimit", "Upper saturation limit", limits ? "1" : "inf");
  Param lower = b.real("LowerSaturationLimit", "Lower saturation limit", limits ? "0" : "-inf");
  const bool wraps = !limits;  // one that is limited cannot
  Param wrapped, wrap_upper, wrap_lower;
  if (wraps) {
    wrapped = b.flag("WrapState", "Wrap state", false).doc("Of an angle: it goes on at the other end.");
    wrap_upper = b.real("WrappedStateUpperValue", "Wrapped state upper value", "pi");
    wrap_lower = b.real("WrappedStateLowerValue", "Wrapped state lower value", "-pi");
    require_order(b, wrap_lower, wrap_upper, "the lower wrapped value exceeds the upper one");
    b.require(
        [=](const ParameterValues& v) { return v.of(wrapped).number() == 0 || v.of(limited).number() == 0; },
        "its state is both limited and wrapped", "choose one of the two");
  }
  Param show_saturation = b.flag("ShowSaturationPort", "Show saturation port", false);
  Param show_state = b.flag("ShowStatePort", "Show state port", false);
  b.zero_crossing_flag();
  State x = b.state("x", x0);
  require_order(b, lower, upper, "the lower limit exceeds the upper limit");
  integrator_ports(b, reset, source, show_saturation, show_state);
  b.equations([=](Equations& e) {
    int port = 0;
    const ir::Value u = e(In{port++});
    const int kind = e.choice(reset);
    const ir::Value trigger = kind == no_reset ? e.constant(0) : located_reset(e, kind, e(In{port++}));
    ir::Value start = e.choice(source) != 0 ? e(In{port}) : e(x0);
    if (e.flag(limited)) start = clamped(e, start, lower, upper);
    const bool wrapping = wraps && e.flag(wrapped);
    if (wrapping)
      start = e(wrap_lower) + ir::make(ir::Op::Mod, start - e(wrap_lower), e(wrap_upper) - e(wrap_lower));
    if (e.choice(source) != 0 || e.flag(limited) || wrapping) e.initial(x, start);

    ir::Value y = e(x), rate = u, saturation = e.constant(0);
    if (e.flag(limited)) {
      StateLimit top(e, x, e(upper), StateLimit::Side::Upper),
          bottom(e, x, e(lower), StateLimit::Side::Lower);
      const ir::Value at_upper = top.reached() * e.crosses_above(u, e.constant(0));
      const ir::Value at_lower = bottom.reached() * e.crosses_above(e.constant(0), u);
      top.hold(at_upper, trigger);
      bottom.hold(at_lower, trigger);
      y = select(top.shows(at_upper), e(upper), select(bottom.shows(at_lower), e(lower), y));
      rate = select(at_upper, e.constant(0), select(at_lower, e.constant(0), rate));
      saturation = at_upper - at_lower;
    }
    if (wrapping) wrap(e, x, u, e(wrap_lower), e(wrap_upper));
    if (kind != no_reset) {
      e.reset(x, reset_instants(e, kind, trigger), start);
      y = select(trigger, start, y);
      if (is_level(kind)) rate = select(trigger, e.constant(0), rate);
    }
    port = 0;
    e.derivative(x, rate);
    e.output(Out{port++}, y);
    if (e.flag(show_saturation)) e.output(Out{port++}, saturation);
    if (e.flag(show_state)) e.output(Out{port}, state_before(e, kind, trigger, start, x));
  });
}

}  // namespace

void integrator(BlockTypeBuilder& b) {
  b.id("continuous/integrator").label("Integrator").category("Continuous");
  b.doc(
      "Integrates its input over time, each element by itself.\n\n"
      "$\\dot{x} = u, \\quad y = x, \\quad x(t_0) = x_0$\n\n"
      "The output does not depend on the present input, so that a loop through an integrator is no algebraic "
      "loop.\n\n"
      "A reset (an edge of the reset input through 0, or as long as it is not 0) restarts from the "
      "initial condition: at that instant $y = x_0$, while the state port still gives the state before. With "
      "limits, x stays at a limit while the input pushes against it; reaching and leaving are zero crossings "
      "of the distance to the limit and of u. A wrapped state, such as an angle, goes on at the lower value "
      "where it passes the upper one, and the other way round.");
  b.keywords({"INTEGRAL_m", "INTEGRAL_f", "1/s", "state", "accumulate"});
  b.icon(IconShape::Rectangle, "", "1\n---\ns");
  declare(b, false);
}

void integrator_limited(BlockTypeBuilder& b) {
  b.id("continuous/integrator_limited").label("Integrator Limited").category("Continuous");
  b.doc(
      "An Integrator whose output stays within limits.\n\n"
      "$\\dot{x} = \\begin{cases} 0 & x \\geq \\mathrm{upper}, \\; u > 0 \\\\ 0 & x \\leq \\mathrm{lower}, "
      "\\; u < 0 \\\\ u & \\mathrm{otherwise} \\end{cases}$\n"
      "$y = x, \\quad x(t_0) = x_0$\n\n"
      "Reaching and leaving a limit are zero crossings of the distance to it and of u.");
  b.keywords({"LimIntegrator", "saturated integrator", "anti-windup", "1/s"});
  b.icon(IconShape::Rectangle, "M.1,.9 L.25,.9 M.75,.1 L.9,.1", "1\n---\ns");
  declare(b, true);
}

}  // namespace sim::blocks

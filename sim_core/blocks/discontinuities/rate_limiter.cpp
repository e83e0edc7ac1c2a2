#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/discontinuities/slew.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void rate_limiter(BlockTypeBuilder& b) {
  b.id("discontinuities/rate_limiter").label("Rate Limiter").category("Discontinuities");
  b.doc(
      "Follows its input no faster than allowed.\n\n"
      "$F \\leq \\dot{y} \\leq R$\n"
      "$y = \\min(\\max(u, y_k + F (t - t_k)), y_k + R (t - t_k))$\n\n"
      "$y_k$ is the output at the major step before, at $t_k$; R and F are the rising and the falling slew "
      "rate. The instants at which its input becomes too fast, and at which it catches up, are zero "
      "crossings. "
      "It starts at the initial condition. With an inherited sample time $t_k$ are the samples of its input, "
      "and it changes at these "
      "only; of a continuous input they are the major steps.");
  b.keywords({"RATELIMITER", "RateLimiter", "SlewRateLimiter", "slew rate"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.35,.75 L.7,.25 L.85,.25 M.35,.75 L.35,.25 L.5,.25");
  Param rising = b.real("RisingSlewLimit", "Rising slew rate (R)", "1").unit("1/s");
  Param falling = b.real("FallingSlewLimit", "Falling slew rate (F)", "-1").unit("1/s");
  Param initial = b.real("InitialCondition", "Initial condition", "0");
  Param mode = b.choice("SampleTimeMode", "Sample time mode", {"continuous", "inherited"});
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, falling, rising, "the falling slew rate exceeds the rising one");
  b.equations([=](Equations& e) {
    const ir::Value start = e(initial) + zeros(e, e.output_shape(y));
    const auto rise = [&](ir::Value elapsed) { return e(rising) * elapsed; };
    const auto fall = [&](ir::Value elapsed) { return e(falling) * elapsed; };
    e.output(y, e.choice(mode) == 0 ? slew_limited(e, e(u), start, rise, fall)
                                    : sampled_slew_limited(e, e(u), start, rise, fall));
  });
}

void rate_limiter_dynamic(BlockTypeBuilder& b) {
  b.id("discontinuities/rate_limiter_dynamic").label("Rate Limiter Dynamic").category("Discontinuities");
  b.doc(
      "Follows its input no faster than two signals allow.\n\n"
      "$\\mathrm{lo} \\leq \\dot{y} \\leq \\mathrm{up}$\n"
      "$y_k + \\int_{t_k}^{t} \\mathrm{lo} \\, dt \\leq y \\leq y_k + \\int_{t_k}^{t} \\mathrm{up} \\, "
      "dt$\n\n"
      "$y_k$ is the output at the major step before, at $t_k$; the integrals are taken by the trapezoidal "
      "rule. The instants at which its input becomes too fast, and at which it catches up, are zero "
      "crossings. "
      "It starts at the initial condition.");
  b.keywords({"RATELIMITER", "SlewRateLimiter", "slew rate", "variable rate limit"});
  b.icon(IconShape::Rectangle,
         "M.15,.75 L.35,.75 L.7,.25 L.85,.25 M.35,.75 L.35,.25 L.5,.25 M.62,.55 L.78,.4 M.45,.8 L.6,.65");
  Param initial = b.real("InitialCondition", "Initial condition", "0");
  b.zero_crossing_flag();
  In up = b.input("up", "fastest rise, per second");
  In u = b.input("u");
  In lo = b.input("lo", "fastest fall, per second; below 0");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value none = zeros(e, e.output_shape(y));
    auto integral = [&](ir::Value rate, ir::Value elapsed) {
      const ir::Value before = e.memory(none);
      e.store(before, rate + none);
      return (before + rate) * 0.5 * elapsed;
    };
    e.output(y, slew_limited(
                    e, e(u), e(initial) + none, [&](ir::Value elapsed) { return integral(e(up), elapsed); },
                    [&](ir::Value elapsed) { return integral(e(lo), elapsed); }));
  });
}

}  // namespace sim::blocks

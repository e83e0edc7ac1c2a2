// States that rest at limits again and again, with every method: a solver leaves them there but for its
// tolerance, and that must neither move them nor make them cross.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/solvers/methods/registry.h"
#include "tests/support/finished_run.h"

namespace sim {

namespace {

constexpr double top = 0.5, bottom = -0.2, stop = 5;

// A limited block behind an integrator or a second-order one; cos 4t times 8 comes in at last.
ModelBuilder limited(bool second_order) {
  ModelBuilder m;
  const Id rate =
      m.block("sources/sine_wave", "rate", {{"amplitude", "8"}, {"frequency", "4"}, {"phase", "pi/2"}});
  const std::string upper = to_text(top), lower = to_text(bottom);
  if (second_order) {
    const Id x = m.block("continuous/second_order_integrator_limited", "x",
                         {{"ICX", "0.1"},
                          {"UpperLimitX", upper},
                          {"LowerLimitX", lower},
                          {"UpperLimitDXDT", "100"},
                          {"LowerLimitDXDT", "-100"}});
    m.connect(rate, x);
    m.connect(x, 0, m.block("sinks/scope", "Scope"), 0);
  } else {
    const Id u = m.block("continuous/integrator", "u"),
             x = m.block("continuous/integrator_limited", "x",
                         {{"x0", "0.1"}, {"UpperSaturationLimit", upper}, {"LowerSaturationLimit", lower}});
    m.connect(rate, u).connect(u, x).connect(x, m.block("sinks/scope", "Scope"));
  }
  return m.set("StopTime", to_text(stop));
}

// x'' = 8 cos 4t between stops without rebound, from one meeting or leaving of a stop to the next.
double between_stops(double until) {
  double t = 0, x = 0.1, v = 0;
  for (;;) {
    const auto at = [&](double s) {
      return x + (v - 2 * std::sin(4 * t)) * (s - t) - (std::cos(4 * s) - std::cos(4 * t)) / 2;
    };
    constexpr double step = 1e-4;
    double hit = t + step;
    while (hit < until && at(hit) < top && at(hit) > bottom) hit += step;
    if (hit >= until) return at(until);
    double inside = hit - step;
    const double limit = at(hit) >= top ? top : bottom;
    for (int k = 0; k < 60; ++k) {
      const double middle = (inside + hit) / 2;
      (at(middle) < top && at(middle) > bottom ? inside : hit) = middle;
    }
    // It rests until the force turns, which is where cos 4t = 0; it may do so already.
    const bool pushes = (8 * std::cos(4 * hit) > 0) == (limit == top);
    const double turn = (std::floor(4 * hit / std::numbers::pi - 0.5) + 1.5) * std::numbers::pi / 4;
    t = pushes ? turn : hit, x = limit, v = 0;
    if (t >= until) return x;
  }
}

void expect_at_the_end(ModelBuilder m, double expected, const std::string& column, double slack = 0) {
  for (const Method& method : methods()) {
    if (method.kind != StepKind::Variable || !method.error_control) continue;
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      if (method.order < 3 && tolerance < 1e-6) continue;  // a million steps
      m.set("Solver", std::string(method.name)).set("RelTol", to_text(tolerance)).set("AbsTol", "1e-12");
      const RunOutcome run = finished_run(m);
      EXPECT_NEAR(run.column(column).back(), expected, 100 * tolerance + slack)
          << method.name << " " << tolerance;
      EXPECT_LT(run.statistics.zero_crossings, 60u) << method.name << " " << tolerance;
    }
  }
}

}  // namespace

// u = 2 sin 4t goes through the whole span in each half period, so x has rested below until 6 pi / 4.
TEST(StateLimits, OfAnIntegratorWithEveryMethod) {
  expect_at_the_end(limited(false), bottom + (1 - std::cos(4 * stop)) / 2, "x");
}

TEST(StateLimits, OfASecondOrderIntegratorWithEveryMethod) {
  expect_at_the_end(limited(true), between_stops(stop), "x:x");
}

// A tank with an overflow: its rate hangs on its level, which is the limit itself where it is let go. Against
// small steps.
TEST(StateLimits, OfATankWithEveryMethod) {
  ModelBuilder m;
  const Id rate = m.block("sources/sine_wave", "rate",
                          {{"amplitude", "8"}, {"frequency", "4"}, {"phase", "pi/2"}}),
           inflow = m.block("continuous/integrator", "inflow"),
           sum = m.block("math/sum", "sum", {{"signs", "+-"}}),
           half = m.block("math/gain", "half", {{"k", "0.5"}}),
           level = m.block("continuous/integrator_limited", "level", {{"x0", "0.5"}});
  m.connect(rate, inflow).connect(inflow, sum).connect(half, sum, 1).connect(sum, level).connect(level, half);
  m.connect(level, m.block("sinks/scope", "Scope"));
  m.set("StopTime", to_text(stop));
  double exact = 0.5;
  constexpr double h = 1e-6;
  for (int k = 0; k < 5000000; ++k) {  // the trapezoidal rule, kept within the limits
    const auto u = [](double t) { return 2 * std::sin(4 * t); };
    const double sum_of_rates = u(k * h) + u((k + 1) * h) - 0.5 * exact;
    exact = std::clamp((exact + h / 2 * sum_of_rates) / (1 + h / 4), 0.0, 1.0);
  }
  expect_at_the_end(m, exact, "level", 1e-6);
}

// A resting state is put back onto its limit when it is let go, and an external reset takes it away.
TEST(StateLimits, AResetTakesItAway) {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "one"),
           pulse = m.block("sources/step", "pulse", {{"time", "3"}}),
           x = m.block("continuous/integrator_limited", "x", {{"x0", "0.25"}, {"ExternalReset", "rising"}});
  m.connect(one, x).connect(pulse, x, 1).connect(x, m.block("sinks/scope", "Scope"));
  for (const std::string solver : {"ode45", "ode15s"}) {
    const RunOutcome run = finished_run(m.set("StopTime", "3.5").set("Solver", solver));
    EXPECT_EQ(value_at(run, "x", 2.9), 1) << solver;
    EXPECT_NEAR(run.column("x").back(), 0.75, 1e-12) << solver;
  }
}

}  // namespace sim

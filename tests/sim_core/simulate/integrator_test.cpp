// Integrators with resets and limits, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/solvers/methods/registry.h"
#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

constexpr double pi = std::numbers::pi;

// The integral of 1, reset by a signal.
RunOutcome reset_by(const std::string& kind, const std::string& type,
                    std::map<std::string, std::string> parameters) {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "one"), signal = m.block(type, "signal", std::move(parameters));
  const Id x = m.block("continuous/integrator", "x", {{"ExternalReset", kind}, {"x0", "0.5"}});
  m.connect(one, x, 0).connect(signal, x, 1).connect(x, m.block("sinks/scope", "Scope"));
  return finished_run(m.set("StopTime", "4").set("MaxStep", "0.01"));
}

// Times since the last of `resets` before t, from 0.5 on.
double since(const std::vector<double>& resets, double t) {
  double last = 0;
  for (double at : resets)
    if (at <= t) last = at;
  return 0.5 + t - last;
}

}  // namespace

// sin(pi (t + 1/4)) falls through zero at 0.75 and 2.75, and rises through it at 1.75 and 3.75.
TEST(Integrator, IsResetAtTheEdgesAskedFor) {
  const std::map<std::string, std::vector<double>> resets{
      {"rising", {1.75, 3.75}}, {"falling", {0.75, 2.75}}, {"either", {0.75, 1.75, 2.75, 3.75}}};
  for (const auto& [kind, times] : resets) {
    const RunOutcome run = reset_by(kind, "sources/sine_wave", {{"frequency", "pi"}, {"phase", "pi/4"}});
    const auto t = run.times(), x = run.column("x");
    for (std::size_t row = 0; row < t.size(); ++row) {
      bool at_reset = false;
      for (double time : times) at_reset = at_reset || std::fabs(t[row] - time) < 1e-9;
      if (at_reset) continue;
      EXPECT_NEAR(x[row], since(times, t[row]), 1e-9) << kind << " at " << t[row];
    }
  }
}

// A pulse that is 1 in [0, 1) and [2, 3).
TEST(Integrator, IsHeldByALevel) {
  for (const char* kind : {"level", "level hold"}) {
    const RunOutcome run = reset_by(kind, "sources/pulse_generator", {{"Period", "2"}});
    for (double t : {0.2, 0.95, 2.05, 2.9}) EXPECT_EQ(value_at(run, "x", t), 0.5) << kind << " at " << t;
    const auto t = run.times(), x = run.column("x");
    for (std::size_t row = 0; row < t.size(); ++row)
      if ((t[row] > 1.001 && t[row] < 1.999) || (t[row] > 3.001 && t[row] < 3.999)) {
        EXPECT_NEAR(x[row], 0.5 + t[row] - (t[row] < 2 ? 1 : 3), 1e-9) << kind << " at " << t[row];
      }
  }
}

// What is held does not disturb what goes on beside it, though the solver leaves it where it was but for its
// tolerance: 3/7 (cos 1 - cos(7 t + 1)).
TEST(Integrator, ThatIsHeldLeavesTheSolverItsOrder) {
  for (const auto& [kind, source] :
       {std::pair{"level", "internal"}, {"level hold", "internal"}, {"level", "external"}})
    for (const std::string solver : {"ode15s", "ode113", "radau5", "ode45", "cvode", "ida"})
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        if (!find_method(solver)) continue;
        ModelBuilder m;
        const bool external = source == std::string("external");
        const Id wave = m.block("sources/expression", "wave", {{"expression", "3*sin(7*t + 1)"}}),
                 z = m.block("continuous/integrator", "z"),
                 positive =
                     m.block("discontinuities/saturation", "positive", {{"lower", "0"}, {"upper", "9"}}),
                 held = m.block("continuous/integrator", "held",
                                {{"ExternalReset", kind}, {"InitialConditionSource", source}, {"x0", "0.2"}}),
                 scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
        m.connect(wave, z).connect(z, positive).connect(z, held).connect(positive, held, 1);
        m.connect(z, 0, scope, 0).connect(held, 0, scope, 1);
        if (external)
          m.connect(m.block("sources/expression", "start", {{"expression", "sin(2*t)"}}), held, 2);
        m.set("StopTime", "5").set("Solver", solver).set("RelTol", to_text(tolerance));
        const RunOutcome run = finished_run(m);
        const double exact = 3.0 / 7 * (std::cos(1.0) - std::cos(36.0));
        EXPECT_NEAR(run.column("z").back(), exact, 300 * tolerance) << solver << " " << kind;
        EXPECT_NEAR(run.column("held").back(), external ? std::sin(10.0) : 0.2, 1e-14)
            << solver << " " << kind;
      }
}

// The integral of 2 cos t between 0 and 1: up to pi/6 and from pi/2 to 5 pi/6 it moves, and again from 3
// pi/2.
TEST(Integrator, StaysWithinItsLimits) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave", {{"amplitude", "2"}, {"phase", "pi/2"}});
  const Id x = m.block("continuous/integrator_limited", "x", {{"ShowSaturationPort", "on"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(wave, x).connect(x, 0, scope, 0).connect(x, 1, scope, 1);
  m.set("StopTime", "6").set("RelTol", "1e-10");
  const RunOutcome run = finished_run(m);
  const auto exact = [](double t) {
    if (t < pi / 6) return 2 * std::sin(t);
    if (t < pi / 2) return 1.0;
    if (t < 5 * pi / 6) return 2 * std::sin(t) - 1;
    if (t < 3 * pi / 2) return 0.0;
    return std::min(2 * std::sin(t) + 2, 1.0);
  };
  const auto t = run.times(), y = run.column("x:y"), side = run.column("x:saturation");
  ASSERT_FALSE(y.empty());
  for (std::size_t row = 0; row < t.size(); ++row) {
    EXPECT_NEAR(y[row], exact(t[row]), 1e-8) << t[row];
    const bool inside = y[row] > 1e-6 && y[row] < 1 - 1e-6;
    EXPECT_TRUE(!inside || side[row] == 0) << t[row];
  }
  EXPECT_EQ(value_at(run, "x:saturation", 1), 1);
  EXPECT_EQ(value_at(run, "x:saturation", 4), -1);
}

// 1 - t is not above 0 from t = 1 on.
TEST(Assertion, EndsTheRunOrWarns) {
  for (const bool stops : {true, false}) {
    ModelBuilder m;
    const Id ramp = m.block("sources/ramp", "ramp", {{"slope", "-1"}, {"initial", "1"}});
    const Id above = m.block("logic/compare_to_constant", "above", {{"relop", ">"}, {"const", "0"}});
    const Id check =
        m.block("verification/assertion", "check",
                {{"message", "the tank is empty"}, {"stopWhenAssertionFail", stops ? "on" : "off"}});
    m.connect(ramp, above).connect(above, check).set("StopTime", "3");
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, stops ? RunEnd::Failed : RunEnd::Finished) << run.messages();
    ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
    EXPECT_EQ(run.diagnostics[0].severity, stops ? Severity::Error : Severity::Warning);
    EXPECT_NE(run.messages().find("check: the tank is empty at t = 1"), std::string::npos) << run.messages();
  }
}

// An angle that goes round, one that is reset and begins beyond the range, and one that turns.
TEST(Integrator, WrapsItsState) {
  const auto wrapped = [](double x) { return x - 2 * pi * std::floor((x + pi) / (2 * pi)); };
  for (const double speed : {3.0, -3.0}) {
    ModelBuilder m;
    const Id rate = m.block("sources/constant", "rate", {{"value", to_text(speed)}}),
             x = m.block("continuous/integrator", "x", {{"WrapState", "on"}, {"x0", "7"}});
    m.connect(rate, x).connect(x, m.block("sinks/scope", "Scope"));
    const RunOutcome run = finished_run(m);
    const std::vector<double> t = run.times(), y = run.column("x");
    EXPECT_EQ(run.statistics.zero_crossings, 5u);
    for (std::size_t k = 0; k < t.size(); ++k) {
      EXPECT_NEAR(wrapped(y[k] - (7 + speed * t[k])), 0, 1e-9) << t[k];
      EXPECT_LE(std::fabs(y[k]), pi + 1e-9) << t[k];
    }
  }
}

TEST(Integrator, AnAngleThatTurnsAtTheEndOfItsRangeComesBack) {
  ModelBuilder m;  // x = 1.1 sin t within -1 to 1
  const Id rate = m.block("sources/sine_wave", "rate", {{"amplitude", "1.1"}, {"phase", "pi/2"}}),
           x = m.block(
               "continuous/integrator", "x",
               {{"WrapState", "on"}, {"WrappedStateUpperValue", "1"}, {"WrappedStateLowerValue", "-1"}});
  m.connect(rate, x).connect(x, m.block("sinks/scope", "Scope")).set("RelTol", "1e-9").set("MaxStep", "0.01");
  const RunOutcome run = finished_run(m);
  const std::vector<double> t = run.times(), y = run.column("x");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double away = y[k] - 1.1 * std::sin(t[k]);
    EXPECT_NEAR(away - 2 * std::round(away / 2), 0, 1e-7) << t[k];
    EXPECT_LE(std::fabs(y[k]), 1 + 1e-9) << t[k];
  }
}

TEST(Integrator, IsNotBothLimitedAndWrapped) {
  ModelBuilder m;
  m.block("continuous/integrator", "x", {{"WrapState", "on"}, {"LimitOutput", "on"}});
  expect_refused(m.diagram, "its state is both limited and wrapped");
}

}  // namespace sim

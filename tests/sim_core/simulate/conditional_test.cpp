// Conditional subsystems: what is executed when, what is held, what restarts.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"

namespace sim {

namespace {

// sin(t) enables a subsystem with an integrator of 1; its output goes to a scope as "s".
ModelBuilder enabled_integrator(const std::string& states, const std::string& outputs) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave");
  const Id sub = m.block("ports/subsystem", "s");
  const Id scope = m.block("sinks/scope", "Scope");
  m.block("ports/enable", "Enable", {{"StatesWhenEnabling", states}}, sub);
  const Id one = m.block("sources/constant", "one", {{"value", "1"}}, sub);
  const Id x = m.block("continuous/integrator", "x", {{"x0", "0.5"}}, sub);
  const Id out =
      m.block("ports/outport", "out", {{"OutputWhenDisabled", outputs}, {"InitialOutput", "-1"}}, sub);
  m.connect(one, x).connect(x, out).connect(wave, sub).connect(sub, scope);
  m.set("StopTime", "10");
  return m;
}

}  // namespace

TEST(Conditional, AnEnabledSubsystemCountsItsOwnTime) {
  const RunOutcome rows = finished_run(enabled_integrator("held", "held"));
  const double pi = std::acos(-1.0);
  for (double t : {0.5, 2.0, 3.0}) EXPECT_NEAR(value_at(rows, "out", t), 0.5 + t, 0.21) << t;
  for (double t : {3.3, 5.0, 6.2}) EXPECT_NEAR(value_at(rows, "out", t), 0.5 + pi, 1e-9) << t;
  EXPECT_NEAR(value_at(rows, "out", 9.42), 0.5 + pi + 9.42 - 2 * pi, 0.21);
  for (double t : {9.5, 10.0}) EXPECT_NEAR(value_at(rows, "out", t), 0.5 + 2 * pi, 1e-9) << t;
}

TEST(Conditional, StatesBeginAnewWhenEnabled) {
  const RunOutcome rows = finished_run(enabled_integrator("reset", "held"));
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(value_at(rows, "out", 6.2), 0.5 + pi, 1e-9);
  for (double t : {9.5, 10.0}) EXPECT_NEAR(value_at(rows, "out", t), 0.5 + pi, 1e-9) << t;
}

// A relay that was switched on remembers it, or has forgotten it, when its subsystem is enabled again at 4 s.
TEST(Conditional, WhatBlocksRememberBeginsAnewToo) {
  for (const auto& [states, on] : std::map<std::string, double>{{"held", 1}, {"reset", 0}}) {
    ModelBuilder m;
    const Id wave = m.block("sources/sine_wave", "wave", {{"frequency", "pi/2"}});
    const Id u =
        m.block("sources/piecewise_linear", "u", {{"times", "[0 1 3 6]"}, {"values", "[0 1 0.2 0.2]"}});
    const Id sub = m.block("ports/subsystem", "s");
    m.block("ports/enable", "Enable", {{"StatesWhenEnabling", states}}, sub);
    const Id in = m.block("ports/inport", "in", {}, sub);
    const Id relay = m.block("discontinuities/relay", "relay",
                             {{"OnSwitchValue", "0.5"}, {"OffSwitchValue", "-0.5"}}, sub);
    const Id out = m.block("ports/outport", "out", {}, sub);
    m.connect(in, relay).connect(relay, out).connect(u, sub, 0).connect(wave, sub, 1);
    m.connect(sub, m.block("sinks/scope", "Scope")).set("StopTime", "6");
    const RunOutcome rows = finished_run(m);
    EXPECT_EQ(value_at(rows, "out", 1.5), 1);
    EXPECT_EQ(value_at(rows, "out", 5), on) << states;
  }
}

TEST(Conditional, OutputsAreResetWhenDisabled) {
  const RunOutcome rows = finished_run(enabled_integrator("held", "reset"));
  const double pi = std::acos(-1.0);
  EXPECT_EQ(value_at(rows, "out", 5), -1);
  EXPECT_NEAR(value_at(rows, "out", 3 * pi - 1e-9), 0.5 + 2 * pi, 0.21);
  EXPECT_EQ(value_at(rows, "out", 10), -1);
}

// A counter of the rising edges of sin(t).
TEST(Conditional, ATriggeredSubsystemCountsEdges) {
  for (const auto& [type, count] :
       std::map<std::string, double>{{"rising", 3}, {"falling", 3}, {"either", 6}}) {
    ModelBuilder m;
    const Id wave = m.block("sources/sine_wave", "wave", {{"phase", "-0.5"}});
    const Id sub = m.block("ports/subsystem", "s");
    const Id scope = m.block("sinks/scope", "Scope");
    m.block("ports/trigger", "Trigger", {{"TriggerType", type}}, sub);
    const Id n = m.block("discrete/unit_delay", "n", {}, sub);
    const Id next = m.block("user_defined/fcn", "next", {{"expression", "u+1"}}, sub);
    const Id out = m.block("ports/outport", "out", {}, sub);
    m.connect(n, next).connect(next, n).connect(next, out).connect(wave, sub).connect(sub, scope);
    m.set("StopTime", "19");
    const RunOutcome rows = finished_run(m);
    EXPECT_EQ(rows.column("out").back(), count) << type;
    EXPECT_EQ(rows.column("out").front(), 0) << type;
  }
}

TEST(Conditional, AFunctionIsCalledAtItsHits) {
  ModelBuilder m;
  const Id call = m.block("ports/function_call_generator", "call", {{"Period", "0.25"}});
  const Id clock = m.block("sources/clock", "t");
  const Id sub = m.block("ports/subsystem", "s");
  const Id scope = m.block("sinks/scope", "Scope");
  m.block("ports/trigger", "f", {{"TriggerType", "function-call"}}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub);
  const Id out = m.block("ports/outport", "out", {}, sub);
  m.connect(in, out).connect(clock, 0, sub, 0).connect(call, 0, sub, 1).connect(sub, scope);
  m.set("StopTime", "1");
  const RunOutcome rows = finished_run(m);
  for (double t : {0.01, 0.3, 0.6, 0.9}) EXPECT_EQ(value_at(rows, "out", t), std::floor(t / 0.25) * 0.25);
}

TEST(Conditional, IfElseAndMergeGiveTheAbsoluteValue) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave");
  const Id choose = m.block("ports/if", "if");
  const Id merge = m.block("routing/merge", "merged");
  const Id scope = m.block("sinks/scope", "Scope");
  for (int k = 0; k < 2; ++k) {
    const Id sub = m.block("ports/subsystem", k == 0 ? "same" : "negative");
    m.block("ports/action_port", "a", {}, sub);
    const Id in = m.block("ports/inport", "in", {}, sub);
    const Id gain = m.block("math/gain", "g", {{"k", k == 0 ? "1" : "-1"}}, sub);
    const Id out = m.block("ports/outport", "out", {}, sub);
    m.connect(in, gain).connect(gain, out).connect(wave, 0, sub, 0).connect(choose, k, sub, 1);
    m.connect(sub, merge, k);
  }
  const Id mux = m.block("routing/mux", "m");
  m.connect(wave, choose).connect(merge, 0, mux, 0).connect(wave, 0, mux, 1).connect(mux, scope);
  m.set("StopTime", "10");
  const RunOutcome rows = finished_run(m);
  const std::vector<double> y = rows.column("merged"), u = rows.column("wave");
  for (std::size_t r = 0; r < y.size(); ++r) EXPECT_NEAR(y[r], std::fabs(u[r]), 1e-14) << r;
}

TEST(Conditional, ResetBeginsAnewAtEdges) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave", {{"phase", "-0.5"}});
  const Id sub = m.block("ports/subsystem", "s");
  const Id scope = m.block("sinks/scope", "Scope");
  m.block("ports/reset_port", "Reset", {}, sub);
  const Id one = m.block("sources/constant", "one", {{"value", "1"}}, sub);
  const Id x = m.block("continuous/integrator", "x", {{"x0", "0"}}, sub);
  const Id out = m.block("ports/outport", "out", {}, sub);
  m.connect(one, x).connect(x, out).connect(wave, sub).connect(sub, scope).set("StopTime", "10");
  const RunOutcome rows = finished_run(m);
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(rows.column("out").back(), 10 - 0.5 - 2 * pi, 1e-9);
}

TEST(Conditional, AControlBlockOutsideOfASubsystemIsRefused) {
  ModelBuilder m;
  m.block("ports/enable", "Enable");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_FALSE(outcome.prepared);
  EXPECT_EQ(outcome.diagnostics.front().path, "Enable");
}

}  // namespace sim

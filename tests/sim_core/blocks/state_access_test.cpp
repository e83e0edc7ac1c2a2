// State Reader, State Writer and Parameter Writer.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

// A subsystem that is executed at the rising edges of sin(2 pi t), at t = 0, 1, 2, ... With an Inport that
// the clock drives.
struct Triggered {
  Id sub, in;
  Triggered(ModelBuilder& m, const std::string& edge = "sin(2*pi*u - 0.1*pi)") {
    sub = m.block("ports/subsystem", "Sub");
    in = m.block("ports/inport", "In", {}, sub);
    m.block("ports/trigger", "Trigger", {}, sub);
    const Id clock = m.block("sources/clock", "Clock"),
             wave = m.block("user_defined/fcn", "Wave", {{"expression", edge}});
    m.connect(clock, wave).connect(clock, 0, sub, 0).connect(wave, 0, sub, 1);
  }
};

void expect_refused(ModelBuilder& m, const std::string& message, const std::string& path) {
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_FALSE(run.prepared) << message;
  EXPECT_NE(run.diagnostics.front().message.find(message), std::string::npos) << run.messages();
  EXPECT_EQ(run.diagnostics.front().path, path);
}

}  // namespace

TEST(StateReader, GivesTheStateOfAnotherBlock) {
  ModelBuilder m;
  const Id plant = m.block("ports/subsystem", "Plant"),
           one = m.block("sources/constant", "One", {{"value", "[1; 2]"}}, plant),
           x = m.block("continuous/integrator", "x", {{"x0", "[3; 4]"}}, plant),
           end = m.block("sinks/terminator", "End", {}, plant),
           read = m.block("routing/state_reader", "Read", {{"StateOwnerBlock", "Plant/x"}});
  m.connect(one, x).connect(x, end);
  m.connect(read, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  const RunOutcome run = run_diagram(m.diagram);
  expect_signal(
      run, "Read[1]", [](double t) { return 3 + t; }, 1e-12);
  expect_signal(
      run, "Read[2]", [](double t) { return 4 + 2 * t; }, 1e-12);
}

TEST(StateReader, ClosesNoAlgebraicLoop) {
  // x[k + 1] = 1 - x[k]/2 through the reader: what the delay gives next is computed from its state now.
  ModelBuilder m;
  const Id delay =
               m.block("discrete/unit_delay", "Delay", {{"SampleTime", "0.1"}, {"InitialCondition", "5"}}),
           read = m.block("routing/state_reader", "Read", {{"StateOwnerBlock", "Delay"}, {"StateName", "x"}}),
           half = m.block("math/gain", "Half", {{"k", "-0.5"}}),
           next = m.block("math/bias", "Next", {{"Bias", "1"}});
  m.connect(read, half).connect(half, next).connect(next, delay);
  m.connect(delay, m.block("sinks/scope", "Scope")).set("StopTime", "1").set("AlgebraicLoopMsg", "error");
  const std::vector<double> found = samples(run_diagram(m.diagram), "Delay", 0.1);
  ASSERT_EQ(found.size(), 11u);
  double x = 5;
  for (double v : found) {
    EXPECT_EQ(v, x);
    x = 1 - x / 2;
  }
}

TEST(StateWriter, SetsAContinuousStateAtAnEvent) {
  ModelBuilder m;
  const Triggered t(m);
  const Id write = m.block("routing/state_writer", "Write", {{"StateOwnerBlock", "x"}}, t.sub),
           x = m.block("continuous/integrator", "x", {{"x0", "7"}}), one = m.block("sources/constant", "One"),
           zero = m.block("math/gain", "Zero", {{"k", "0"}}, t.sub);
  m.connect(t.in, zero).connect(zero, write);
  m.connect(one, x).connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  const RunOutcome run = run_diagram(m.diagram);
  expect_signal(run, "x", [](double t) { return t < 0.05 ? 7 + t : t - (t < 1.05 ? 0.05 : 1.05); }, 1e-9,
                {0.05, 1.05});
}

TEST(StateWriter, SetsADiscreteStateAtItsOwnSamples) {
  // A counter that another block sets to -10 every 0.5 s.
  ModelBuilder m;
  const Id count = m.block("discrete/unit_delay", "Count", {{"SampleTime", "0.1"}}),
           more = m.block("math/bias", "More", {{"Bias", "1"}}),
           value = m.block("sources/constant", "Value", {{"value", "-10"}}),
           write = m.block("routing/state_writer", "Write",
                           {{"StateOwnerBlock", "Count"}, {"SampleTime", "[0.5 0.3]"}});
  m.connect(count, more).connect(more, count).connect(value, write);
  m.connect(count, m.block("sinks/scope", "Scope")).set("StopTime", "1.4");
  const std::vector<double> found = samples(run_diagram(m.diagram), "Count", 0.1);
  ASSERT_EQ(found.size(), 15u);
  double x = 0;
  for (int k = 0; k < 15; ++k) {
    EXPECT_EQ(found[static_cast<std::size_t>(k)], x) << k;
    x = k % 5 == 3 ? -10 : x + 1;
  }
}

TEST(StateWriter, ASampledOneLeavesTheStateAloneInBetween) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), one = m.block("sources/constant", "One"),
           value = m.block("sources/constant", "Value", {{"value", "3"}}),
           write =
               m.block("routing/state_writer", "Write", {{"StateOwnerBlock", "x"}, {"SampleTime", "0.5"}});
  m.connect(one, x).connect(value, write);
  m.connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "1.8");
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    m.set("Solver", solver).set("FixedStep", "0.05");
    expect_signal(run_diagram(m.diagram), "x", [](double t) { return 3 + std::fmod(t, 0.5); }, 1e-6,
                  {0, 0.5, 1, 1.5});
  }
}

TEST(ParameterWriter, ChangesAGainDuringTheRun) {
  ModelBuilder m;
  const Triggered t(m);
  const Id write = m.block("routing/parameter_writer", "Write",
                           {{"ParameterOwnerBlock", "Gain"}, {"ParameterName", "k"}}, t.sub),
           plus = m.block("math/bias", "Plus", {{"Bias", "10"}}, t.sub),
           two = m.block("sources/constant", "Two", {{"value", "2"}}),
           gain = m.block("math/gain", "Gain", {{"k", "3"}});
  m.connect(t.in, plus).connect(plus, write).connect(two, gain);
  m.connect(gain, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  expect_signal(run_diagram(m.diagram), "Gain",
                [](double t) { return 2 * (t < 0.05   ? 3
                                           : t < 1.05 ? 10.05
                                                      : 11.05); }, 1e-9, {0.05, 1.05});
}

TEST(ParameterWriter, ChangesSourcesAndIntegratesWhatTheyGive) {
  ModelBuilder m;
  const Id step = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.25"}}),
           write = m.block("routing/parameter_writer", "Write",
                           {{"ParameterOwnerBlock", "Constant"}, {"ParameterName", "value"}}),
           constant = m.block("sources/constant", "Constant", {{"value", "0"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(step, write).connect(constant, x);
  m.connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "1.2");
  // What is written at a sample counts from then on: a staircase is integrated.
  expect_signal(
      run_diagram(m.diagram), "x",
      [](double t) {
        double sum = 0;
        for (int k = 0; k < 5; ++k)
          if (t > 0.25 * k) sum += 0.25 * k * (std::min(t, 0.25 * (k + 1)) - 0.25 * k);
        return sum;
      },
      1e-6);
}

TEST(StateAccess, WhatCannotBeIsRefusedWithAReason) {
  const auto model = [](const std::string& type, const std::map<std::string, std::string>& parameters) {
    ModelBuilder m;
    const Id x = m.block("continuous/integrator", "x"), one = m.block("sources/constant", "One"),
             sum = m.block("math/sum", "Sum"), access = m.block(type, "Access", parameters);
    m.connect(one, 0, sum, 0).connect(one, 0, sum, 1).connect(sum, x);
    if (type == "routing/state_reader")
      m.connect(access, m.block("sinks/scope", "Scope"));
    else
      m.connect(one, access);
    m.connect(x, m.block("sinks/scope", "Scope2"));
    return m;
  };
  ModelBuilder m = model("routing/state_reader", {{"StateOwnerBlock", "y"}});
  expect_refused(m, "there is no block 'y'", "Access");
  m = model("routing/state_reader", {{"StateOwnerBlock", ""}});
  expect_refused(m, "it names no block", "Access");
  m = model("routing/state_writer", {{"StateOwnerBlock", "Sum"}});
  expect_refused(m, "Sum has no state", "Access");
  m = model("routing/state_writer", {{"StateOwnerBlock", "x"}, {"StateName", "dx"}});
  expect_refused(m, "x has no state 'dx'", "Access");
  m = model("routing/parameter_writer", {{"ParameterOwnerBlock", "Sum"}, {"ParameterName", "signs"}});
  expect_refused(m, "Sum has no parameter 'signs' that may change", "Access");
  m = model("routing/parameter_writer", {{"ParameterOwnerBlock", "One"}, {"ParameterName", "value"}});
  m.diagram.blocks.begin()->second.parameters["x0"] = "0";
  EXPECT_TRUE(run_diagram(m.diagram).prepared);
}

}  // namespace sim

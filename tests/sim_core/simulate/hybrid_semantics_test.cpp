// Sample times and conditional execution, one rule at a time; tests/properties/hybrid_reference_test.cpp has
// them all at random. The numbers are those of the recurrences, by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/compile/compile.h"
#include "tests/support/finished_run.h"

namespace sim {

namespace {

Id stair(ModelBuilder& m, const std::string& name, const std::string& values, const std::string& period) {
  return m.block("sources/repeating_sequence_stair", name, {{"OutValues", values}, {"SampleTime", period}});
}
Id accumulator(ModelBuilder& m, const std::string& name, const std::string& sample_time, Id parent = no_id) {
  return m.block("discrete/discrete_integrator", name,
                 {{"IntegratorMethod", "Accumulation: Forward Euler"}, {"SampleTime", sample_time}}, parent);
}

// What compilation says of a model.
std::string told(const ModelBuilder& m) {
  static const BlockLibrary library = standard_library();
  const auto compiled = compile(m.diagram, library, {});
  std::string all;
  for (const Diagnostic& d : compiled ? compiled->warnings : compiled.errors()) all += to_text(d) + "\n";
  return all;
}

// An accumulator of ones in an enabled subsystem within a subsystem that `control` may reset.
ModelBuilder nested_accumulator(const std::string& control,
                                const std::map<std::string, std::string>& parameters,
                                const std::string& signal, const std::string& enabled) {
  ModelBuilder m;
  const Id outer_signal = stair(m, "outer", signal, "1"), inner_signal = stair(m, "inner", enabled, "1");
  const Id one = stair(m, "one", "[1]", "1");
  const Id outer = m.block("ports/subsystem", "A");
  m.block(control, "control", parameters, outer);
  const Id u = m.block("ports/inport", "u", {{"port", "1"}}, outer);
  const Id e = m.block("ports/inport", "e", {{"port", "2"}}, outer);
  const Id inner = m.block("ports/subsystem", "B", {}, outer);
  m.block("ports/enable", "Enable", {{"StatesWhenEnabling", "held"}}, inner);
  const Id in = m.block("ports/inport", "in", {}, inner), sum = accumulator(m, "sum", "1", inner);
  const Id out = m.block("ports/outport", "y", {}, inner), shown = m.block("ports/outport", "yy", {}, outer);
  m.connect(in, sum).connect(sum, out).connect(u, inner, 0).connect(e, inner, 1).connect(inner, shown);
  m.connect(one, outer, 0).connect(inner_signal, outer, 1).connect(outer_signal, outer, 2);
  m.connect(outer, m.block("sinks/scope", "Scope"));
  return m;
}

}  // namespace

// A triggered subsystem that passes on 2, 4, 6, 8 at t = 1, 2, 3, 4: what follows runs at 0.5 s, the sample
// time of the trigger, whatever the solver's steps are.
TEST(HybridSemantics, WhatInheritsBehindATriggeredSubsystemRunsAtTheTriggersRate) {
  for (const char* step : {"0.5", "0.25", "0.125", "0.0625"}) {
    ModelBuilder m;
    const Id pulse = m.block(
        "sources/pulse_generator", "P",
        {{"Period", "2"}, {"PulseType", "Sample based"}, {"PulseSamples", "1"}, {"SampleTime", "0.5"}});
    const Id count = m.block("sources/counter_limited", "C", {{"uplimit", "100"}, {"SampleTime", "0.5"}});
    const Id sub = m.block("ports/subsystem", "T");
    m.block("ports/trigger", "Trigger", {{"TriggerType", "rising"}}, sub);
    const Id in = m.block("ports/inport", "in", {}, sub);
    const Id out = m.block("ports/outport", "out", {{"InitialOutput", "1"}}, sub);
    const Id sum = accumulator(m, "sum", "-1"), delay = m.block("discrete/unit_delay", "d");
    m.connect(in, out).connect(count, sub, 0).connect(pulse, sub, 1).connect(sub, sum).connect(sub, delay);
    m.connect(sum, m.block("sinks/scope", "A")).connect(delay, m.block("sinks/scope", "B"));
    const RunOutcome run = finished_run(m.set("StopTime", "4").set("Solver", "ode1").set("FixedStep", step));
    EXPECT_EQ(run.column("sum").back(), 26) << step;
    EXPECT_EQ(run.column("d").back(), 6) << step;
  }
}

// sin t leaves zero upwards at 0, falls through it at pi and 3 pi and rises through it at 2 pi and 4 pi: the
// solver stops at the edges that count.
TEST(HybridSemantics, OnlyTheEdgesThatCountAreLocated) {
  for (const auto& [edge, located] : {std::pair{"rising", 3u}, {"falling", 2u}, {"either", 5u}})
    for (const bool triggers : {true, false}) {
      ModelBuilder m;
      const Id sine = m.block("sources/sine_wave", "s"), sub = m.block("ports/subsystem", "T");
      m.block(triggers ? "ports/trigger" : "ports/reset_port", "control",
              {{triggers ? "TriggerType" : "ResetTriggerType", edge}}, sub);
      const Id in = m.block("ports/inport", "in", {}, sub), out = m.block("ports/outport", "out", {}, sub);
      m.connect(in, out).connect(m.block("sources/clock", "t"), sub, 0).connect(sine, sub, 1);
      m.connect(sub, m.block("sinks/scope", "A"));
      const RunOutcome run = finished_run(m.set("StopTime", "13").set("MaxStep", "0.4"));
      EXPECT_EQ(run.statistics.zero_crossings, located) << edge << triggers;
    }
}

// Called at 0, 1, 2, ...: the branch is chosen in every call, and so never resumes.
TEST(HybridSemantics, BetweenTwoCallsABranchIsNotLeft) {
  for (const char* step : {"1", "0.5", "0.1"}) {
    ModelBuilder m;
    const Id call = m.block("ports/function_call_generator", "FC", {{"Period", "1"}});
    const Id one = m.block("sources/constant", "one", {{"value", "1"}});
    const Id f = m.block("ports/subsystem", "F");
    m.block("ports/trigger", "Trigger", {{"TriggerType", "function-call"}}, f);
    const Id u = m.block("ports/inport", "u", {}, f);
    const Id choice = m.block("ports/if", "If", {{"condition", "u1 > 0"}, {"ShowElse", "off"}}, f);
    const Id act = m.block("ports/subsystem", "Act", {}, f);
    m.block("ports/action_port", "Action", {{"StatesWhenEnabling", "reset"}}, act);
    const Id in = m.block("ports/inport", "in", {}, act), sum = accumulator(m, "sum", "-1", act);
    const Id out = m.block("ports/outport", "y", {}, act), shown = m.block("ports/outport", "yy", {}, f);
    m.connect(in, sum).connect(sum, out).connect(u, choice).connect(u, act, 0).connect(choice, act, 1);
    m.connect(act, shown).connect(one, f, 0).connect(call, f, 1).connect(f, m.block("sinks/scope", "Scope"));
    const RunOutcome run = finished_run(m.set("StopTime", "6").set("Solver", "ode1").set("FixedStep", step));
    for (int k = 0; k <= 6; ++k) EXPECT_EQ(value_at(run, "yy", k), k) << step;
  }
}

// Enabled at 0, 1, 2 and from 6 on, reset at 4.
TEST(HybridSemantics, AResetReachesSubsystemsThatAreNotExecuted) {
  ModelBuilder m =
      nested_accumulator("ports/reset_port", {}, "[0 0 0 0 1 0 0 0 0 0]", "[1 1 1 0 0 0 1 1 1 1]");
  const RunOutcome run = finished_run(m.set("StopTime", "8").set("Solver", "discrete"));
  const double expected[] = {0, 1, 2, 2, 2, 2, 0, 1, 2};
  for (int k = 0; k <= 8; ++k) EXPECT_EQ(value_at(run, "yy", k), expected[k]) << k;
}

// Around it execution begins again at 5; inside at 7.
TEST(HybridSemantics, BeginningAgainReachesSubsystemsThatAreNotExecuted) {
  ModelBuilder m = nested_accumulator("ports/enable", {{"StatesWhenEnabling", "reset"}},
                                      "[1 1 1 1 0 1 1 1 1 1 1]", "[1 1 1 0 0 0 0 1 1 1 1]");
  const RunOutcome run = finished_run(m.set("StopTime", "10").set("Solver", "discrete"));
  const double expected[] = {0, 1, 2, 2, 2, 2, 2, 0, 1, 2, 3};
  for (int k = 0; k <= 10; ++k) EXPECT_EQ(value_at(run, "yy", k), expected[k]) << k;
}

// A continuous state too.
TEST(HybridSemantics, AResetReachesIntegratorsThatRest) {
  ModelBuilder m;
  const Id reset = m.block("sources/step", "reset", {{"time", "2"}});
  const Id enable =
      m.block("sources/piecewise_linear", "enable", {{"times", "[0 2 4]"}, {"values", "[1 -1 1]"}});
  const Id outer = m.block("ports/subsystem", "A");
  m.block("ports/reset_port", "Reset", {}, outer);
  const Id e = m.block("ports/inport", "e", {}, outer), inner = m.block("ports/subsystem", "B", {}, outer);
  m.block("ports/enable", "Enable", {}, inner);
  const Id one = m.block("sources/constant", "one", {{"value", "1"}}, inner);
  const Id x = m.block("continuous/integrator", "x", {}, inner),
           out = m.block("ports/outport", "y", {}, inner);
  const Id shown = m.block("ports/outport", "yy", {}, outer);
  m.connect(one, x).connect(x, out).connect(e, inner).connect(inner, shown).connect(enable, outer, 0);
  m.connect(reset, outer, 1).connect(outer, m.block("sinks/scope", "Scope")).set("StopTime", "4");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "yy", 2.5), 1, 1e-9);  // held
  EXPECT_NEAR(run.column("yy").back(), 1, 1e-9);   // from 3 to 4
}

// The review's model: hits at 1 and 3.
TEST(HybridSemantics, BeforeItsFirstHitABlockShowsItsInitialValue) {
  ModelBuilder m;
  const Id u = stair(m, "u", "[5 6 7 8 9 10 11]", "0.5");
  const Id hold = m.block("discrete/zero_order_hold", "z", {{"SampleTime", "[2 1]"}});
  const std::map<std::string, std::string> rate{{"SampleTime", "[2 1]"}};
  const Id backward =
      m.block("discrete/discrete_integrator", "i",
              {{"IntegratorMethod", "Accumulation: Backward Euler"}, {"SampleTime", "[2 1]"}});
  const Id forward = m.block("discrete/discrete_integrator", "x",
                             {{"IntegratorMethod", "Accumulation: Forward Euler"},
                              {"InitialConditionSource", "external"},
                              {"SampleTime", "[2 1]"}});
  const Id delay = m.block("discrete/unit_delay", "d", {{"InitialCondition", "-4"}, {"SampleTime", "[2 1]"}});
  m.connect(u, hold).connect(u, backward).connect(u, forward).connect(u, forward, 1).connect(u, delay);
  for (const Id block : {hold, backward, forward, delay}) m.connect(block, m.block("sinks/scope", "S"));
  for (const char* solver : {"ode1", "discrete", "ode45"}) {
    const RunOutcome run = finished_run(m.set("StopTime", "3").set("Solver", solver).set("FixedStep", "0.5"));
    for (double t : {0.0, 0.5, 0.75}) {
      EXPECT_EQ(value_at(run, "z", t), 0) << solver;
      EXPECT_EQ(value_at(run, "i", t), 0) << solver;
      EXPECT_EQ(value_at(run, "x", t), 5) << solver;
      EXPECT_EQ(value_at(run, "d", t), -4) << solver;
    }
    EXPECT_EQ(value_at(run, "z", 1), 7);
    EXPECT_EQ(value_at(run, "i", 1), 7);
    EXPECT_EQ(value_at(run, "x", 1), 5);
    EXPECT_EQ(value_at(run, "d", 1), -4);
    EXPECT_EQ(value_at(run, "z", 3), 11);
    EXPECT_EQ(value_at(run, "i", 3), 18);
    EXPECT_EQ(value_at(run, "x", 3), 12);
    EXPECT_EQ(value_at(run, "d", 3), 7);
  }
}

// Signals of [6/20 3/20] and [5/20 4/20] have [1/20 0] in common: 0.2 - 0.15 is a twentieth, though not in
// doubles.
TEST(HybridSemantics, WhatInheritsFromOffsetsHitsFromTheStartOn) {
  ModelBuilder m;
  const auto delay = [&](const char* name, const char* sample_time) {
    return m.block("discrete/unit_delay", name, {{"InitialCondition", "1"}, {"SampleTime", sample_time}});
  };
  const Id a = delay("a", "[6/20 3/20]"), b = delay("b", "[5/20 4/20]"), both = m.block("math/sum", "both"),
           sum = accumulator(m, "sum", "-1"), out = m.block("sinks/scope", "y");
  m.connect(a, both, 0).connect(b, both, 1).connect(both, sum).connect(sum, out);
  m.set("Solver", "discrete").set("FixedStep", "1/20").set("StopTime", "0.1");
  EXPECT_EQ(finished_run(m).column("sum"), (std::vector<double>{0, 2, 4}));
}

// x' = -3 z through a store, z = 2 exp(-t): x(1) = 1 - 6 (1 - 1/e).
TEST(HybridSemantics, AStoreThatIsWrittenContinuouslyIsASignal) {
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    ModelBuilder m;
    const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}});
    const Id z = m.block("continuous/integrator", "z", {{"x0", "2"}});
    m.block("routing/data_store_memory", "DSM", {{"DataStoreName", "D"}});
    const Id write = m.block("routing/data_store_write", "W", {{"DataStoreName", "D"}});
    const Id read = m.block("routing/data_store_read", "R", {{"DataStoreName", "D"}});
    const Id gain = m.block("math/gain", "g", {{"k", "-3"}}),
             decay = m.block("math/gain", "g2", {{"k", "-1"}});
    m.connect(z, write).connect(read, gain).connect(gain, x).connect(z, decay).connect(decay, z);
    m.connect(x, m.block("sinks/scope", "S"))
        .set("StopTime", "1")
        .set("RelTol", "1e-8")
        .set("FixedStep", "0.01");
    const RunOutcome run = finished_run(m.set("Solver", solver));
    EXPECT_NEAR(run.column("x").back(), 1 - 6 * (1 - std::exp(-1.0)), 2e-7) << solver;
  }
}

// What is written depends on what is read: x' = -D, D = x + D/2 of the step before.
TEST(HybridSemantics, AStoreThatLagsBehindIsToldOf) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}});
  m.block("routing/data_store_memory", "DSM", {{"DataStoreName", "D"}});
  const Id write = m.block("routing/data_store_write", "W", {{"DataStoreName", "D"}});
  const Id read = m.block("routing/data_store_read", "R", {{"DataStoreName", "D"}});
  const Id half = m.block("math/gain", "half", {{"k", "0.5"}}), sum = m.block("math/sum", "sum");
  const Id minus = m.block("math/gain", "minus", {{"k", "-1"}});
  m.connect(read, half)
      .connect(half, sum)
      .connect(x, sum, 1)
      .connect(sum, write)
      .connect(read, minus)
      .connect(minus, x);
  m.connect(x, m.block("sinks/scope", "S")).set("StopTime", "1");
  EXPECT_NE(told(m).find("reads what a continuous signal wrote one time step before"), std::string::npos)
      << told(m);
}

// A store that is written while its writer's subsystem is enabled keeps what the signal was at that very end.
TEST(HybridSemantics, AStoreKeepsTheLastValueOfAWriterThatIsDisabled) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t");
  const Id enable = m.block("sources/piecewise_linear", "e", {{"times", "[0 2]"}, {"values", "[1 -1]"}});
  m.block("routing/data_store_memory", "DSM", {{"DataStoreName", "D"}});
  const Id sub = m.block("ports/subsystem", "s");
  m.block("ports/enable", "Enable", {}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub);
  const Id write = m.block("routing/data_store_write", "W", {{"DataStoreName", "D"}}, sub);
  const Id read = m.block("routing/data_store_read", "R", {{"DataStoreName", "D"}});
  const Id x = m.block("continuous/integrator", "x");
  m.connect(in, write).connect(clock, sub, 0).connect(enable, sub, 1).connect(read, x);
  m.connect(x, m.block("sinks/scope", "S")).connect(read, m.block("sinks/scope", "S2")).set("StopTime", "2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(run.column("R").back(), 1, 1e-9);
  EXPECT_NEAR(run.column("x").back(), 1.5, 1e-9);  // t to 1, then 1
}

TEST(HybridSemantics, AnInitialConditionThatIsNoTruthValueIsToldOf) {
  ModelBuilder m;
  const Id u = stair(m, "u", "[0 1]", "1"), positive = m.block("logic/compare_to_zero", "p");
  const Id delay = m.block("discrete/unit_delay", "d", {{"InitialCondition", "-1.25"}});
  m.connect(u, positive).connect(positive, delay).connect(delay, m.block("sinks/scope", "S"));
  EXPECT_NE(told(m).find("its initial condition -1.25 is no boolean"), std::string::npos) << told(m);
}

}  // namespace sim

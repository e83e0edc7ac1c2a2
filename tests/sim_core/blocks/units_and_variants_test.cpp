// Subsystems as units, variants that are left out, function calls that are handed on, names for numbers.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

TEST(AtomicSubsystem, ItsSampleTimeCountsForWhatInheritsInside) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           sub =
               m.block("ports/subsystem", "Sub", {{"TreatAsAtomicUnit", "on"}, {"SystemSampleTime", "0.25"}}),
           in = m.block("ports/inport", "In", {}, sub), inner = m.block("ports/subsystem", "Inner", {}, sub),
           inner_in = m.block("ports/inport", "In", {}, inner),
           gain = m.block("math/gain", "Gain", {{"k", "2"}}, inner),
           delay = m.block("discrete/unit_delay", "Delay", {{"SampleTime", "-1"}}, inner),
           inner_out = m.block("ports/outport", "Out", {}, inner),
           out = m.block("ports/outport", "Out", {}, sub);
  m.connect(clock, sub).connect(in, inner).connect(inner, out);
  m.connect(inner_in, gain).connect(gain, delay).connect(delay, inner_out);
  m.connect(sub, m.block("sinks/scope", "Scope")).set("StopTime", "2").set("MaxStep", "0.1");
  const auto held = [](double t) { return std::floor(t / 0.25 + 1e-9) * 0.25; };
  std::vector<double> jumps;
  for (int k = 0; k <= 8; ++k) jumps.push_back(0.25 * k);
  RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (const auto& [name, bits] : run.columns)
    if (name != "time")
      expect_signal(
          run, name, [&](double t) { return t < 0.25 ? 0 : 2 * (held(t) - 0.25); }, 1e-12, jumps);
  // Not a unit, it has none.
  m.diagram.blocks.at(sub).parameters["TreatAsAtomicUnit"] = "off";
  run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_NEAR(run.times().size(), 21, 6);
  m.diagram.blocks.at(sub).parameters["TreatAsAtomicUnit"] = "on";
  m.block("continuous/integrator", "x", {}, inner);
  run = run_diagram(m.diagram);
  ASSERT_FALSE(run.prepared);
  EXPECT_NE(run.messages().find("continuous states inside Sub"), std::string::npos) << run.messages();
}

TEST(AtomicSubsystem, ItsPriorityCountsBeforeThoseInside) {
  // Two writers of one store, in a subsystem each: the later one decides.
  for (const bool swapped : {false, true}) {
    ModelBuilder m;
    m.block("routing/data_store_memory", "Memory");
    for (int k = 1; k <= 2; ++k) {
      const std::string number = std::to_string(k);
      const Id sub = m.block("ports/subsystem", "Sub" + number, {{"TreatAsAtomicUnit", "on"}}),
               value = m.block("sources/constant", "Value", {{"value", number}}, sub),
               write = m.block("routing/data_store_write", "Write", {}, sub);
      m.connect(value, write);
      m.diagram.blocks.at(sub).priority = swapped ? 3 - k : k;
      m.diagram.blocks.at(write).priority = 10 - k;  // would order them the other way round
    }
    const Id read = m.block("routing/data_store_read", "Read", {{"SampleTime", "0.1"}});
    m.diagram.blocks.at(read).priority = 100;
    m.connect(read, m.block("sinks/scope", "Scope")).set("StopTime", "1");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_EQ(run.column("Read").back(), swapped ? 1 : 2);
  }
}

TEST(VariantSink, WhatReadsTheOthersTakesNoPart) {
  for (const int active : {1, 2}) {
    ModelBuilder m;
    const std::string number = std::to_string(active);
    const Id clock = m.block("sources/clock", "Clock"),
             sink = m.block("routing/variant_sink", "Sink", {{"Active", number}}),
             source = m.block("routing/manual_variant", "Source", {{"Active", number}}),
             gain = m.block("math/gain", "Gain", {{"k", "2"}}), x = m.block("continuous/integrator", "x"),
             bias = m.block("math/bias", "Bias", {{"Bias", "5"}});
    m.connect(clock, sink).connect(sink, 0, gain, 0).connect(sink, 1, x, 0).connect(x, bias);
    m.connect(gain, 0, source, 0).connect(bias, 0, source, 1);
    const Id seen = m.block("sinks/scope", "Seen"), other = m.block("sinks/scope", "Other");
    m.connect(source, seen).connect(bias, other).set("StopTime", "2");
    const RunOutcome run = run_diagram(m.diagram);
    expect_signal(
        run, "Source", [&](double t) { return active == 1 ? 2 * t : 5 + t * t / 2; }, 1e-9);
    EXPECT_EQ(run.columns.contains("Bias"), active == 2) << "a scope that sees nothing records nothing";
  }
}

TEST(VariantSink, AnEnabledSubsystemIsLeftOutAsAWhole) {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "One"), clock = m.block("sources/clock", "Clock"),
           sink = m.block("routing/variant_sink", "Sink", {{"Active", "2"}}),
           sub = m.block("ports/subsystem", "Sub"), in = m.block("ports/inport", "In", {}, sub),
           x = m.block("continuous/integrator", "x", {}, sub), out = m.block("ports/outport", "Out", {}, sub);
  m.block("ports/enable", "Enable", {}, sub);
  m.connect(one, sink).connect(clock, 0, sub, 0).connect(sink, 0, sub, 1).connect(in, x).connect(x, out);
  m.connect(sub, m.block("sinks/scope", "Scope"));
  m.connect(sink, 1, m.block("sinks/scope", "Other"), 0).set("StopTime", "1");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.columns.size(), 2u) << "the time and Other";
}

TEST(FunctionCalls, AreHandedOnAndWhatTheyGiveComesBackAtTheNextCall) {
  // Two subsystems of one call; each adds 1 to what the other one gives.
  ModelBuilder m;
  const Id call = m.block("ports/function_call_generator", "Call", {{"Period", "0.5"}}),
           split = m.block("ports/function_call_split", "Split"),
           latch = m.block("ports/function_call_feedback_latch", "Latch", {{"InitialCondition", "3"}});
  std::vector<Id> subs;
  for (const char* name : {"A", "B"}) {
    const Id sub = m.block("ports/subsystem", name), in = m.block("ports/inport", "In", {}, sub),
             bias = m.block("math/bias", "Bias", {{"Bias", "1"}}, sub),
             out = m.block("ports/outport", "Out", {}, sub);
    m.block("ports/trigger", "Trigger", {{"TriggerType", "function-call"}}, sub);
    m.connect(in, bias).connect(bias, out).connect(split, static_cast<int>(subs.size()), sub, 1);
    subs.push_back(sub);
  }
  m.connect(call, split).connect(subs[0], subs[1]).connect(subs[1], latch).connect(latch, subs[0]);
  m.connect(subs[1], m.block("sinks/scope", "Scope")).set("StopTime", "2.2").set("AlgebraicLoopMsg", "error");
  m.set("MaxStep", "0.07");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (const auto& [name, bits] : run.columns)
    if (name != "time")
      expect_signal(run, name, [](double t) { return 5 + 2 * std::floor(t / 0.5 + 1e-9); }, 0,
                    {0, 0.5, 1, 1.5, 2});
}

TEST(FunctionCalls, TheStartCallsOnceAndMaySetStates) {
  ModelBuilder m;
  const Id start = m.block("ports/start_event", "Start"), sub = m.block("ports/subsystem", "Sub"),
           value = m.block("sources/constant", "Value", {{"value", "sqrt(2)"}}, sub),
           write = m.block("routing/state_writer", "Write", {{"StateOwnerBlock", "x"}}, sub),
           one = m.block("sources/constant", "One"), x = m.block("continuous/integrator", "x");
  m.block("ports/trigger", "Trigger", {{"TriggerType", "function-call"}}, sub);
  m.connect(start, sub).connect(value, write).connect(one, x);
  m.connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  for (const char* solver : {"ode45", "ode4", "ode15s"}) {
    m.set("Solver", solver).set("FixedStep", "0.1");
    expect_signal(run_diagram(m.diagram), "x", [](double t) { return std::sqrt(2.0) + t; }, 1e-9, {0});
  }
}

TEST(EnumeratedConstant, GivesTheNumberOfAName) {
  const auto value = [](const std::string& names, const std::string& name) {
    const RunOutcome run = run_diagram(
        one_block("sources/enumerated_constant", {{"Enumeration", names}, {"Value", name}}, {}).diagram);
    return run.prepared ? run.column("Block").front() : std::nan("");
  };
  const std::string names = "Off, Slow = 5, Fast, Back = -2";
  EXPECT_EQ(value(names, "Off"), 0);
  EXPECT_EQ(value(names, "Slow"), 5);
  EXPECT_EQ(value(names, "Fast"), 6);
  EXPECT_EQ(value(names, "Back"), -2);
  for (const char* bad : {"Off = 1, Off = 2", "Off = half", "Off = 1.5", "= 3", "Off = 1 = 2"})
    EXPECT_TRUE(std::isnan(value(bad, "Off"))) << bad;
  EXPECT_TRUE(std::isnan(value(names, "Stop")));
}

}  // namespace sim

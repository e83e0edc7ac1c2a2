// What the settings none, warning and error make of each thing that can go wrong in a run.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// none: no word; warning: one, and the run is the same; error: it fails. Each names the block.
void expect_policies(ModelBuilder m, const std::string& setting, const std::string& block,
                     const std::string& words, const std::string& if_not_set) {
  for (const std::string policy : {"none", "warning", "error", ""}) {
    if (policy.empty())
      m.diagram.settings.erase(setting);
    else
      m.set(setting, policy);
    const std::string expected = policy.empty() ? if_not_set : policy;
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, expected == "error" ? RunEnd::Failed : RunEnd::Finished) << setting << " " << policy;
    ASSERT_EQ(run.diagnostics.size(), expected == "none" ? 0u : 1u) << setting << run.messages();
    if (run.diagnostics.empty()) continue;
    EXPECT_EQ(run.diagnostics[0].path, block);
    EXPECT_EQ(run.diagnostics[0].severity, expected == "error" ? Severity::Error : Severity::Warning);
    EXPECT_NE(run.diagnostics[0].message.find(words), std::string::npos) << run.messages();
  }
}

// dx/dt = -k x, fast at first.
ModelBuilder decay(const std::string& k) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           gain = m.block("math/gain", "gain", {{"k", "-" + k}});
  m.connect(x, gain).connect(gain, x).connect(x, m.block("sinks/scope", "Scope"));
  return m.set("StopTime", "1").set("RelTol", "1e-9");
}

// A relay without hysteresis switches back what drives it.
ModelBuilder chatter() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "0.5"}}), sign = m.block("math/sign", "sign"),
           back = m.block("math/gain", "back", {{"k", "-1"}});
  m.connect(x, sign).connect(sign, back).connect(back, x).connect(x, m.block("sinks/scope", "Scope"));
  // It ends before it has gone far: after a million crossings it would not have got a microsecond on.
  m.connect(m.block("sources/step", "End", {{"time", "0.5 + 1e-12"}}), m.block("sinks/stop_simulation", "S"));
  return m.set("MaxConsecutiveZCs", "5");
}

ModelBuilder counter(const std::string& saturates) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           narrow =
               m.block("math/gain", "Narrow",
                       {{"k", "30"}, {"OutDataTypeStr", "int8"}, {"SaturateOnIntegerOverflow", saturates}});
  m.connect(clock, narrow).connect(narrow, m.block("sinks/scope", "Scope"));
  return m.set("StopTime", "5");
}

Id enabled(ModelBuilder& m, const std::string& name, const std::string& since) {
  const Id sub = m.block("ports/subsystem", name);
  const Id one = m.block("sources/constant", "one", {}, sub);
  m.block("ports/enable", "Enable", {}, sub);
  m.connect(one, m.block("ports/outport", "out", {}, sub));
  m.connect(m.block("sources/step", name + " on", {{"time", since}}), sub);
  return sub;
}

}  // namespace

TEST(Policies, MinStepViolation) {
  expect_policies(decay("100").set("MinStep", "1e-3"), "MinStepSizeMsg", "x", "no step of at least 0.001 s",
                  "warning");
}

TEST(Policies, AMinStepThatSufficesIsNoViolation) {
  EXPECT_TRUE(run_diagram(decay("1").set("MinStep", "1e-6").diagram).diagnostics.empty());
}

TEST(Policies, SoManyConsecutiveMinStepsAreFree) {
  ModelBuilder m = decay("100").set("MinStep", "1e-3").set("MinStepSizeMsg", "error");
  EXPECT_EQ(run_diagram(m.diagram).end, RunEnd::Failed);
  m.set("MaxConsecutiveMinStep", "1e6");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  EXPECT_TRUE(run.diagnostics.empty()) << run.messages();
  const std::vector<double> t = run.times();
  for (std::size_t k = 1; k + 2 < t.size(); ++k) EXPECT_GT(t[k] - t[k - 1], 0.9e-3);
}

// [h n]: n in a row are free, then the run ends, whatever MinStepSizeMsg says; -1: it says.
TEST(Policies, MinStepMaySayHowManyViolationsAreFree) {
  ModelBuilder m = decay("100").set("MinStepSizeMsg", "none");
  const auto run = [&](const char* min_step) { return run_diagram(m.set("MinStep", min_step).diagram); };
  EXPECT_EQ(run("[1e-3 0]").end, RunEnd::Failed);
  EXPECT_EQ(run("[1e-3 2]").end, RunEnd::Failed);
  EXPECT_GT(run("[1e-3 2]").statistics.end_time, run("[1e-3 0]").statistics.end_time);
  EXPECT_EQ(run("[1e-3 1e6]").end, RunEnd::Finished);
  EXPECT_EQ(difference(run("[1e-3 -1]"), run("1e-3")), "");
  EXPECT_EQ(run("[1e-3 -1]").messages(), "");
}

// Against the tolerance, but no further than one step of this size goes wrong.
TEST(Policies, TheResultOfAMinStepIsThatOfTheMethod) {
  const RunOutcome run = run_diagram(decay("100").set("MinStep", "1e-3").diagram);
  EXPECT_NEAR(run.column("x").back(), std::exp(-100), 1e-7);
}

TEST(Policies, WhereTheTimeResolvesNoShorterStepItIsAnError) {
  ModelBuilder m;  // dx/dt = x^2 has a singularity at t = 1
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           square = m.block("math/math_function", "square", {{"function", "square"}});
  m.connect(x, square).connect(square, x).set("MinStepSizeMsg", "none");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("x: no step of at least"), std::string::npos) << run.messages();
}

TEST(Policies, ConsecutiveZeroCrossings) {
  expect_policies(chatter(), "MaxConsecutiveZCsMsg", "sign", "zero crossings in a row", "error");
}

TEST(Policies, WrapAndSaturateOnOverflow) {
  expect_policies(counter("off"), "IntegerOverflowMsg", "Narrow", "does not fit int8 and wraps", "warning");
  expect_policies(counter("on"), "IntegerSaturationMsg", "Narrow", "does not fit int8 and saturates",
                  "warning");
  EXPECT_TRUE(run_diagram(counter("on").set("StopTime", "4.2").diagram).diagnostics.empty());
}

TEST(Policies, OverflowInASubsystemThatIsNotExecutedIsNone) {
  ModelBuilder m = counter("on");
  for (const char* since : {"4.1", "20"}) {
    ModelBuilder n;
    const Id sub = n.block("ports/subsystem", "Sub"), clock = n.block("sources/clock", "Clock");
    const Id in = n.block("ports/inport", "in", {}, sub), out = n.block("ports/outport", "out", {}, sub),
             narrow =
                 n.block("math/gain", "Narrow",
                         {{"k", "30"}, {"OutDataTypeStr", "int8"}, {"SaturateOnIntegerOverflow", "on"}}, sub);
    n.block("ports/enable", "Enable", {}, sub);
    n.connect(in, narrow).connect(narrow, out).connect(clock, 0, sub, 0);
    n.connect(n.block("sources/step", "on", {{"time", since}}), 0, sub, 1);
    n.connect(sub, n.block("sinks/scope", "Scope")).set("StopTime", "5");
    EXPECT_EQ(run_diagram(n.diagram).diagnostics.size(), std::string(since) == "20" ? 0u : 1u) << since;
  }
}

TEST(Policies, SeveralDriversOfAMerge) {
  ModelBuilder m;
  const Id a = enabled(m, "A", "2"), b = enabled(m, "B", "3"), merge = m.block("routing/merge", "Merge");
  m.connect(a, 0, merge, 0).connect(b, 0, merge, 1).connect(merge, m.block("sinks/scope", "Scope"));
  expect_policies(m, "MergeDetectMultiDrivingBlocksExec", "Merge", "executed at once at t = 3", "error");
  EXPECT_TRUE(run_diagram(m.set("StopTime", "2.9").diagram).diagnostics.empty());
}

TEST(Policies, ArrayBounds) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           choice = m.block("routing/multiport_switch", "Choice", {{"Inputs", "2"}}),
           shift = m.block("math/bias", "shift", {{"Bias", "1"}});
  m.connect(clock, shift).connect(shift, choice);
  for (int k : {1, 2}) m.connect(m.block("sources/constant", "c" + std::to_string(k)), choice, k);
  m.connect(choice, m.block("sinks/scope", "Scope")).set("StopTime", "3");
  expect_policies(m, "ArrayBoundsChecking", "Choice", "none of its data ports at t = 2", "none");
  EXPECT_TRUE(
      run_diagram(m.set("StopTime", "1.9").set("ArrayBoundsChecking", "error").diagram).diagnostics.empty());
}

TEST(Policies, SignalRange) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           range = m.block("attributes/signal_specification", "Range", {{"OutMin", "0"}, {"OutMax", "4"}});
  m.connect(clock, range).connect(range, m.block("sinks/scope", "Scope"));
  expect_policies(m, "SignalRangeChecking", "Range", "leaves its range from 0 to 4", "none");
  EXPECT_TRUE(
      run_diagram(m.set("StopTime", "4").set("SignalRangeChecking", "error").diagram).diagnostics.empty());
}

TEST(Policies, ASourceThatInheritsItsSampleTime) {
  ModelBuilder m;
  m.connect(m.block("sources/digital_clock", "Clock", {{"SampleTime", "-1"}}),
            m.block("sinks/scope", "Scope"));
  const BlockLibrary library = standard_library();
  for (const std::string policy : {"none", "warning", "error"}) {
    const auto run = ModelRun::prepare(m.set("InheritedTsInSrcMsg", policy).diagram, library);
    ASSERT_EQ(bool(run), policy != "error");
    const Diagnostics found = run ? (*run)->warnings() : run.errors();
    ASSERT_EQ(found.size(), policy == "none" ? 0u : 1u);
    for (const Diagnostic& d : found) EXPECT_EQ(d.path, "Clock");
  }
}

}  // namespace sim

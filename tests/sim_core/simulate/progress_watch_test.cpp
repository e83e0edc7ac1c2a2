// Runs that will hardly come to their end, and runs that only look so.
#include "sim_core/simulate/progress_watch.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

using Limit = ProgressWatch::Limit;

// Ends the run at a time, before its stop time.
void stop_at(ModelBuilder& m, const std::string& time) {
  m.connect(m.block("sources/step", "End", {{"time", time}}), m.block("sinks/stop_simulation", "Stop"));
}

std::optional<ProgressWatch::Finding> window_of(ProgressWatch& progress, double from, double step,
                                                Limit limit, double numbers_a_step = 0) {
  std::optional<ProgressWatch::Finding> found;
  for (std::int64_t k = 1; k <= ProgressWatch::window; ++k)
    if (auto f = progress.step(from + step * static_cast<double>(k), limit, 7,
                               numbers_a_step * static_cast<double>(k)))
      found = f;
  return found;
}

}  // namespace

TEST(ProgressWatch, IsJudgedByWhatIsLeft) {
  ProgressWatch slow(0, 10, 1e12), fast(0, 10, 1e12),
      endless(0, std::numeric_limits<double>::infinity(), 1e12);
  const auto found = window_of(slow, 0, 1e-9, Limit::Error);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->block, 7);
  EXPECT_NEAR(found->steps_left, 1e10, 1e6);
  EXPECT_FALSE(found->fills_log);
  EXPECT_FALSE(window_of(slow, 1e-4, 1e-9, Limit::Error)) << "told twice";
  EXPECT_FALSE(window_of(fast, 0, 1e-6, Limit::Error));
  EXPECT_FALSE(window_of(endless, 0, 0.05, Limit::Error));  // as far as the run has come
  EXPECT_TRUE(window_of(endless, 0.05 * ProgressWatch::window, 1e-9, Limit::Crossing));
}

TEST(ProgressWatch, ShortStepsThatAreWantedAreNoReason) {
  ProgressWatch wanted(0, 10, 1e12), filling(0, 10, 1e6);
  EXPECT_FALSE(window_of(wanted, 0, 1e-9, Limit::Other));
  const auto found = window_of(filling, 0, 1e-6, Limit::Crossing, 2);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->fills_log);
}

TEST(ProgressWatch, AChatteringRelayIsNamed) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), back = m.block("math/gain", "back", {{"k", "-1"}}),
           relay = m.block("discontinuities/relay", "Relay",
                           {{"OnSwitchValue", "1e-9"},
                            {"OffSwitchValue", "-1e-9"},
                            {"OnOutputValue", "1"},
                            {"OffOutputValue", "-1"}});
  m.connect(x, relay).connect(relay, back).connect(back, x);
  stop_at(m, "1e-4");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
  EXPECT_EQ(run.diagnostics[0].path, "Relay");
  EXPECT_NE(run.diagnostics[0].message.find("zero crossings"), std::string::npos);
}

TEST(ProgressWatch, AStiffStateIsNamed) {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine"), x = m.block("continuous/integrator", "Fast"),
           fast = m.block("math/gain", "gain", {{"k", "1e9"}}),
           error = m.block("math/sum", "error", {{"signs", "+-"}}),
           slow = m.block("continuous/integrator", "Slow");
  m.connect(sine, error, 0).connect(x, error, 1).connect(error, fast).connect(fast, x).connect(sine, slow);
  m.connect(x, m.block("sinks/scope", "Scope"));
  m.set("Decimation", "1000");
  stop_at(m, "3e-4");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
  EXPECT_EQ(run.diagnostics[0].path, "Fast");
  EXPECT_NE(run.diagnostics[0].message.find("error of its state"), std::string::npos);
}

// A jump that goes around a loop comes back after each delay, for ever.
TEST(ProgressWatch, ADelayWithoutLengthInALoopEndsTheRun) {
  ModelBuilder m;
  const Id delay = m.block("continuous/transport_delay", "Delay",
                           {{"DelayTime", "1e-18"}, {"InitialOutput", "1"}}),
           back = m.block("math/gain", "back", {{"k", "-1"}});
  m.connect(delay, back).connect(back, delay).connect(delay, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "10").set("MaxStep", "inf").set("Decimation", "1000");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
  EXPECT_EQ(run.diagnostics[0].path, "Delay");
  EXPECT_EQ(run.diagnostics[0].severity, Severity::Error);
  EXPECT_NE(run.diagnostics[0].message.find("where its delay reads a jump or kink"), std::string::npos);
}

TEST(ProgressWatch, AShortDelayThatEndsInTimeIsNoReason) {
  ModelBuilder m;
  const Id delay = m.block("continuous/transport_delay", "Delay",
                           {{"DelayTime", "1e-5"}, {"InitialOutput", "1"}}),
           back = m.block("math/gain", "back", {{"k", "-1"}});
  m.connect(delay, back).connect(back, delay).connect(delay, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "0.5").set("MaxStep", "inf").set("Decimation", "1000");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  EXPECT_TRUE(run.diagnostics.empty()) << run.messages();
}

TEST(ProgressWatch, AFastSampleTimeIsNoReason) {
  ModelBuilder m;
  const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "1e-8"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(clock, x);
  stop_at(m, "3e-4");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  EXPECT_TRUE(run.diagnostics.empty()) << run.messages();
}

}  // namespace sim

// Events whose time is known beforehand: edges of pulses, steps, sample hits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim_core/simulate/simulator.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

TEST(TimeEvents, AreSteppedToExactlyAndLoggedOnBothSides) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "Step", {{"time", "sqrt(2)"}, {"before", "-1"}, {"after", "3"}}),
           ramp = m.block("sources/ramp", "Ramp", {{"start", "exp(1)"}, {"slope", "2"}}),
           x = m.block("continuous/integrator", "x"), r = m.block("continuous/integrator", "r"),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "3"}});
  m.connect(step, x)
      .connect(ramp, r)
      .connect(step, scope, 0)
      .connect(x, scope, 1)
      .connect(r, scope, 2)
      .set("StopTime", "4");
  const RunOutcome outcome = run_diagram(m.diagram);
  const auto times = outcome.times(), y = outcome.column("Step");
  const auto at = std::find(times.begin(), times.end(), std::sqrt(2.0));
  ASSERT_NE(at, times.end());
  const auto k = static_cast<std::size_t>(at - times.begin());
  EXPECT_EQ(times[k + 1], std::sqrt(2.0));
  EXPECT_EQ(y[k], -1);
  EXPECT_EQ(y[k + 1], 3);
  EXPECT_NE(std::find(times.begin(), times.end(), std::exp(1.0)), times.end());
  EXPECT_NEAR(outcome.column("x").back(), -std::sqrt(2.0) + 3 * (4 - std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(outcome.column("r").back(), std::pow(4 - std::exp(1.0), 2), 1e-12);
  ASSERT_EQ(outcome.statistics.events.size(), 2u);
  EXPECT_EQ(outcome.statistics.events[0].block, "Step");
  EXPECT_EQ(outcome.statistics.events[1].time, std::exp(1.0));
}

// Edges at 0.25 + k and 0.75 + k, and samples every 0.4 s: all are events, those at the start are none.
TEST(TimeEvents, EdgesOfPulsesAndSampleHitsAreRecorded) {
  ModelBuilder m;
  const Id pulse = m.block("sources/pulse_generator", "Pulse", {{"Period", "1"}, {"PhaseDelay", "0.25"}}),
           hold = m.block("discrete/zero_order_hold", "Hold", {{"SampleTime", "0.4"}});
  m.connect(pulse, hold).connect(hold, m.block("sinks/scope", "Scope")).set("StopTime", "2");
  const RunStatistics s = run_diagram(m.diagram).statistics;
  std::vector<double> edges, hits;
  for (const EventRecord& event : s.events) {
    (event.kind == EventKind::TimeEvent ? edges : hits).push_back(event.time);
    EXPECT_EQ(event.block, event.kind == EventKind::TimeEvent ? "Pulse" : "") << event.time;
    EXPECT_EQ(event.period, event.kind == EventKind::TimeEvent ? 0 : 0.4) << event.time;
  }
  // That the pulses begin is an event too.
  EXPECT_EQ(edges, (std::vector<double>{0.25, 0.25, 0.75, 1.25, 1.75}));
  ASSERT_EQ(hits.size(), 5u);
  EXPECT_EQ(s.sample_hits, 5u);
  for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_DOUBLE_EQ(hits[k], 0.4 * static_cast<double>(k + 1));
}

// Fast samples fill their own part of the list.
TEST(TimeEvents, SampleHitsLeaveRoomForOtherEvents) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "Step", {{"time", "1.9"}}),
           hold = m.block("discrete/zero_order_hold", "Hold", {{"SampleTime", "1e-4"}});
  m.connect(step, hold).connect(hold, m.block("sinks/scope", "Scope", {})).set("StopTime", "2");
  const RunStatistics s = run_diagram(m.diagram).statistics;
  EXPECT_EQ(s.sample_hits, 20000u);
  EXPECT_EQ(s.recorded_hits, max_recorded_events);
  ASSERT_FALSE(s.events.empty());
  EXPECT_EQ(s.events.back().block, "Step");
  EXPECT_EQ(s.events.back().time, 1.9);
}

TEST(TimeEvents, OfFixedStepSolversAreSeenAtTheSample) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "Step", {{"time", "[0.3, 0.35]"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(step, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode4").set("FixedStep", "0.1").set("StopTime", "1");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_NEAR(outcome.column("x[1]").back(), 0.7, 1e-14);
  EXPECT_NEAR(outcome.column("x[2]").back(), 0.6, 1e-14);  // from 0.4 on
}

}  // namespace sim

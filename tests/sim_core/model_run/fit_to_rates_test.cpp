#include "sim_core/model_run/fit_to_rates.h"

#include <gtest/gtest.h>

#include "tests/support/finished_run.h"

namespace sim {

namespace {

// A counter at `period`, and one at `other`.
ModelBuilder counters(const std::string& period, const std::string& other) {
  ModelBuilder m;
  for (const auto& [name, time] : {std::pair{"a", period}, {"b", other}}) {
    const Id one = m.block("sources/constant", std::string("one_") + name, {{"value", "1"}});
    const Id sum = m.block("discrete/discrete_integrator", name, {{"SampleTime", time}});
    const Id scope = m.block("sinks/scope", std::string("Scope_") + name);
    m.connect(one, sum).connect(sum, scope);
  }
  return m.set("StopTime", "1.2");
}

}  // namespace

TEST(FundamentalSampleTime, DividesAllPeriodsAndOffsets) {
  const auto of = [](std::vector<RateInfo> rates) { return fundamental_sample_time(rates); };
  EXPECT_EQ(of({}), 0);
  EXPECT_DOUBLE_EQ(of({{0.1, 0}}), 0.1);
  EXPECT_DOUBLE_EQ(of({{0.3, 0}, {0.2, 0}}), 0.1);
  EXPECT_DOUBLE_EQ(of({{0.3, 0.05}, {0.2, 0}}), 0.05);
  EXPECT_DOUBLE_EQ(of({{1e-3, 0}, {7e-3, 0}, {1, 0.5}}), 1e-3);
  EXPECT_DOUBLE_EQ(of({{1.0 / 3, 0}, {0.5, 0}}), 1.0 / 6);
  EXPECT_EQ(of({{1, 0}, {std::sqrt(2.0), 0}}), 0);
}

TEST(FitToRates, AnAutomaticFixedStepHitsEverySample) {
  ModelBuilder m = counters("0.3", "0.2");
  m.set("Solver", "ode4");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(run.times().size(), 13u);  // 0, 0.1, ... 1.2
  EXPECT_NEAR(value_at(run, "a", 1.2), 1.2, 1e-12);
  EXPECT_NEAR(value_at(run, "b", 1.2), 1.2, 1e-12);
}

TEST(FitToRates, AStepThatMissesSamplesIsAnError) {
  ModelBuilder m = counters("0.3", "0.2");
  m.set("Solver", "ode4").set("FixedStep", "0.2");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_FALSE(run.prepared);
  EXPECT_NE(run.messages().find("a: the sample time 0.3 s is no multiple of the fixed step, 0.2 s"),
            std::string::npos)
      << run.messages();
  EXPECT_NE(run.messages().find("0.1 s or a part of it"), std::string::npos) << run.messages();
}

// The grid of steps begins at the start time, the hits are at multiples of their period.
TEST(FitToRates, TheStartTimeCounts) {
  ModelBuilder m = counters("0.1", "0.2");
  m.set("Solver", "ode4").set("FixedStep", "0.1").set("StartTime", "0.05");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_FALSE(run.prepared);
  EXPECT_NE(run.messages().find("counted from the start time"), std::string::npos) << run.messages();
  m.set("FixedStep", "auto");
  const std::vector<double> times = finished_run(m).times();
  ASSERT_GE(times.size(), 3u);
  EXPECT_NEAR(times[1], 0.1, 1e-12);
}

// A step of 0.024 s, a fiftieth of the time, would do for the states: the next part of 0.1 s is 0.02 s.
TEST(FitToRates, StatesWantStepsOfTheirOwn) {
  ModelBuilder m = counters("0.3", "0.2");
  const Id wave = m.block("sources/sine_wave", "wave"), x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope");
  m.connect(wave, x).connect(x, scope).set("Solver", "ode4");
  EXPECT_EQ(finished_run(m).times().size(), 61u);
}

TEST(FitToRates, NothingIsComputedBetweenHits) {
  const RunOutcome run = finished_run(counters("0.3", "0.2"));
  EXPECT_EQ(run.times().size(), 9u);  // 0, 0.2, 0.3, 0.4, 0.6, 0.8, 0.9, 1, 1.2
  ModelBuilder continuous = counters("0.3", "0.2");
  const Id wave = continuous.block("sources/sine_wave", "wave"), scope = continuous.block("sinks/scope", "S");
  continuous.connect(wave, scope);
  EXPECT_GT(finished_run(continuous).times().size(), 50u);
}

}  // namespace sim

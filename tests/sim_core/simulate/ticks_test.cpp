// Instants as whole ticks: hits, steps, and what is known beforehand, where doubles miss one another by
// rounding.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sim_core/compile/compile.h"
#include "sim_core/simulate/time_grid.h"
#include "tests/support/common_sample_times.h"
#include "tests/support/finished_run.h"

namespace sim {

namespace {

std::string text_of(std::int64_t p, std::int64_t q) { return std::to_string(p) + "/" + std::to_string(q); }

// The first time at which a column is not 0.
double first_change(const RunOutcome& run, const std::string& column) {
  const std::vector<double> values = run.column(column), time = run.column("time");
  for (std::size_t row = 0; row < values.size(); ++row)
    if (values[row] != 0) return time[row];
  return NAN;
}

// A step that is sampled at `period`.
ModelBuilder sampled_step(const std::string& time, const std::string& period) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "step", {{"time", time}});
  const Id hold = m.block("discrete/zero_order_hold", "z", {{"SampleTime", period}});
  m.connect(step, hold).connect(hold, m.block("sinks/scope", "Scope")).set("StopTime", "1");
  return m;
}

}  // namespace

TEST(Ticks, HitsAreTheDoublesNearestToMultiplesOfWhatWasWritten) {
  for (const auto& [p, q] : common_sample_times())
    for (const std::int64_t offset : {0, 1, 3}) {  // of four
      const double period = static_cast<double>(p) / static_cast<double>(q);
      const TimeGrid grid(period, static_cast<double>(offset * p) / static_cast<double>(4 * q));
      for (std::int64_t k = 0; k < 100000; k = k < 1000 ? k + 1 : k + 997)
        EXPECT_EQ(grid.time(k), static_cast<double>((4 * k + offset) * p) / static_cast<double>(4 * q))
            << p << "/" << q << ", hit " << k;
    }
}

// The review's model: at 0.2 s and 0.5 s, an inherited block at 0.1 s.
TEST(Ticks, AStepAtTheThirdHitOfOneOfTwoRatesIsSeenThere) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "step", {{"time", "1"}});
  const Id hold = m.block("discrete/zero_order_hold", "z", {{"SampleTime", "0.5"}});
  const Id integral = m.block("continuous/integrator", "y");
  const Id delay = m.block("discrete/unit_delay", "d", {{"SampleTime", "0.2"}});
  const Id clock = m.block("sources/clock", "t"), sum = m.block("math/sum", "sum");
  m.connect(step, hold)
      .connect(hold, integral)
      .connect(clock, delay)
      .connect(hold, sum)
      .connect(delay, sum, 1);
  m.connect(integral, m.block("sinks/scope", "A")).connect(sum, m.block("sinks/scope", "B"));
  const RunOutcome run = finished_run(m.set("StopTime", "4"));
  EXPECT_NEAR(run.column("y").back(), 3, 1e-12);
}

TEST(Ticks, ALoneRateSeesAStepAtItsEleventhHit) {
  for (const char* solver : {"ode45", "ode1", "discrete"}) {
    ModelBuilder m = sampled_step("0.33", "0.03");
    EXPECT_EQ(first_change(finished_run(m.set("Solver", solver).set("FixedStep", "0.03")), "z"), 0.33)
        << solver;
  }
}

TEST(Ticks, AnInstantThatIsComputedIsTheHitThatItMisses) {
  for (const char* solver : {"ode45", "ode1", "discrete"})
    for (const char* time : {"0.1 + 0.2", "3*0.1", "0.3", "0.9/3", "1 - 0.7"}) {
      ModelBuilder m = sampled_step(time, "0.1");
      EXPECT_EQ(first_change(finished_run(m.set("Solver", solver).set("FixedStep", "0.05")), "z"), 0.3)
          << solver << ", " << time;
    }
}

// Without any sampled block it is the step of the solver.
TEST(Ticks, AFixedStepSeesAnInstantThatIsComputed) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "step", {{"time", "0.1 + 0.2"}});
  m.connect(step, m.block("sinks/scope", "Scope")).set("Solver", "ode4").set("FixedStep", "0.1");
  EXPECT_EQ(first_change(finished_run(m.set("StopTime", "1")), "step"), 0.3);
}

// A jump at 0.1 s leaves a delay of 0.2 s at 0.30000000000000004 s.
TEST(Ticks, WhatADelayBringsArrivesAtAHit) {
  for (const char* solver : {"ode45", "ode23t"}) {
    ModelBuilder m;
    const Id step = m.block("sources/step", "step", {{"time", "0.1"}});
    const Id delay = m.block("continuous/transport_delay", "late", {{"delay", "0.2"}});
    const Id hold = m.block("discrete/zero_order_hold", "z", {{"SampleTime", "0.1"}});
    const Id integral = m.block("continuous/integrator", "y");
    m.connect(step, delay).connect(delay, hold).connect(hold, integral);
    m.connect(integral, m.block("sinks/scope", "A")).connect(hold, m.block("sinks/scope", "B"));
    const RunOutcome run = finished_run(m.set("StopTime", "1").set("Solver", solver));
    EXPECT_EQ(first_change(run, "z"), 0.3) << solver;
    EXPECT_NEAR(run.column("y").back(), 0.7, 1e-12);
  }
}

TEST(Ticks, PulsesBeginAndEndAtHits) {
  ModelBuilder m;
  const Id pulse = m.block("sources/pulse_generator", "p",
                           {{"Period", "0.3"}, {"PulseWidth", "100/3"}, {"PhaseDelay", "0.2"}});
  const Id hold = m.block("discrete/zero_order_hold", "z", {{"SampleTime", "0.1"}});
  m.connect(pulse, hold).connect(hold, m.block("sinks/scope", "Scope")).set("StopTime", "30");
  const RunOutcome run = finished_run(m);
  for (int k = 0; k < 300; ++k)
    EXPECT_EQ(value_at(run, "z", (k + 0.5) / 10), k >= 2 && (k - 2) % 3 == 0) << k;
}

TEST(Ticks, TheStopTimeAndOutputTimesAreHits) {
  ModelBuilder m = sampled_step("0.3", "0.1");
  m.set("StopTime", "0.1 + 0.2").set("OutputOption", "SpecifiedOutputTimes").set("OutputTimes", "(0:3)*0.1");
  const RunOutcome run = finished_run(m);
  // The last one from both sides of the jump.
  EXPECT_EQ(run.times(), (std::vector<double>{0, 0.1, 0.2, 0.3, 0.3}));
  EXPECT_EQ(run.column("z").back(), 1);
}

// A Step at a hit of the first rate, an inherited block that runs at both: for all pairs for which that is
// short.
TEST(Ticks, AllPairsOfCommonSampleTimesMeet) {
  static const BlockLibrary library = standard_library();
  int runs = 0;
  for (const auto& [p, q] : common_sample_times())
    for (const auto& [r, s] : common_sample_times()) {
      const std::int64_t measure = std::gcd(p * s, r * q), base = q * s;
      const std::int64_t hit = std::max<std::int64_t>(3, 2 * r * q / (p * s) + 1);
      if ((hit + 1) * p * s / measure > 400) continue;
      ModelBuilder m = sampled_step(text_of(hit * p, q), text_of(p, q));
      const Id other = m.block("discrete/unit_delay", "d", {{"SampleTime", text_of(r, s)}});
      const Id sum = m.block("math/sum", "sum"), hold = m.block("discrete/unit_delay", "h");
      m.connect(m.diagram.blocks.begin()->first, other).connect(other, sum, 1);
      for (const auto& [id, block] : m.diagram.blocks)
        if (block.name == "z") m.connect(id, sum, 0);
      m.connect(sum, hold).connect(hold, m.block("sinks/scope", "S2"));
      const RunOutcome run = finished_run(m.set("StopTime", text_of((hit + 1) * p, q)));
      ++runs;
      EXPECT_EQ(first_change(run, "z"), static_cast<double>(hit * p) / static_cast<double>(q))
          << p << "/" << q << ", " << r << "/" << s;
      const auto compiled = compile(m.diagram, library, {});
      ASSERT_TRUE(compiled);
      const double common = static_cast<double>(measure) / static_cast<double>(base);
      EXPECT_EQ(compiled->program->rates.front().period, common) << p << "/" << q << ", " << r << "/" << s;
    }
  EXPECT_GT(runs, 300);
}

}  // namespace sim

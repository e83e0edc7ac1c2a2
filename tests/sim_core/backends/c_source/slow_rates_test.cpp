#include "sim_core/backends/c_source/slow_rates.h"

#include <gtest/gtest.h>

#include "sim_core/simulate/time_grid.h"

namespace sim::c_source {

namespace {

struct Rates {
  Program program;
  FixedStepRun run;

  void add(double period, double offset = 0) {
    const int mode = program.mode_count++;
    program.rates.push_back({period, offset, mode});
    const TimeGrid::Ticks ticks = TimeGrid(period, offset).ticks();
    run.rates.push_back({period, offset, ticks.first, ticks.step, ticks.base});
  }
  std::vector<SlowRate> slow(double step) {
    run.fixed_step = step;
    return slow_rates(program, run);
  }
};

using Modes = std::vector<int>;

}  // namespace

TEST(SlowRates, AreThoseBeyondTheStep) {
  Rates rates;
  rates.add(0.01);
  rates.add(0.02);
  rates.add(0.1);
  const auto slow = rates.slow(0.01);
  ASSERT_EQ(slow.size(), 2u);
  EXPECT_EQ(slow[0].rate, 1);
  EXPECT_EQ(slow[1].rate, 2);
  EXPECT_EQ(rates.slow(0.001).size(), 3u);
  // Without fixed steps the fastest rate is the step.
  rates.run.to_hits = true;
  EXPECT_EQ(rates.slow(0.001).size(), 2u);
}

TEST(SlowRates, KnowWhichHitsFallTogether) {
  Rates rates;
  rates.add(0.1);
  rates.add(0.3);
  rates.add(0.5);
  rates.add(0.6, 0.3);
  rates.add(0.6, 0.25);
  const auto slow = rates.slow(0.05);
  ASSERT_EQ(slow.size(), 5u);
  EXPECT_EQ(slow[0].contains, (Modes{0}));
  EXPECT_EQ(slow[0].within, (Modes{0, 1, 2, 3}));
  EXPECT_EQ(slow[1].contains, (Modes{0, 1}));
  EXPECT_EQ(slow[1].within, (Modes{1, 3}));
  EXPECT_EQ(slow[2].contains, (Modes{0, 2}));
  EXPECT_EQ(slow[3].contains, (Modes{0, 1, 3}));
  EXPECT_EQ(slow[4].contains, (Modes{4}));
}

// A pulse that begins between the hits of others, and a period that no ratio stands for.
TEST(SlowRates, OffsetsAndOddPeriods) {
  Rates rates;
  rates.add(0.2);
  rates.add(0.4, 0.2);
  rates.add(3.14159265358979);
  const auto slow = rates.slow(0.1);
  EXPECT_EQ(slow[1].contains, (Modes{0, 1}));
  EXPECT_EQ(slow[2].contains, (Modes{2}));
  EXPECT_EQ(slow[0].within, (Modes{0, 1}));
}

}  // namespace sim::c_source

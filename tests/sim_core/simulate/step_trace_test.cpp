// Records of steps: what is kept of them when there are many, and that others may read meanwhile.
#include "sim_core/simulate/step_trace.h"

#include <gtest/gtest.h>

#include <thread>

namespace sim {
namespace {

StepRecord step_at(double t, double h, int state = 0, StepLimit limit = StepLimit::Error) {
  StepRecord step;
  step.t = t;
  step.shortest = step.longest = h;
  step.state = state;
  step.limit = limit;
  return step;
}

TEST(StepTrace, KeepsEachStepWhileThereAreFew) {
  StepTrace trace(2, 1);
  for (int k = 1; k <= 5000; ++k) trace.add(step_at(k, 1, k % 2));
  ASSERT_EQ(trace.size(), 5000u);
  EXPECT_EQ(trace[4999].t, 5000);
  EXPECT_EQ(trace[17].steps, 1u);
  EXPECT_EQ(trace.totals().limited_by_state, (std::vector<std::uint64_t>{2500, 2500}));
}

TEST(StepTrace, GathersLateStepsButKeepsTotalsAndExtremes) {
  constexpr int steps = 1'000'000;
  StepTrace trace(1, 1, 64);
  for (int k = 1; k <= steps; ++k) {
    StepRecord step = step_at(k, k == 700'000 ? 1e-9 : 1);
    step.rejected_by_error = k % 100 == 0;
    step.newton_iterations = 2;
    trace.add(step);
  }
  trace.finish();
  EXPECT_LT(trace.size(), 64u + 32 * 16);
  std::uint64_t counted = 0, newton = 0, rejected = 0;
  double shortest = 1, last = 0;
  for (std::size_t k = 0; k < trace.size(); ++k) {
    counted += trace[k].steps;
    newton += trace[k].newton_iterations;
    rejected += trace[k].rejected_by_error;
    shortest = std::min(shortest, trace[k].shortest);
    EXPECT_GT(trace[k].t, last);
    last = trace[k].t;
  }
  EXPECT_EQ(counted, static_cast<std::uint64_t>(steps));
  EXPECT_EQ(newton, 2u * steps);
  EXPECT_EQ(rejected, steps / 100u);
  EXPECT_EQ(shortest, 1e-9);
  EXPECT_EQ(last, steps);
  EXPECT_EQ(trace.totals().steps, static_cast<std::uint64_t>(steps));
  EXPECT_EQ(trace.totals().rejected_by_error, steps / 100u);
}

TEST(StepTrace, GoesBackWithItsTotals) {
  StepTrace trace(1, 1);
  for (int k = 1; k <= 4; ++k) trace.add(step_at(k, 1));
  trace.cross(0);
  const StepTotals totals = trace.totals();
  for (int k = 5; k <= 10; ++k) trace.add(step_at(k, 1));
  trace.cross(0);
  trace.reject(0);
  trace.go_back_to(4, totals);
  EXPECT_EQ(trace.totals().crossings, std::vector<std::uint64_t>{1});
  EXPECT_EQ(trace.totals().rejected_by_state, std::vector<std::uint64_t>{0});
  EXPECT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace.generation(), 1u);
  trace.add(step_at(5, 1));
  EXPECT_EQ(trace[4].t, 5);
  EXPECT_EQ(trace.totals().steps, 5u);
  EXPECT_EQ(trace.totals()[StepLimit::Error], totals[StepLimit::Error] + 1);
}

TEST(StepTrace, AViewKeepsWhatTheRunStepsBackOver) {
  StepTrace trace(1, 1);
  for (int k = 1; k <= 10; ++k) trace.add(step_at(k, 1));
  const StepTrace::View before(trace);
  trace.go_back_to(4, {});
  for (int k = 5; k <= 20; ++k) trace.add(step_at(k, 2));
  ASSERT_EQ(before.size(), 10u);
  EXPECT_EQ(before[9].longest, 1);
  const StepTrace::View after(trace);
  ASSERT_EQ(after.size(), 20u);
  EXPECT_EQ(after[3].longest, 1);
  EXPECT_EQ(after[9].longest, 2);
  const auto few = gathered(after, 6);
  ASSERT_EQ(few.size(), 5u);
  EXPECT_EQ(few[0].t, 4);
  EXPECT_EQ(few[0].steps, 4u);
  EXPECT_EQ(few[4].t, 20);
}

TEST(StepTrace, IsReadWhileItIsWritten) {
  StepTrace trace(1, 1, 1000);
  std::thread writer([&] {
    for (int k = 1; k <= 200'000; ++k) trace.add(step_at(k, 1));
    trace.finish();
  });
  double last = 0;
  for (std::size_t read = 0; last < 200'000;) {
    for (const std::size_t there = trace.size(); read < there; ++read) {
      EXPECT_GT(trace[read].t, last);
      last = trace[read].t;
    }
  }
  writer.join();
  EXPECT_EQ(trace.totals()[StepLimit::Error], 200'000u);
}

}  // namespace
}  // namespace sim

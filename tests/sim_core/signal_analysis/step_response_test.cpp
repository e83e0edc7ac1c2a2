// Step responses against the closed forms of systems of first and second order.
#include "sim_core/signal_analysis/step_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace sim::analysis {

namespace {

struct RecordedStep {
  std::vector<double> times, values;
  Samples samples(bool held = false) const { return {times, values, held}; }
};

template <class Function>
RecordedStep recorded_step(Function&& y, double end, int count = 20'000) {
  RecordedStep out;
  for (int k = 0; k <= count; ++k) {
    const double t = end * k / count;
    out.times.push_back(t), out.values.push_back(y(t));
  }
  return out;
}

}  // namespace

TEST(StepResponse, OfALag) {
  const auto y = recorded_step([](double t) { return 3 - 2 * std::exp(-t); }, 12);
  const auto found = step_response(y.samples(), {0, 12}, {1, 3}, 0.05);
  ASSERT_TRUE(found);
  EXPECT_NEAR(*found->rise_time, std::log(9), 1e-5);
  EXPECT_NEAR(*found->settling_time, std::log(20), 1e-5);
  EXPECT_EQ(found->overshoot, 0);
  EXPECT_EQ(found->undershoot, 0);
  EXPECT_NEAR(found->reached, 1 - std::exp(-12), 1e-12);
}

TEST(StepResponse, OfAnOscillation) {
  for (const double sign : {1.0, -1.0})
    for (const double zeta : {0.2, 0.5, 0.69}) {
      const double root = std::sqrt(1 - zeta * zeta);
      const auto y = recorded_step(
          [&](double t) {
            return sign * (1 - std::exp(-zeta * t) * (std::cos(root * t) + zeta / root * std::sin(root * t)));
          },
          40);
      const auto found = step_response(y.samples(), {0, 40}, {0, sign});
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->overshoot, 100 * std::exp(-std::numbers::pi * zeta / root), 1e-4) << zeta;
      ASSERT_TRUE(found->settling_time);
      EXPECT_NEAR(std::abs(std::abs(y.values[static_cast<std::size_t>(*found->settling_time * 500)]) - 1),
                  0.02, 1e-4);
    }
}

TEST(StepResponse, ThatGoesTheOtherWayFirst) {  // (1 - s)/(s + 1)^2
  const auto y = recorded_step([](double t) { return 1 - std::exp(-t) - 2 * t * std::exp(-t); }, 20);
  const auto found = step_response(y.samples(), {0, 20}, {0, 1});
  ASSERT_TRUE(found);  // lowest where (2 t - 1) exp(-t) = 0
  EXPECT_NEAR(found->undershoot, 100 * (2 * std::exp(-0.5) - 1), 1e-4);
}

TEST(StepResponse, WhatIsNotReachedHasNoTimes) {
  const auto y = recorded_step([](double t) { return 0.5 * t; }, 1);
  const auto found = step_response(y.samples(), {0, 1}, {0, 1});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->rise_time);
  EXPECT_FALSE(found->settling_time);
  EXPECT_NEAR(found->reached, 0.5, 1e-12);
  EXPECT_NEAR(found->off_at_end, 0.5, 1e-12);
  EXPECT_FALSE(step_response(y.samples(), {0, 1}, {1, 1}));
  EXPECT_FALSE(step_response(y.samples(), {2, 3}, {0, 1}));
}

TEST(StepResponse, OfAStaircase) {
  const RecordedStep y{{0, 1, 2, 3, 4}, {0, 0.5, 1.2, 1, 1}};
  const auto found = step_response(y.samples(true), {0, 4}, {0, 1}, 0.05);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->overshoot, 20, 1e-12);
  EXPECT_NEAR(*found->settling_time, 3, 1e-12);
  EXPECT_NEAR(*found->rise_time, 1, 1e-12);
}

TEST(StepResponse, LevelsAndDistances) {
  const RecordedStep y{{0, 1, 1, 3}, {2, 2, 5, 3}};
  const auto ends = levels_at_ends(y.samples(), {0.5, 2});
  ASSERT_TRUE(ends);
  EXPECT_EQ(ends->initial, 2);
  EXPECT_EQ(ends->final, 4);
  EXPECT_EQ(largest_distance(y.samples(), {0.5, 2}, 3), 2);
  EXPECT_FALSE(largest_distance(y.samples(), {3, 4}, 3));
}

}  // namespace sim::analysis

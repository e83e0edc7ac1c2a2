// What goals measure, on signals whose values are known.
#include "sim_core/optimization/goal_measures.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim {

namespace {

GoalMeasure measured(const std::string& line, const GoalSignal& signal) {
  const auto goal = read_goal(line);
  EXPECT_TRUE(goal) << to_text(goal.error());
  const auto found = measure(*goal, signal);
  EXPECT_TRUE(found) << line << ": " << to_text(found.error());
  return found ? *found : GoalMeasure{};
}
std::string why(const std::string& line, const GoalSignal& signal) {
  const auto found = measure(*read_goal(line), signal);
  return found ? "not refused" : found.error().message;
}

GoalSignal decay(double end, int count = 20'000) {
  GoalSignal out;
  for (int k = 0; k <= count; ++k)
    out.times.push_back(end * k / count), out.values.push_back(std::exp(-out.times.back()));
  return out;
}

// 0 to 1 within a second, then back to -1.
const GoalSignal hat{{0, 1, 3}, {0, 1, -1}, false, {}, false};

}  // namespace

TEST(GoalMeasures, IntegralsOfLinesAreExact) {
  EXPECT_NEAR(measured("minimize y: integral", hat).value, 0.5, 1e-15);
  EXPECT_NEAR(measured("minimize y: integral of absolute value", hat).value, 1.5, 1e-15);
  EXPECT_NEAR(measured("minimize y: integral of square", hat).value, 1.0, 1e-15);
  // t * t over [0, 1], t (2 - t) over [1, 2], t (t - 2) over [2, 3].
  EXPECT_NEAR(measured("minimize y: time-weighted integral", hat).value, 1.0 / 3 + 2.0 / 3 + 4.0 / 3, 1e-14);
  EXPECT_NEAR(measured("minimize y: integral from 0.5 to 1", hat).value, 0.375, 1e-15);
  // A staircase holds the value of the row before.
  GoalSignal stairs = hat;
  stairs.held = true;
  EXPECT_NEAR(measured("minimize y: integral", stairs).value, 2, 1e-15);
}

TEST(GoalMeasures, IntegralsOfADecay) {
  const GoalSignal y = decay(30);
  EXPECT_NEAR(measured("minimize y: integral of square", y).value, 0.5, 1e-6);
  EXPECT_NEAR(measured("minimize y: time-weighted integral", y).value, 1, 1e-6);
  EXPECT_NEAR(measured("minimize y: tracking [0 1; 30 1]", y).value, 30 - 2 + 0.5, 1e-5);
}

TEST(GoalMeasures, TrackingOfAnotherSignal) {
  GoalSignal both = hat;
  both.reference = {1, 1, 1};
  // (1 - t)^2 over [0, 1], t^2 over [0, 2].
  EXPECT_NEAR(measured("minimize y: tracking r", both).value, 1.0 / 3 + 8.0 / 3, 1e-14);
}

TEST(GoalMeasures, LimitsAndTheirExcess) {
  const auto high = measured("y: maximum <= 0.8", hat);
  EXPECT_EQ(high.value, 1);
  EXPECT_EQ(high.time, 1);
  EXPECT_NEAR(high.excess, 0.25, 1e-15);
  EXPECT_NEAR(measured("y: maximum >= 0.8", hat).excess, -0.25, 1e-15);
  EXPECT_NEAR(measured("y: minimum >= 0", hat).excess, 1, 1e-15);
  EXPECT_NEAR(measured("y: final value <= -2", hat).excess, 0.5, 1e-15);
  EXPECT_EQ(measured("y: maximum <= 1", hat).excess, 0);
}

TEST(GoalMeasures, BoundsAreLinesBetweenTheirCorners) {
  const auto above = measured("y: upper bound [0 0.5; 1 0.5; 1 2; 3 0]", hat);
  EXPECT_NEAR(above.value, 0.5, 1e-15);
  EXPECT_NEAR(above.time, 1, 1e-15);
  EXPECT_NEAR(above.excess, 0.25, 1e-15);  // by the bound's magnitude, 2
  const auto kept = measured("y: lower bound [2 -0.5; 3 -1.5]", hat);
  EXPECT_NEAR(kept.value, -0.5, 1e-15);
  EXPECT_LT(kept.excess, 0);
  // A corner between two rows counts: the line is highest there.
  EXPECT_NEAR(measured("y: lower bound [0 -1; 2 1; 3 -1]", hat).value, 1, 1e-15);
}

TEST(GoalMeasures, StepsAreMeasuredAgainstTheirLevels) {
  GoalSignal rise = decay(10);
  for (double& y : rise.values) y = 1 - y;
  EXPECT_NEAR(measured("y: rise time <= 3 initial 0 final 1", rise).value, std::log(9), 1e-5);
  const auto settled = measured("y: settling time <= 5 initial 0 final 1", rise);
  EXPECT_NEAR(settled.value, std::log(50), 1e-5);
  EXPECT_LT(settled.excess, 0);
  // Behind the limit it is farthest from 1 at the limit itself.
  EXPECT_NEAR(measured("y: settling time <= 3 initial 0 final 1", rise).excess, std::exp(-3) / 0.02 - 1,
              1e-4);
  EXPECT_NEAR(measured("y: overshoot <= 5 initial 0 final 0.8", rise).value,
              100 * (0.2 - std::exp(-10)) / 0.8, 1e-9);
  const auto slow = measured("y: settling time <= 5 initial 0 final 2", rise);
  EXPECT_FALSE(slow.reached);
  EXPECT_GT(slow.excess, 0);
  EXPECT_GT(slow.value, 10);
  EXPECT_FALSE(measured("y: rise time <= 5 initial 0 final 2", rise).reached);
}

TEST(GoalMeasures, WhatCannotBeMeasuredIsSaid) {
  GoalSignal gap = hat;
  gap.values[1] = NAN;
  EXPECT_EQ(why("y: maximum <= 1", gap), "the signal is not finite at t = 1 s");
  EXPECT_EQ(why("y: maximum <= 1 from 4", hat), "the run ends at t = 3 s, before the window");
  EXPECT_EQ(why("y: upper bound [4 1; 5 1]", hat), "the run does not come to the bound");
  const GoalSignal flat{{0, 1}, {2, 2}, false, {}, false};
  EXPECT_EQ(why("y: overshoot <= 5", flat), "the signal ends at the value it begins with: there is no step");
}

}  // namespace sim

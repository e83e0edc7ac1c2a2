#include "sim_core/simulate/relaxation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim {
namespace {

Invariants on_circle(double radius_squared = 1) {
  return {.count = 1,
          .states = 2,
          .values =
              [=](double, auto x, auto g) {
                g[0] = x[0] * x[0] + x[1] * x[1] - radius_squared;
                return EvalStatus::Ok;
              },
          .gradient =
              [](double, auto x, auto j) {
                j[0] = 2 * x[0];
                j[1] = 2 * x[1];
                return EvalStatus::Ok;
              }};
}

// |x + gamma d| = |x| has gamma = -2 x'd / d'd.
TEST(Relaxation, FindsTheClosedFormOfACircle) {
  const double h = 0.4, c = 1 - h * h / 2 + h * h * h * h / 24, s = h - h * h * h / 6;
  const double start[] = {1, 0}, end[] = {c, s};  // a step of the classical method of order 4
  const double exact = -2 * (c - 1) / ((c - 1) * (c - 1) + s * s);
  const RelaxationFactor factor = relaxation_factor(on_circle(), 0, 1, 0, h, start, end);
  ASSERT_TRUE(factor.found);
  EXPECT_NEAR(factor.value, exact, 1e-14);
  EXPECT_GT(std::fabs(exact - 1), 1e-5);
  EXPECT_NEAR(factor.residual, 0, 1e-15);
}

TEST(Relaxation, WhatIsKeptAlreadyIsLeftAlone) {
  const double start[] = {1, 0}, end[] = {std::cos(0.3), std::sin(0.3)};
  const RelaxationFactor factor = relaxation_factor(on_circle(), 0, 1, 0, 0.3, start, end);
  EXPECT_TRUE(factor.found);
  EXPECT_EQ(factor.value, 1);
}

// Euler's step leaves the circle along its tangent: no length of it comes back to the circle but 0.
TEST(Relaxation, SaysWhereNoFactorNearOneWillDo) {
  const double start[] = {1, 0}, end[] = {1, 0.3};
  EXPECT_FALSE(relaxation_factor(on_circle(), 0, 1, 0, 0.3, start, end).found);
  const double far[] = {0.5, 0.5};
  EXPECT_FALSE(relaxation_factor(on_circle(4), 0, 4, 0, 0.3, start, far).found);
}

// x(t) - t^2 along a straight step: the target moves while the step is stretched.
TEST(Relaxation, FollowsATargetThatMoves) {
  const Invariants moving{.count = 1,
                          .states = 1,
                          .values =
                              [](double t, auto x, auto g) {
                                g[0] = x[0] - t * t;
                                return EvalStatus::Ok;
                              },
                          .gradient =
                              [](double, auto, auto j) {
                                j[0] = 1;
                                return EvalStatus::Ok;
                              }};
  // From (1, 1) with h = 0.5 and x* = 2.3: 1 + 1.3 gamma = (1 + gamma/2)^2, gamma = 1.2 at the most.
  const double start[] = {1}, end[] = {2.27};
  const RelaxationFactor factor = relaxation_factor(moving, 0, 2, 1, 0.5, start, end);
  ASSERT_TRUE(factor.found);
  EXPECT_NEAR(factor.value, (1.27 - 1) * 4, 1e-13);
}

}  // namespace
}  // namespace sim

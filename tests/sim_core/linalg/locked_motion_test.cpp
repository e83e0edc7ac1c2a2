// Singular points of constraints, told from regular ones with and without redundant rows.
#include "sim_core/linalg/locked_motion.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace sim;

namespace {

constexpr double weights[] = {1, 4}, sizes[] = {1, 1};

// Distances from two centers on the x axis.
ConstraintsOf circles(double second, double r1, double r2) {
  return [=](std::span<const double> q, ConstraintsAt& at) {
    const double dx = q[0] - second;
    at.residual = {q[0] * q[0] + q[1] * q[1] - r1 * r1, dx * dx + q[1] * q[1] - r2 * r2};
    at.rows = {2 * q[0], 2 * q[1], 2 * dx, 2 * q[1]};
    return true;
  };
}

}  // namespace

TEST(LockedMotion, CirclesThatTouchAreSingular) {
  EXPECT_FALSE(locked_motion(std::vector{1.5, std::sqrt(4 - 2.25)}, weights, sizes, circles(3, 2, 2)));
  EXPECT_TRUE(locked_motion(std::vector{1.0, 0.0}, weights, sizes, circles(2, 1, 1)));
  EXPECT_TRUE(locked_motion(std::vector{1.0, 1e-19}, weights, sizes, circles(2, 1, 1)));
  EXPECT_TRUE(locked_motion(std::vector{2.0, 0.0}, weights, sizes, circles(1, 2, 1)));  // one in the other
}

// The same circle twice, in other words: one row says nothing, and the motion is free.
TEST(LockedMotion, RedundantRowsAreRegular) {
  const auto twice = [](std::span<const double> q, ConstraintsAt& at) {
    const double r = std::hypot(q[0], q[1]);
    at.residual = {r - 2, 5 * (r * r - 4)};
    at.rows = {q[0] / r, q[1] / r, 10 * q[0], 10 * q[1]};
    return true;
  };
  for (double angle = 0; angle < 6; angle += 0.7)
    EXPECT_FALSE(locked_motion(std::vector{2 * std::cos(angle), 2 * std::sin(angle)}, weights, sizes, twice))
        << angle;
}

TEST(LockedMotion, WhatCannotBeEvaluatedSaysNothing) {
  EXPECT_FALSE(locked_motion(std::vector{1.0, 0.0}, weights, sizes,
                             [](std::span<const double>, ConstraintsAt&) { return false; }));
  EXPECT_FALSE(
      locked_motion(std::vector{1.0, 0.0}, weights, sizes, [](std::span<const double>, ConstraintsAt& at) {
        at.residual.clear(), at.rows.clear();
        return true;
      }));
}

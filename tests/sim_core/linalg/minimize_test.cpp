// Minima of functions whose derivatives are written by hand.
#include "sim_core/linalg/minimize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sim {

namespace {

using Numbers = std::vector<double>;

MinimumEnd minimum(int size, const decltype(SmoothFunction::evaluate)& f, Numbers& x, Numbers b = {},
                   double length = 1) {
  if (b.empty()) {
    b.assign(static_cast<std::size_t>(size * size), 0.0);
    for (int i = 0; i < size; ++i) b[static_cast<std::size_t>(i * (size + 1))] = 1;
  }
  return minimize({size, f}, b, length, x);
}

// Rosenbrock's valley, a (y - x^2)^2 + (1 - x)^2, with x measured in units of s.
auto valley(double s) {
  return [s](std::span<const double> v, double& f, std::span<double> g, std::span<double> h) {
    const double a = 100, x = v[0] / s, y = v[1], r = y - x * x;
    f = a * r * r + (1 - x) * (1 - x);
    g[0] = (-4 * a * x * r - 2 * (1 - x)) / s;
    g[1] = 2 * a * r;
    h[0] = (-4 * a * r + 8 * a * x * x + 2) / s / s;
    h[1] = h[2] = -4 * a * x / s;
    h[3] = 2 * a;
    return true;
  };
}

}  // namespace

TEST(Minimize, FollowsAValleyInAnyUnits) {
  for (double s : {1e-6, 1.0, 1e6}) {
    Numbers x{-1.2 * s, 1};
    ASSERT_EQ(minimum(2, valley(s), x, {1 / s / s, 0, 0, 1}), MinimumEnd::Found);
    EXPECT_NEAR(x[0] / s, 1, 1e-15);
    EXPECT_NEAR(x[1], 1, 1e-15);
  }
}

// x^4/4 - x^2/2 + y^2: the start lies on the ridge between two minima, where the gradient leads nowhere.
TEST(Minimize, LeavesASaddlePoint) {
  Numbers x{0, 0.5};
  const auto f = [](std::span<const double> v, double& f, std::span<double> g, std::span<double> h) {
    f = std::pow(v[0], 4) / 4 - v[0] * v[0] / 2 + v[1] * v[1];
    g[0] = std::pow(v[0], 3) - v[0], g[1] = 2 * v[1];
    h[0] = 3 * v[0] * v[0] - 1, h[1] = h[2] = 0, h[3] = 2;
    return true;
  };
  ASSERT_EQ(minimum(2, f, x), MinimumEnd::Found);
  EXPECT_NEAR(std::fabs(x[0]), 1, 1e-15);
  EXPECT_NEAR(x[1], 0, 1e-15);
}

TEST(Minimize, TellsWhatHasNoMinimum) {
  const auto falling = [](std::span<const double> v, double& f, std::span<double> g, std::span<double> h) {
    f = std::exp(-v[0]), g[0] = -f, h[0] = f;
    return true;
  };
  Numbers x{0};
  EXPECT_EQ(minimum(1, falling, x), MinimumEnd::Unbounded);
  const auto kink = [](std::span<const double> v, double& f, std::span<double> g, std::span<double> h) {
    f = std::fabs(v[0] - 0.3) + v[0] * v[0] / 10, g[0] = (v[0] < 0.3 ? -1 : 1) + v[0] / 5, h[0] = 0.2;
    return true;
  };
  x = {2};
  EXPECT_EQ(minimum(1, kink, x), MinimumEnd::Stalled);
  EXPECT_NEAR(x[0], 0.3, 1e-6);
  const auto nowhere = [](std::span<const double>, double&, std::span<double>, std::span<double>) {
    return false;
  };
  EXPECT_EQ(minimum(1, nowhere, x), MinimumEnd::Undefined);
  EXPECT_EQ(minimum(1, falling, x, {-1}), MinimumEnd::Undefined);
}

// x - log x has its minimum at 1, and is not defined below 0, where Newton's method goes at first.
TEST(Minimize, StaysWhereTheFunctionIsDefined) {
  const auto f = [](std::span<const double> v, double& f, std::span<double> g, std::span<double> h) {
    f = v[0] - std::log(v[0]), g[0] = 1 - 1 / v[0], h[0] = 1 / v[0] / v[0];
    return v[0] > 0;
  };
  Numbers x{5};
  ASSERT_EQ(minimum(1, f, x, {1}, 100), MinimumEnd::Found);
  EXPECT_NEAR(x[0], 1, 1e-15);
}

}  // namespace sim

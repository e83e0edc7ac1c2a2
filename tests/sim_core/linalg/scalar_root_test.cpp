#include "sim_core/linalg/scalar_root.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sim {
namespace {

int evaluations = 0;

ScalarRoot search(double (*f)(double), double start, double noise = 0) {
  evaluations = 0;
  ScalarEquation equation;
  equation.value = [f](double z) {
    ++evaluations;
    return f(z);
  };
  equation.solves = [noise](double, double r) { return std::fabs(r) <= noise; };
  return find_scalar_root(equation, start);
}

double signed_power(double z, double p) { return std::copysign(std::pow(std::fabs(z), p), z); }

TEST(ScalarRoot, IsFoundWhereverItLies) {
  EXPECT_EQ(search([](double z) { return z - 3; }, 0).z, 3);
  EXPECT_EQ(search([](double z) { return z + 1e300; }, 5).z, -1e300);
  EXPECT_EQ(search([](double z) { return z - 1e-300; }, 5).z, 1e-300);
  EXPECT_EQ(search([](double z) { return std::log(z); }, -7).z, 1) << "beyond where it is not defined";
  EXPECT_NEAR(search([](double z) { return std::sqrt(z - 1.3) - 0.1; }, 2, 1e-15).z, 1.31, 1e-15);
}

TEST(ScalarRoot, IsTheNearestOne) {
  EXPECT_NEAR(search([](double z) { return std::sin(z); }, 9, 1e-15).z, 3 * M_PI, 1e-14);
}

TEST(ScalarRoot, MayHaveAnInfiniteSlope) {
  const ScalarRoot root = search([](double z) { return signed_power(z - 1.0 / 3, 0.3) + 0 * z; }, 5);
  EXPECT_TRUE(root.found);
  EXPECT_NEAR(root.z, 1.0 / 3, 1e-16);
  const ScalarRoot between =
      search([](double z) { return std::cbrt(z * z - 2); }, 5);  // no double is the root of 2
  EXPECT_TRUE(between.found);
  EXPECT_NEAR(between.z, std::sqrt(2.0), 3e-16);
}

TEST(ScalarRoot, MayBeTouchedWithoutACrossing) {
  EXPECT_EQ(search([](double z) { return std::sqrt(std::fabs(z - 1)); }, 5).z, 1);
}

TEST(ScalarRoot, IsNeitherJumpNorPole) {
  const ScalarRoot jump = search([](double z) { return z < 0.7 ? -1.0 : 2.0; }, 0);
  EXPECT_FALSE(jump.found);
  EXPECT_TRUE(jump.at_jump);
  EXPECT_EQ(jump.jump_at, 0.7);
  EXPECT_EQ(jump.below, -1);
  EXPECT_EQ(jump.above, 2);
  double (*const rootless[])(double) = {
      [](double z) { return 1 / (z - 0.7); },
      [](double z) { return z < 0.7 ? -1 - std::sqrt(0.7 - z) : 0.01 + std::sqrt(z - 0.7); },
      [](double z) { return signed_power(z - 0.7, -0.5); }};
  for (auto* f : rootless) EXPECT_FALSE(search(f, 0).found);
}

TEST(ScalarRoot, EndsWhereThereIsNone) {
  double (*const rootless[])(double) = {
      [](double z) { return z * z + 1; }, [](double z) { return std::exp(z) + 1; },
      [](double) { return std::nan(""); }, [](double z) { return 1 + std::sqrt(std::fabs(z)); },
      [](double) { return std::numeric_limits<double>::infinity(); }};
  for (auto* f : rootless) {
    EXPECT_FALSE(search(f, 1).found);
    EXPECT_LT(evaluations, 2500);
  }
}

}  // namespace
}  // namespace sim

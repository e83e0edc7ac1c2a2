#include "sim_core/linalg/complementary_system.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

using namespace sim;

namespace {

// w = q + M lambda, written as a system: lambda_k is what row k lacks, w_k the unknown n + k.
struct Problem {
  Eigen::MatrixXd m;
  Eigen::VectorXd q;

  std::vector<double> solve(bool& solved) const {
    const int n = static_cast<int>(q.size());
    std::vector<ComplementarySystem::Entry> entries;
    std::vector<ComplementarySystem::Pair> pairs;
    std::vector<double> values, right(static_cast<std::size_t>(2 * n)), y(right.size());
    const auto add = [&](int row, int column, double v) {
      entries.push_back({row, column});
      values.push_back(v);
    };
    for (int i = 0; i < n; ++i) {
      add(i, i, 1);
      add(n + i, n + i, 1);
      for (int j = 0; j < n; ++j) add(n + i, j, -m(i, j));
      right[static_cast<std::size_t>(n + i)] = q[i];
      pairs.push_back({i, n + i});
    }
    ComplementarySystem system(2 * n, entries, pairs);
    solved = system.solve(values, right, y);
    return y;
  }
};

}  // namespace

TEST(ComplementarySystem, WhatIsNotPressedStaysFree) {
  bool solved = false;
  const auto y = Problem{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(3, 0.5)}.solve(solved);
  ASSERT_TRUE(solved);
  EXPECT_EQ(y, (std::vector<double>{0, 0, 3, 0.5}));
}

TEST(ComplementarySystem, WhatIsPressedHoldsAndTellsByHowMuch) {
  Eigen::Matrix2d m;
  m << 2, 1, 1, 2;
  bool solved = false;
  const auto y = Problem{m, Eigen::Vector2d(-4, 5)}.solve(solved);
  ASSERT_TRUE(solved);
  EXPECT_NEAR(y[0], 2, 1e-9);   // lambda: 2 * 2 - 4 = 0
  EXPECT_NEAR(y[2], -2, 1e-9);  // -lambda
  EXPECT_NEAR(y[3], 7, 1e-9);
}

// Of all 2^n ways to hold or let go just one is consistent where M is positive definite.
TEST(ComplementarySystem, AgreesWithTheOnlyConsistentChoice) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 7;
    const Eigen::MatrixXd root = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    Eigen::MatrixXd skew = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const Problem problem{
        root * root.transpose() + 0.01 * Eigen::MatrixXd::Identity(n, n) + (skew - skew.transpose()),
        Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); })};
    bool solved = false;
    const auto y = problem.solve(solved);
    ASSERT_TRUE(solved);
    const Eigen::VectorXd lambda = Eigen::Map<const Eigen::VectorXd>(y.data(), n);
    const Eigen::VectorXd w = problem.q + problem.m * lambda;
    const double size = 1 + lambda.cwiseAbs().maxCoeff();
    for (int k = 0; k < n; ++k) {
      EXPECT_GE(lambda[k], -1e-9 * size);
      EXPECT_GE(w[k], -1e-8 * size);
      EXPECT_NEAR(lambda[k] * w[k], 0, 1e-7 * size);
      if (const double shown = y[static_cast<std::size_t>(n + k)]; lambda[k] > 1e-9 * size)
        EXPECT_NEAR(shown, -lambda[k], 1e-9 * size);
      else
        EXPECT_GE(shown, 0);
    }
  }
}

TEST(ComplementarySystem, RedundantElementsShareWhatTheyHold) {
  bool solved = false;
  const auto y = Problem{Eigen::MatrixXd::Ones(3, 3), Eigen::Vector3d(-6, -6, -6)}.solve(solved);
  ASSERT_TRUE(solved);
  EXPECT_NEAR(y[0] + y[1] + y[2], 6, 1e-9);
}

TEST(ComplementarySystem, WhatHasNoSolutionIsRefused) {
  bool solved = true;
  Problem{-Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, -1)}.solve(solved);
  EXPECT_FALSE(solved);  // w = -1 - lambda cannot be positive
  ComplementarySystem singular(1, {{0, 0}}, {});
  double y = 5;
  EXPECT_FALSE(singular.solve(std::vector<double>{0.0}, std::vector<double>{1.0}, {&y, 1}));
  EXPECT_EQ(y, 5);
  EXPECT_FALSE(singular.solve(std::vector<double>{std::nan("")}, std::vector<double>{1.0}, {&y, 1}));
}

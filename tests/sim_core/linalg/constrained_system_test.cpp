#include "sim_core/linalg/constrained_system.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

using namespace sim;
using Entry = ConstrainedSystem::Entry;
using Outcome = ConstrainedSystem::Outcome;

namespace {

// Two bodies with masses 2 and 3, held together as often as `rows` says.
struct TwoBodies {
  ConstrainedSystem system;
  explicit TwoBodies(int rows)
      : system(2, rows, {{0, 0}, {1, 1}}, [&] {
          std::vector<Entry> entries;
          for (int i = 0; i < rows; ++i) entries.insert(entries.end(), {{i, 0}, {i, 1}});
          return entries;
        }()) {
    std::vector<double> values{2, 3};
    for (int i = 0; i < rows; ++i) values.insert(values.end(), {1, -1});
    EXPECT_TRUE(system.factor(values));
  }
};

}  // namespace

TEST(ConstrainedSystem, BodiesHeldTogetherMoveAsOne) {
  TwoBodies bodies(1);
  double right[] = {10, 0, 0}, solution[3];
  ASSERT_EQ(bodies.system.solve(right, solution), Outcome::Solved);
  EXPECT_NEAR(solution[0], 2, 1e-15);
  EXPECT_NEAR(solution[1], 2, 1e-15);
  EXPECT_NEAR(solution[2], -6, 1e-15);  // the first is held back by what the second needs: 3 * 2
}

TEST(ConstrainedSystem, ARepeatedConstraintSharesTheForce) {
  TwoBodies bodies(3);
  double right[] = {10, 0, 0, 0, 0}, solution[5];
  ASSERT_EQ(bodies.system.solve(right, solution), Outcome::Solved);
  EXPECT_NEAR(solution[0], 2, 1e-14);
  for (int k = 2; k < 5; ++k) EXPECT_NEAR(solution[k], -2, 1e-14);
}

TEST(ConstrainedSystem, ConstraintsThatExcludeEachOtherAreNamed) {
  TwoBodies bodies(2);
  double right[] = {10, 0, 0, 1}, solution[4];
  EXPECT_EQ(bodies.system.solve(right, solution), Outcome::Contradiction);
  EXPECT_EQ(bodies.system.worst().size(), 2u);  // neither of the two is more to blame
}

TEST(ConstrainedSystem, AForceOnWhatNothingHoldsIsNamed) {
  ConstrainedSystem system(2, 0, {{0, 0}}, {});
  const double values[] = {1};
  ASSERT_TRUE(system.factor(values));
  double solution[2];
  const double rests[] = {1, 0}, pushed[] = {1, 2};
  EXPECT_EQ(system.solve(rests, solution), Outcome::Solved);
  EXPECT_EQ(system.solve(pushed, solution), Outcome::Unbounded);
  EXPECT_EQ(system.worst().front(), 1);
}

TEST(ConstrainedSystem, SomethingWithoutMassIsHeldByItsConstraint) {
  // A gear's wheel without inertia between two bodies: y0 = y1 + y2.
  ConstrainedSystem system(3, 1, {{0, 0}, {1, 1}}, {{0, 0}, {0, 1}, {0, 2}});
  const double values[] = {1, 1, 1, -1, -1};
  ASSERT_TRUE(system.factor(values));
  const double right[] = {3, 1, 0, 0};
  double solution[4];
  ASSERT_EQ(system.solve(right, solution), Outcome::Solved);
  EXPECT_NEAR(solution[0], 3, 1e-14);
  EXPECT_NEAR(solution[1], 1, 1e-14);
  EXPECT_NEAR(solution[2], 2, 1e-14);
}

TEST(ConstrainedSystem, ValuesThatAreNoNumbersAreRefused) {
  ConstrainedSystem system(1, 0, {{0, 0}}, {});
  const double values[] = {NAN};
  EXPECT_FALSE(system.factor(values));
}

// Random systems with dependent rows and masses over many decades: the equations hold, and no other y that
// satisfies the constraints has less energy. Above some size the sparse way is taken.
TEST(ConstrainedSystem, SolutionsSatisfyTheEquationsAndAreSmallest) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> decade(-4, 4);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = trial < 58 ? 2 + trial % 12 : 160, independent = n / 3,
              m = independent + (trial % 2 ? n / 6 : 0);
    Eigen::MatrixXd a = Eigen::MatrixXd::NullaryExpr(m, n, [&] { return normal(random); });
    for (int i = independent; i < m; ++i) a.row(i) = a.row(i - independent) * 2 - a.row(0);
    Eigen::VectorXd mass = Eigen::VectorXd::NullaryExpr(n, [&] { return std::pow(10, decade(random)); });
    std::vector<Entry> of_mass, of_constraint;
    std::vector<double> values;
    for (int j = 0; j < n; ++j) of_mass.push_back({j, j}), values.push_back(mass[j]);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) of_constraint.push_back({i, j}), values.push_back(a(i, j));
    ConstrainedSystem system(n, m, of_mass, of_constraint);
    ASSERT_TRUE(system.factor(values));
    const Eigen::VectorXd before = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    Eigen::VectorXd right(n + m), solution(n + m);
    right << mass.cwiseProduct(before), Eigen::VectorXd::Zero(m);
    ASSERT_EQ(system.solve({right.data(), static_cast<std::size_t>(n + m)},
                           {solution.data(), static_cast<std::size_t>(n + m)}),
              Outcome::Solved);
    const Eigen::VectorXd y = solution.head(n);
    EXPECT_LT((a * y).lpNorm<Eigen::Infinity>(), 1e-11) << trial;
    // The change is orthogonal, in energy, to whatever the constraints allow.
    const Eigen::VectorXd change = mass.cwiseProduct(y - before);
    const Eigen::MatrixXd basis = a.fullPivLu().kernel();
    EXPECT_LT((basis.transpose() * change).lpNorm<Eigen::Infinity>(),
              1e-11 * mass.maxCoeff() * basis.cwiseAbs().maxCoeff())
        << trial;
  }
}

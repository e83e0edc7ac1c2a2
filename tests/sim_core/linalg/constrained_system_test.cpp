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

// Graphs whose branches hold, store or resist, with loops that repeat one another, and right sides that need
// not have a solution. The scaling is that of the entries themselves, which are 1 at most in every row, so
// the smallest solution nearest to one is that of a pseudo-inverse.
TEST(ConstrainedSystem, RedundantNetworksAgreeWithThePseudoInverse) {
  std::mt19937 random(11);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 200; ++trial) {
    const int nodes = 2 + below(6), branches = nodes + below(6), n = nodes + branches;
    std::vector<Entry> of_mass, of_constraint;
    std::vector<double> values, of_rows;
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    const auto add = [&](int row, int column, double v) {
      of_constraint.push_back({row, column});
      of_rows.push_back(v);
      k(n + row, column) += v;
      k(column, n + row) -= v;
    };
    for (int b = 0; b < branches; ++b) {
      const int j = nodes + b, from = b < nodes ? b : below(nodes), to = below(nodes + 1);
      const int kind = below(3);
      for (const auto& [node, sign] : {std::pair{from, 1.0}, {to, -1.0}}) {
        if (node == nodes || from == to) continue;  // the reference
        add(node, j, sign);
        if (kind != 2) add(nodes + b, node, sign);  // holds; or stores, which gives it a mass
      }
      if (kind == 2) add(nodes + b, j, 1);
      if (kind != 1) continue;
      of_mass.push_back({j, j});
      values.push_back(1);
      k(j, j) = 1;
    }
    values.insert(values.end(), of_rows.begin(), of_rows.end());
    ConstrainedSystem system(n, n, of_mass, of_constraint);
    ASSERT_TRUE(system.factor(values));
    const bool solvable = trial % 2 == 0;
    Eigen::VectorXd right = Eigen::VectorXd::NullaryExpr(2 * n, [&] { return below(7) - 3.0; });
    if (solvable) right = k * right;
    Eigen::VectorXd solution(2 * n);
    const Outcome outcome = system.solve({right.data(), static_cast<std::size_t>(2 * n)},
                                         {solution.data(), static_cast<std::size_t>(2 * n)});
    EXPECT_TRUE(outcome == Outcome::Solved || !solvable) << trial;
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> reference(k);
    const Eigen::VectorXd expected = reference.solve(right);
    EXPECT_LT((solution - expected).lpNorm<Eigen::Infinity>(),
              1e-11 * (1 + expected.lpNorm<Eigen::Infinity>()))
        << trial;
  }
}

// Thousands of bodies that turn as one, each held twice: no dense matrix of that size is ever made, and what
// is redundant is shared.
TEST(ConstrainedSystem, AChainOfThousandsOfLocksIsSolvedSparsely) {
  const int bodies = 3000;
  std::vector<Entry> of_mass, of_constraint;
  std::vector<double> values(bodies, 2.0);
  for (int k = 0; k < bodies; ++k) of_mass.push_back({k, k});
  for (int k = 0; k + 1 < bodies; ++k)
    for (int copy = 0; copy < 2; ++copy) {
      of_constraint.insert(of_constraint.end(), {{2 * k + copy, k}, {2 * k + copy, k + 1}});
      values.insert(values.end(), {1, -1});
    }
  const int rows = 2 * (bodies - 1);
  ConstrainedSystem system(bodies, rows, of_mass, of_constraint);
  ASSERT_TRUE(system.factor(values));
  std::vector<double> right(static_cast<std::size_t>(bodies + rows)), solution(right.size());
  right[0] = 6.0 * bodies;
  ASSERT_EQ(system.solve(right, solution), Outcome::Solved);
  for (int k = 0; k < bodies; ++k) EXPECT_NEAR(solution[static_cast<std::size_t>(k)], 3, 1e-11);
  for (int k = 0; k + 1 < bodies; ++k)  // each pair of rows carries what the bodies behind need
    for (int copy = 0; copy < 2; ++copy)
      EXPECT_NEAR(solution[static_cast<std::size_t>(bodies + 2 * k + copy)], -3.0 * (bodies - 1 - k), 1e-7);
}

// Sets of values come back as modes do; each keeps its own factors.
TEST(ConstrainedSystem, ValuesThatComeBackGiveTheSameSolutionToTheLastBit) {
  TwoBodies bodies(1);
  double right[] = {10, 1, 0}, first[3], again[3];
  ASSERT_EQ(bodies.system.solve(right, first), Outcome::Solved);
  for (double other : {5.0, 7.0, 9.0, 11.0, 13.0}) {
    ASSERT_TRUE(bodies.system.factor(std::vector<double>{other, 3, 1, -1}));
    ASSERT_EQ(bodies.system.solve(right, again), Outcome::Solved);
    EXPECT_NEAR(again[0], 11 / (other + 3), 1e-15);
    ASSERT_TRUE(bodies.system.factor(std::vector<double>{2, 3, 1, -1}));
    ASSERT_EQ(bodies.system.solve(right, again), Outcome::Solved);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(again[k], first[k]);
  }
}

// A chain of bodies with three coordinates each, linked by two rows a joint; also closed to a ring.
TEST(ConstrainedSystem, FactorsOfAChainGrowWithItsLength) {
  const auto entries = [](int bodies, bool closed) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> weight(0.5, 1);
    std::vector<Entry> of_mass, of_constraint;
    for (int k = 0; k < 3 * bodies; ++k) of_mass.push_back({k, k});
    const int joints = closed ? bodies : bodies - 1;
    for (int joint = 0; joint < joints; ++joint)
      for (int row = 2 * joint; row < 2 * joint + 2; ++row)
        for (int body : {joint, (joint + 1) % bodies})
          for (int axis = 0; axis < 3; ++axis) of_constraint.push_back({row, 3 * body + axis});
    std::vector<double> values(of_mass.size() + of_constraint.size());
    for (double& v : values) v = weight(random);
    ConstrainedSystem system(3 * bodies, 2 * joints, of_mass, of_constraint);
    EXPECT_TRUE(system.factor(values));
    return static_cast<double>(system.factor_entries());
  };
  for (const bool closed : {false, true}) {
    const double few = entries(100, closed), twice = entries(200, closed), many = entries(1000, closed);
    EXPECT_NEAR(twice / few, 2, 0.2) << closed;
    EXPECT_NEAR(many / few, 10, 1) << closed;
  }
}

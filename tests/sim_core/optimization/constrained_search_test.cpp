// Constrained minima against published problems: W. Hock, K. Schittkowski, Test Examples for Nonlinear
// Programming Codes (1981); J. Nocedal, S. J. Wright, Numerical Optimization (2006), example 16.4; kinks,
// places without results, and constraints that exclude each other.
#include "sim_core/optimization/constrained_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim {

namespace {

using Values = std::vector<double>;

ConstrainedProblem problem_of(Values start, std::size_t constraints,
                              const std::function<Values(const Values&)>& cost_and_constraints) {
  ConstrainedProblem problem;
  problem.minimum.assign(start.size(), -100.0), problem.maximum.assign(start.size(), 100.0);
  problem.scale.assign(start.size(), 1.0);
  problem.start = std::move(start);
  problem.constraints = constraints;
  problem.evaluate = [=](const Values& x) -> std::optional<ConstrainedPoint> {
    const Values all = cost_and_constraints(x);
    if (!std::isfinite(all[0])) return std::nullopt;
    return ConstrainedPoint{x, all[0], Values(all.begin() + 1, all.end())};
  };
  return problem;
}

}  // namespace

TEST(ConstrainedSearch, FollowsRosenbrocksValley) {
  const auto found = constrained_minimum(problem_of({-1.2, 1}, 0, [](const Values& x) {
    return Values{std::pow(1 - x[0], 2) + 100 * std::pow(x[1] - x[0] * x[0], 2)};
  }));
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->converged);
  EXPECT_NEAR(found->best.x[0], 1, 1e-4);
  EXPECT_NEAR(found->best.x[1], 1, 2e-4);
  EXPECT_NEAR(found->first.cost, 24.2, 1e-12);
}

TEST(ConstrainedSearch, KeepsLinearConstraints) {  // Nocedal and Wright, example 16.4
  auto problem = problem_of({2, 0}, 3, [](const Values& x) {
    return Values{std::pow(x[0] - 1, 2) + std::pow(x[1] - 2.5, 2), -(x[0] - 2 * x[1] + 2),
                  -(-x[0] - 2 * x[1] + 6), -(-x[0] + 2 * x[1] + 2)};
  });
  problem.minimum = {0, 0};
  const auto found = constrained_minimum(problem);
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->best.x[0], 1.4, 1e-3);
  EXPECT_NEAR(found->best.x[1], 1.7, 1e-3);
  EXPECT_NEAR(found->best.cost, 0.8, 2e-4);
  EXPECT_LE(found->best.violation(), 1e-4);
}

TEST(ConstrainedSearch, KeepsCurvedOnes) {  // Rosen and Suzuki, problem 43
  const auto found = constrained_minimum(problem_of({0, 0, 0, 0}, 3, [](const Values& x) {
    const auto sq = [](double v) { return v * v; };
    return Values{sq(x[0]) + sq(x[1]) + 2 * sq(x[2]) + sq(x[3]) - 5 * x[0] - 5 * x[1] - 21 * x[2] + 7 * x[3],
                  sq(x[0]) + sq(x[1]) + sq(x[2]) + sq(x[3]) + x[0] - x[1] + x[2] - x[3] - 8,
                  sq(x[0]) + 2 * sq(x[1]) + sq(x[2]) + 2 * sq(x[3]) - x[0] - x[3] - 10,
                  2 * sq(x[0]) + sq(x[1]) + sq(x[2]) + 2 * x[0] - x[1] - x[3] - 5};
  }));
  ASSERT_TRUE(found) << to_text(found.error());
  const Values wanted{0, 1, 2, -1};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(found->best.x[k], wanted[k], 2e-3);
  EXPECT_NEAR(found->best.cost, -44, 1e-3);
}

TEST(ConstrainedSearch, GoesOnAtKinks) {
  const auto found = constrained_minimum(problem_of({5, 5}, 1, [](const Values& x) {
    return Values{std::abs(x[0] - 1) + 2 * std::abs(x[1] + 0.5), std::abs(x[0]) + std::abs(x[1]) - 4};
  }));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->best.x[0], 1, 1e-4);
  EXPECT_NEAR(found->best.x[1], -0.5, 1e-4);
}

TEST(ConstrainedSearch, KeepsAwayFromPlacesWithoutResults) {
  int undefined = 0;
  const auto found = constrained_minimum(problem_of({5}, 0, [&](const Values& x) {
    if (!(x[0] > 0.5)) ++undefined;
    return Values{x[0] > 0.5 ? x[0] : NAN};
  }));
  ASSERT_TRUE(found);
  EXPECT_GT(undefined, 0);
  EXPECT_NEAR(found->best.x[0], 0.5, 1e-3);
  EXPECT_GT(found->best.x[0], 0.5);
  const auto nowhere = constrained_minimum(problem_of({0}, 0, [](const Values&) { return Values{NAN}; }));
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(to_text(nowhere.error()), "the model has no results at the starting values (begin elsewhere)");
}

TEST(ConstrainedSearch, WhereNothingKeepsAllTheLargestViolationIsLeast) {
  auto problem = problem_of({7}, 2, [](const Values& x) { return Values{0, 1 - x[0], x[0] + 1}; });
  problem.has_cost = false;
  const auto found = constrained_minimum(problem);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->best.x[0], 0, 1e-3);
  EXPECT_NEAR(found->best.violation(), 1, 1e-3);
}

TEST(ConstrainedSearch, WithoutACostItEndsWhereAllIsKept) {
  auto problem = problem_of({5, 5}, 2, [](const Values& x) {
    return Values{0, x[0] * x[0] + x[1] * x[1] - 1, 0.2 - x[0]};
  });
  problem.has_cost = false;
  const auto found = constrained_minimum(problem);
  ASSERT_TRUE(found);
  EXPECT_LE(found->best.violation(), 1e-4);
  EXPECT_LT(found->evaluations, 60);
}

TEST(ConstrainedSearch, BoundsAreKeptAndSaid) {
  auto problem = problem_of({3, 2, 4}, 0, [](const Values& x) {
    EXPECT_GE(x[0], 2);
    EXPECT_EQ(x[2], 4);
    return Values{x[0] * x[0] + (x[1] - 1) * (x[1] - 1) + x[2]};
  });
  problem.minimum = {2, -5, 4}, problem.maximum = {9, 5, 4};
  const auto found = constrained_minimum(problem);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->best.x[0], 2);
  EXPECT_NEAR(found->best.x[1], 1, 1e-4);
  EXPECT_EQ(found->at_bound, (std::vector<char>{1, 0, 0}));
}

TEST(ConstrainedSearch, EndsWhereItIsAskedTo) {
  const auto valley = problem_of({-1.2, 1}, 0, [](const Values& x) {
    return Values{std::pow(1 - x[0], 2) + 100 * std::pow(x[1] - x[0] * x[0], 2)};
  });
  ConstrainedOptions options;
  options.most_evaluations = 20;
  const auto cut = constrained_minimum(valley, options);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->evaluations, 20);
  EXPECT_FALSE(cut->converged);
  EXPECT_FALSE(cut->stopped);
  EXPECT_LT(cut->best.cost, 24.2);
  int better = 0;
  options.most_evaluations = 0;
  options.progress = [&](int, const ConstrainedPoint&) { ++better; };
  options.stop = [&] { return better == 3; };
  const auto stopped = constrained_minimum(valley, options);
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->stopped);
  EXPECT_EQ(better, 3);
}

}  // namespace sim

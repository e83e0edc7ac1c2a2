#include "sim_core/simulate/projector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "sim_core/solvers/integrate.h"

namespace sim {
namespace {

using Status = ProjectionResult::Status;

Invariants circle() {
  return {.count = 1,
          .states = 2,
          .values =
              [](double, auto x, auto g) {
                g[0] = x[0] * x[0] + x[1] * x[1];
                return EvalStatus::Ok;
              },
          .gradient =
              [](double, auto x, auto j) {
                j[0] = 2 * x[0];
                j[1] = 2 * x[1];
                return EvalStatus::Ok;
              }};
}

// x' = x (1 - y), y' = -2 y (1 - x), which keeps x^-2 e^(2 x) y^-1 e^y.
double lotka_volterra(std::span<const double> x) { return std::exp(2 * x[0] + x[1]) / (x[0] * x[0] * x[1]); }
Invariants predator_prey() {
  return {.count = 1,
          .states = 2,
          .values =
              [](double, auto x, auto g) {
                g[0] = lotka_volterra(x);
                return EvalStatus::Ok;
              },
          .gradient =
              [](double, auto x, auto j) {
                j[0] = lotka_volterra(x) * (2 - 2 / x[0]);
                j[1] = lotka_volterra(x) * (1 - 1 / x[1]);
                return EvalStatus::Ok;
              }};
}
const OdeProblem predator_prey_problem{.size = 2, .rhs = [](double, auto x, auto dx) {
                                         dx[0] = x[0] * (1 - x[1]);
                                         dx[1] = -2 * x[1] * (1 - x[0]);
                                         return EvalStatus::Ok;
                                       }};

const std::vector<double> unit{1, 1};

TEST(Projector, MovesToTheNearestPointOfACircle) {
  for (auto method : {ProjectionMethod::Standard, ProjectionMethod::Newton}) {
    Projector projector(circle(), {.method = method, .weighted = false});
    std::vector<double> x{3.03, 4.04};
    const double target[] = {25};
    const auto result = projector.project(0, x, target, unit);
    EXPECT_EQ(result.status, Status::Projected);
    EXPECT_NEAR(x[0], 3, 1e-14);
    EXPECT_NEAR(x[1], 4, 1e-14);
    EXPECT_NEAR(result.perturbation, 0.04, 1e-14);
    EXPECT_EQ(result.worst_component, 1);
    EXPECT_LE(result.iterations, method == ProjectionMethod::Newton ? 4 : 9);
    EXPECT_EQ(projector.project(0, x, target, unit).status, Status::Satisfied);
  }
}

TEST(Projector, TaylorStepIsTheFormula) {
  Projector projector(circle(), {.method = ProjectionMethod::Taylor, .weighted = false});
  std::vector<double> x{2, 1};
  const double target[] = {6};
  const auto result = projector.project(0, x, target, unit);
  // J = (4, 2), R = 1: X = X* + J^T R / 20.
  EXPECT_EQ(result.status, Status::Projected);
  EXPECT_EQ(result.iterations, 1);
  EXPECT_DOUBLE_EQ(x[0], 2.2);
  EXPECT_DOUBLE_EQ(x[1], 1.1);
  EXPECT_NEAR(result.residual, 0.05, 1e-14);
}

TEST(Projector, WeightsMoveTheComponentWithTheLooserTolerance) {
  Projector projector(circle(), {.method = ProjectionMethod::Taylor, .weighted = true});
  std::vector<double> x{1, 1};
  const double target[] = {2.02};
  const double weight[] = {1, 10};
  projector.project(0, x, target, weight);
  // W^-1 J^T (J W^-1 J^T)^-1 R with W^-1 = diag(1, 100), J = (2, 2), R = 0.02.
  EXPECT_NEAR(x[0], 1 + 0.02 * 2 / 404, 1e-15);
  EXPECT_NEAR(x[1], 1 + 0.02 * 200 / 404, 1e-15);
}

TEST(Projector, VanishingGradientMovesNothingAndSaysSo) {
  for (auto method : {ProjectionMethod::Taylor, ProjectionMethod::Standard, ProjectionMethod::Newton}) {
    Projector projector(predator_prey(), {.method = method});
    std::vector<double> x{1, 1}, e{0.1, 0.2};
    const double target[] = {25};
    const auto result = projector.project(0, x, target, unit, e);
    EXPECT_EQ(result.status, Status::GradientVanished);
    EXPECT_EQ(result.rank, 0);
    EXPECT_EQ(result.perturbation, 0);
    EXPECT_EQ(x, unit);
    EXPECT_EQ(e, (std::vector<double>{0.1, 0.2}));
    const double equilibrium[] = {std::exp(3.0)};
    EXPECT_EQ(projector.project(0, x, equilibrium, unit).status, Status::Satisfied);
  }
}

// Energy of three masses, twice (in other units), and their momentum; one useless invariant without a
// gradient.
TEST(Projector, DependentInvariantsDoNoHarm) {
  const Invariants several{.count = 4,
                           .states = 3,
                           .values =
                               [](double, auto v, auto g) {
                                 g[0] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
                                 g[1] = 1e6 * g[0];
                                 g[2] = v[0] + v[1] + v[2];
                                 g[3] = 7;
                                 return EvalStatus::Ok;
                               },
                           .gradient =
                               [](double, auto v, auto j) {
                                 for (int i = 0; i < 3; ++i) {
                                   j[i] = 2 * v[i];
                                   j[3 + i] = 2e6 * v[i];
                                   j[6 + i] = 1;
                                   j[9 + i] = 0;
                                 }
                                 return EvalStatus::Ok;
                               }};
  Projector projector(several, {.weighted = false});
  std::vector<double> v{1.001, 2.002, 2.999};
  const std::vector<double> weight{1, 1, 1};
  const double target[] = {14, 14e6, 6, 7};
  const auto result = projector.project(0, v, target, weight);
  EXPECT_EQ(result.status, Status::Projected);
  EXPECT_EQ(result.rank, 2);
  EXPECT_NEAR(v[0] + v[1] + v[2], 6, 1e-14);
  EXPECT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], 14, 1e-13);

  const double unreachable[] = {14, 14e6, 6, 8};
  std::vector<double> w{1.001, 2.002, 2.999};
  EXPECT_EQ(projector.project(0, w, unreachable, weight).status, Status::GradientVanished);
  EXPECT_NEAR(w[0] + w[1] + w[2], 6, 1e-12);
}

TEST(Projector, WhatCannotBeReachedLeavesTheStateAsItWas) {
  Projector projector(circle(), {});
  std::vector<double> x{1, 1};
  const double target[] = {-5};
  EXPECT_EQ(projector.project(0, x, target, unit).status, Status::NotConverged);
  EXPECT_EQ(x, unit);
  Invariants broken = circle();
  broken.values = [](double, auto, auto g) {
    g[0] = std::nan("");
    return EvalStatus::Ok;
  };
  Projector failing(broken, {});
  const auto result = failing.project(0, x, target, unit);
  EXPECT_EQ(result.status, Status::EvaluationFailed);
  EXPECT_EQ(result.evaluation, EvalStatus::Recoverable);
  EXPECT_EQ(x, unit);
}

TEST(Projector, ErrorEstimateLosesItsPartAcrossTheInvariant) {
  Projector projector(circle(), {.weighted = false});
  std::vector<double> x{5, 0.001}, e{0.3, 0.4};
  const double target[] = {25};
  projector.project(0, x, target, unit, e);
  EXPECT_NEAR(e[0], 0, 1e-3);
  EXPECT_NEAR(e[1], 0.4, 1e-3);
}

// Drift of the invariant over [0, 20] with fixed steps, against published runs in higher precision.
struct Drift {
  double residual;  // largest |d - G| at the ends of steps
  double error;     // |x - x_exact| at 20
};
Drift predator_prey_drift(std::string_view method, double h, const ProjectorOptions& options) {
  const double d = std::exp(7.0) / 9;
  Projector projector(predator_prey(), options);
  SolveOptions solve_options{.fixed_step = h};
  solve_options.hook = [&](Stepper& stepper) {
    const double target[] = {d};
    const auto result = projector.project(stepper.trial_time(), stepper.trial_state(), target, unit);
    EXPECT_NE(result.status, Status::NotConverged);
    stepper.trial_moved({});
    return EvalStatus::Ok;
  };
  const double x0[] = {3, 1};
  Drift drift{};
  const auto end =
      solve(predator_prey_problem, *find_method(method), 0, 20, x0, solve_options, [&](Stepper& s) {
        drift.residual = std::max(drift.residual, std::abs(d - lotka_volterra(s.state())));
        return true;
      });
  drift.error = std::abs(end.x[0] - 0.60364386907178454016);
  return drift;
}

TEST(Projector, PredatorPreyDriftsAsPublishedAndIsHeldByProjection) {
  struct Row {
    std::string_view method;
    double h, free, taylor, free_error, projected_error;
  };
  for (const Row& row : {Row{"ode4", 0.1, 3.19e-2, 6.6e-7, 1.4e-4, 3.3e-5},
                         {"ode4", 0.05, 2.97e-3, 5.3e-10, 1.6e-5, 2.6e-6},
                         {"ode3", 0.1, 1.92, 4.3e-5, 1.2e-2, 1.7e-3},
                         {"ode3", 0.05, 2.59e-1, 1.8e-7, 1.6e-3, 1.9e-4}}) {
    const Drift free = predator_prey_drift(row.method, row.h, {.method = ProjectionMethod::None});
    EXPECT_NEAR(free.residual, row.free, 0.01 * row.free);
    EXPECT_NEAR(free.error, row.free_error, 0.05 * row.free_error);
    const Drift taylor =
        predator_prey_drift(row.method, row.h, {.method = ProjectionMethod::Taylor, .weighted = false});
    EXPECT_NEAR(taylor.residual, row.taylor, 0.02 * row.taylor);
    EXPECT_NEAR(taylor.error, row.projected_error, 0.05 * row.projected_error);
    for (auto method : {ProjectionMethod::Standard, ProjectionMethod::Newton}) {
      const Drift held = predator_prey_drift(row.method, row.h, {.method = method, .weighted = false});
      EXPECT_LT(held.residual, 1e-12);
      EXPECT_NEAR(held.error, row.projected_error, 0.05 * row.projected_error);
    }
  }
}

// x >= 0 and sum x = 1: the nearest point is max(x - theta, 0) with the theta for which that sums to 1.
Invariants simplex(int n) {
  const auto count = static_cast<std::size_t>(n);
  Invariants rows{.count = n + 1,
                  .states = n,
                  .values =
                      [=](double, auto x, auto g) {
                        g[0] = 0;
                        for (std::size_t k = 0; k < count; ++k) g[0] += x[k], g[k + 1] = x[k];
                        return EvalStatus::Ok;
                      },
                  .gradient =
                      [=](double, auto, auto j) {
                        std::fill(j.begin(), j.end(), 0.0);
                        for (std::size_t k = 0; k < count; ++k) j[k] = j[(k + 1) * count + k] = 1;
                        return EvalStatus::Ok;
                      }};
  rows.bounds.assign(count + 1, 1);
  rows.bounds[0] = 0;
  return rows;
}
std::vector<double> nearest_on_simplex(std::vector<double> x) {
  std::vector<double> sorted = x;
  std::sort(sorted.rbegin(), sorted.rend());
  double sum = 0, theta = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - 1) / static_cast<double>(k + 1);
    if (sorted[k] > candidate) theta = candidate;
  }
  for (double& v : x) v = std::max(v - theta, 0.0);
  return x;
}

TEST(Projector, BoundsGiveTheNearestPointOfASimplex) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int n : {2, 3, 5, 12}) {
    const auto count = static_cast<std::size_t>(n);
    std::vector<double> target(count + 1, 0.0);
    target[0] = 1;
    for (auto method : {ProjectionMethod::Standard, ProjectionMethod::Newton}) {
      Projector projector(simplex(n), {.method = method, .weighted = false});
      for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> x(count), weight(count, 1.0);
        for (double& v : x) v = uniform(random);
        const std::vector<double> nearest = nearest_on_simplex(x);
        const auto result = projector.project(0, x, target, weight);
        ASSERT_EQ(result.status, Status::Projected);
        for (std::size_t k = 0; k < count; ++k) {
          ASSERT_NEAR(x[k], nearest[k], 1e-13) << n << " states, trial " << trial;
          ASSERT_GE(x[k], 0);
        }
      }
    }
  }
}

TEST(Projector, ABoundThatHoldsDoesNothing) {
  Projector projector(simplex(3), {.weighted = false});
  std::vector<double> x{0.2, 0.3, 0.5};
  const double target[] = {1, 0, 0, 0};
  const std::vector<double> weight(3, 1.0), before = x;
  EXPECT_EQ(projector.project(0, x, target, weight).status, Status::Satisfied);
  EXPECT_EQ(x, before);
  const double too_much[] = {1, 0.6, 0.6, 0.6};  // nobody can have that
  EXPECT_EQ(projector.project(0, x, too_much, weight).status, Status::NotConverged);
  EXPECT_EQ(x, before);
}

// x = 1 and x = 3 with weights: the minimum of w1^2 (x - 1)^2 + w2^2 (x - 3)^2.
TEST(Projector, WeightsSayWhichOfTwoContradictingInvariantsCounts) {
  Invariants two{.count = 2,
                 .states = 1,
                 .values =
                     [](double, auto x, auto g) {
                       g[0] = g[1] = x[0];
                       return EvalStatus::Ok;
                     },
                 .gradient =
                     [](double, auto, auto j) {
                       j[0] = j[1] = 1;
                       return EvalStatus::Ok;
                     }};
  for (double w : {1.0, 2.0, 10.0}) {
    two.row_weights = {1, w};
    Projector projector(two, {.weighted = false});
    std::vector<double> x{2.5};
    const double target[] = {1, 3}, weight[] = {1};
    EXPECT_EQ(projector.project(0, x, target, weight).status, Status::Contradictory);
    EXPECT_NEAR(x[0], (1 + 3 * w * w) / (1 + w * w), 1e-12);
  }
}

TEST(Projector, AnInvariantsOwnToleranceEndsItsIteration) {
  Invariants own = circle();
  own.tolerances = {1e-3};
  Projector projector(own, {.weighted = false});
  std::vector<double> x{3.0004, 4.0004};
  const double target[] = {25};
  EXPECT_EQ(projector.project(0, x, target, unit).status, Status::Satisfied);
  x = {3.1, 4.1};
  const auto result = projector.project(0, x, target, unit);
  EXPECT_EQ(result.status, Status::Projected);
  EXPECT_LT(result.residual, 25e-3 * 2);
  EXPECT_GT(result.residual, 1e-6);
  // What the row alone moves a component by, to first order: R J / (J J').
  EXPECT_NEAR(projector.row_sizes()[0], std::abs(25 - 3.1 * 3.1 - 4.1 * 4.1) * 8.2 / (6.2 * 6.2 + 8.2 * 8.2),
              1e-12);
}

}  // namespace
}  // namespace sim

// I - c J, whose factors serve for other c than their own.
#include "sim_core/solvers/iteration_matrix.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/reference_problems.h"

namespace sim {
namespace {

// Rates from none over slow to very stiff.
constexpr std::array<double, 5> rates{0, -1e-3, -1, -50, -1e8};

OdeProblem decays() {
  return {.size = static_cast<int>(rates.size()), .rhs = [](double, auto x, auto dx) {
            for (std::size_t i = 0; i < rates.size(); ++i) dx[i] = rates[i] * x[i];
            return EvalStatus::Ok;
          }};
}

struct Prepared {
  OdeProblem problem = decays();
  StepperOptions options{.weights = {static_cast<int>(rates.size()), 1e-6, 1e-6}};
  StepperStatistics cost;
  IterationMatrix matrix{problem, options, false, cost};

  Prepared() {
    std::vector<double> x(rates.size(), 1.0), f(rates.size());
    problem.rhs(0, x, f);
    matrix.evaluate(0, x, f, options.weights);
  }
};

TEST(IterationMatrix, FactorsServeWithinTheShareAllowed) {
  Prepared p;
  ASSERT_EQ(p.matrix.factor(1.0, 0.3), EvalStatus::Ok);
  for (const double c : {1.29, 0.71, 1.0}) EXPECT_EQ(p.matrix.factor(c, 0.3), EvalStatus::Ok);
  EXPECT_EQ(p.cost.factorizations, 1);
  p.matrix.factor(1.31, 0.3);
  EXPECT_EQ(p.cost.factorizations, 2);
  EXPECT_EQ(p.matrix.ratio(), 1);
  p.matrix.factor(1.32);
  EXPECT_EQ(p.cost.factorizations, 3) << "for those who allow none";
}

// Of the error in z = psi + c f(z) no more is left than |1 - ratio| / (1 + ratio), in every component.
TEST(IterationMatrix, ACorrectionMakesUpForTheOtherFactors) {
  for (const double ratio : {0.7, 0.9, 1.0, 1.1, 1.3}) {
    Prepared p;
    const double h = 0.5;
    ASSERT_EQ(p.matrix.factor(h), EvalStatus::Ok);
    ASSERT_EQ(p.matrix.factor(ratio * h, 0.31), EvalStatus::Ok);
    ASSERT_EQ(p.cost.factorizations, 1);
    std::vector<double> d(rates.size());  // z = 1 where the solution is 0
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = ratio * h * rates[i] - 1;
    p.matrix.correct(d);
    const double most = std::fabs(1 - ratio) / (1 + ratio);
    for (std::size_t i = 0; i < d.size(); ++i)
      EXPECT_LE(std::fabs(1 + d[i]), most + 1e-6) << ratio << " " << i;
  }
}

// Factors of ode15s are those of several orders and step sizes: before, HIRES took 90 of them, Robertson 183.
TEST(IterationMatrix, Ode15sFactorsSeldom) {
  for (const auto& problem : test::reference_problems()) {
    if (problem.name != "hires" && problem.name != "robertson") continue;
    SolveOptions options;
    std::vector<double> absolute = problem.scale;
    for (double& a : absolute) a *= 1e-6;
    options.stepper.weights = ErrorWeights(1e-6, absolute);
    const SolveResult result =
        solve(problem.ode, *find_method("ode15s"), 0, problem.end, problem.start, options);
    EXPECT_TRUE(result.finished);
    EXPECT_LE(result.statistics.factorizations, problem.name == "hires" ? 60 : 110);
    EXPECT_LE(result.statistics.jacobian_evaluations, 12);
    EXPECT_LE(result.statistics.rhs_evaluations, problem.name == "hires" ? 1200 : 2500);
  }
}

}  // namespace
}  // namespace sim

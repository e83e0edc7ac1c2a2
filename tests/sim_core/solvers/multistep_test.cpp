// What is peculiar to methods with a past: their orders where that is exact, and what becomes of it.
#include <gtest/gtest.h>

#include "sim_core/solvers/adams_weights.h"
#include "sim_core/solvers/backward_differences.h"
#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/reference_problems.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

// x(t) = t^3 - t and its differences on another grid.
TEST(BackwardDifferences, AreThoseOfTheSamePolynomialOnAnotherGrid) {
  const auto f = [](double t) { return t * t * t - t; };
  BackwardDifferences d(1);
  d.clear();
  const double h = 0.5, t = 2;
  const auto differences = [&](double at, double step, int j) {
    double sum = 0, binomial = 1;
    for (int m = 0; m <= j; ++m, binomial *= -static_cast<double>(j - m + 1) / m)
      sum += binomial * f(at - m * step);
    return sum;
  };
  for (int j = 1; j <= 3; ++j) d[j][0] = differences(t, h, j);
  const double x[] = {f(t)};
  double out[1];
  d.evaluate(3, -0.3, x, out);
  EXPECT_NEAR(out[0], f(t - 0.3 * h), 1e-14);
  d.change_grid(3, -0.4, 0.7);
  for (int j = 1; j <= 3; ++j) EXPECT_NEAR(d[j][0], differences(t - 0.4 * h, 0.7 * h, j), 1e-13) << j;
}

// With equal steps these are the coefficients of the Adams formulas: 1, 1/2, 5/12, 3/8, 251/720, ...
TEST(AdamsWeights, AreTheKnownOnesForEqualSteps) {
  AdamsDistances psi{};
  for (std::size_t m = 0; m < psi.size(); ++m) psi[m] = 0.25 * static_cast<double>(m);
  const AdamsWeights g = adams_integrals(13, psi, adams_step(psi, 0.25), 0, 0.25);
  const double known[] = {1, 1. / 2, 5. / 12, 3. / 8, 251. / 720, 95. / 288, 19087. / 60480};
  for (int j = 0; j < 7; ++j) EXPECT_NEAR(g[j], 0.25 * known[j], 1e-15) << j;
  for (int j = 1; j <= 12; ++j) EXPECT_NEAR(g[j - 1] - g[j], 0.25 * adams_constants[j], 1e-15) << j;
}

// x = t^k is exact for a method of order k, whatever the steps: with a tolerance that allows it, the error is
// rounding.
TEST(Adams, RaisesItsOrderToWhatThePolynomialNeeds) {
  const OdeProblem problem{.size = 1, .rhs = [](double t, auto, auto dx) {
                             dx[0] = 6 * std::pow(t, 5);
                             return EvalStatus::Ok;
                           }};
  const double x0[] = {0};
  const auto result =
      solve(problem, *find_method("ode113"), 0, 10, x0, {.stepper = {.weights = {1, 1e-12, 1e-12}}});
  ASSERT_TRUE(result.finished);
  EXPECT_NEAR(result.x[0] / 1e6, 1, 1e-11);
  EXPECT_LT(result.steps, 120);
}

// The measured order of NDFs and BDFs of order k, with exact differences for the past, as handed over by
// memory().
double error_after(int order, bool bdf, double h) {
  OdeProblem problem = test::growth();
  problem.jacobian = [](double t, auto x, auto values) {
    values[0] = std::cos(t), values[1] = values[2] = 0, values[3] = 1 - 2 * x[1];
    return EvalStatus::Ok;
  };
  StepperOptions options{.weights = {2, 1e-12, 1e-12}, .max_step = h};
  options.max_order = order;
  options.backward_differences = bdf;
  const auto stepper = find_method("ode15s")->make(problem, options);
  const double t0 = 1;
  EXPECT_EQ(stepper->restart(t0, test::growth_at(t0), h), EvalStatus::Ok);
  std::vector<double> memory{static_cast<double>(order), static_cast<double>(order), 0, h};
  BackwardDifferences past(2);
  past.clear();
  for (int j = 1; j <= order + 1; ++j) {
    double binomial = 1;
    for (int m = 0; m <= j; ++m, binomial *= -static_cast<double>(j - m + 1) / m)
      for (int i = 0; i < 2; ++i) past[j][i] += binomial * test::growth_at(t0 - m * h)[i];
  }
  memory.insert(memory.end(), past.all().begin(), past.all().end());
  memory.insert(memory.end(), {0, 0, 0, 0, -1});  // no Jacobian, no rate
  EXPECT_TRUE(stepper->recall(memory));
  double largest = 0;
  for (int k = 1; k * h <= 2; ++k) {
    EXPECT_EQ(stepper->attempt(t0 + k * h).status, EvalStatus::Ok);
    // Only the order that was asked for: the step may not look well enough for another one.
    stepper->accept();
    largest = std::max(largest, test::distance(stepper->state(), test::growth_at(t0 + k * h)));
  }
  return largest;
}

TEST(NumericalDifferentiation, FormulasHaveTheirOrder) {
  for (bool bdf : {false, true})
    for (int order = 1; order <= 5; ++order) {
      const double h = order <= 2 ? 1. / 64 : 1. / 32;
      EXPECT_NEAR(std::log2(error_after(order, bdf, h) / error_after(order, bdf, h / 2)), order, 0.25)
          << order << (bdf ? " BDF" : " NDF");
    }
}

TEST(NumericalDifferentiation, SaysWhatItsJacobiansCost) {
  auto problems = test::reference_problems();
  auto& hires =
      *std::find_if(problems.begin(), problems.end(), [](const auto& p) { return p.name == "hires"; });
  hires.ode.jacobian = {};
  SolveOptions options;
  options.stepper.weights = {8, 1e-6, 1e-10};
  const auto result = solve(hires.ode, *find_method("ode15s"), 0, hires.end, hires.start, options);
  ASSERT_TRUE(result.finished);
  const StepperStatistics& cost = result.statistics;
  EXPECT_GE(cost.jacobian_rhs_evaluations, 8 * cost.jacobian_evaluations);
  EXPECT_LT(cost.jacobian_rhs_evaluations, cost.rhs_evaluations);
  EXPECT_GE(cost.oldest_jacobian * cost.jacobian_evaluations, result.steps);
  EXPECT_LE(cost.oldest_jacobian, result.steps);
}

TEST(Automatic, GoesOverToAStiffMethodAndBackAndSaysSo) {
  auto problems = test::reference_problems();
  const auto& van_der_pol =
      *std::find_if(problems.begin(), problems.end(), [](const auto& p) { return p.name == "van_der_pol"; });
  std::vector<std::string> said;
  SolveOptions options;
  options.stepper.weights = {2, 1e-6, 1e-6};
  options.stepper.report = [&](double t, std::string_view message) {
    said.push_back(std::to_string(t) + ": " + std::string(message));
  };
  const auto result = solve(van_der_pol.ode, *find_method("auto"), 0, 2000, van_der_pol.start, options);
  ASSERT_TRUE(result.finished);
  ASSERT_GE(said.size(), 2u);
  EXPECT_NE(said[0].find(": stiff"), std::string::npos) << said[0];
  EXPECT_NE(said[1].find("no longer stiff"), std::string::npos) << said[1];
  EXPECT_LT(result.steps, 3000);
  EXPECT_GT(result.statistics.jacobian_evaluations, 0);
  said.clear();
  const double x0[] = {1, 0};
  const OdeProblem oscillator = test::oscillator();
  solve(oscillator, *find_method("auto"), 0, 100, x0, options);
  EXPECT_TRUE(said.empty()) << said[0];
  options.stepper.weights = {2, 1e-10, 1e-10};
  solve(oscillator, *find_method("auto"), 0, 100, x0, options);
  EXPECT_TRUE(said.empty()) << said[0];
}

// The steps of the explicit method are far from the edge of stability there, and held down all the same.
TEST(Automatic, GoesOverAtTightTolerancesToo) {
  auto problems = test::reference_problems();
  const auto& hires =
      *std::find_if(problems.begin(), problems.end(), [](const auto& p) { return p.name == "hires"; });
  SolveOptions options;
  options.stepper.weights = {8, 1e-10, 1e-14};
  const auto chosen = solve(hires.ode, *find_method("auto"), 0, hires.end, hires.start, options);
  const auto stiff = solve(hires.ode, *find_method("ode15s"), 0, hires.end, hires.start, options);
  ASSERT_TRUE(chosen.finished && stiff.finished);
  EXPECT_LT(chosen.steps, 3 * stiff.steps);
}

}  // namespace
}  // namespace sim

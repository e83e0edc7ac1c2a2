// Methods that take as many Newton iterations as they are told to: where these do not converge the user is
// told, and only there; looking costs no evaluation.
#include "sim_core/solvers/newton_watch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/reference_problems.h"

namespace sim {
namespace {

struct Case {
  std::string method = "ode1be";
  int iterations = 1, order = 4;
  double step = 0.1;
};

struct Outcome {
  std::vector<UnsolvedStep> told;
  SolveResult result;
};

Outcome outcome_of(const test::ReferenceProblem& problem, const Case& c, double end, bool listen = true) {
  Outcome outcome;
  SolveOptions options;
  options.fixed_step = c.step;
  options.stepper.newton_iterations = c.iterations;
  options.stepper.extrapolation_order = c.order;
  std::vector<double> absolute = problem.scale;
  for (double& a : absolute) a *= 1e-3;
  options.stepper.weights = ErrorWeights(1e-3, absolute);
  if (listen)
    options.stepper.report_unsolved = [&](const UnsolvedStep& step) { outcome.told.push_back(step); };
  outcome.result = solve(problem.ode, *find_method(c.method), 0, end, problem.start, options);
  return outcome;
}

test::ReferenceProblem problem_of(const std::string& name) {
  for (const auto& problem : test::reference_problems())
    if (problem.name == name) return problem;
  return {};
}

std::vector<Case> cases(double step) {
  std::vector<Case> all;
  for (const int iterations : {1, 2, 3, 5}) {
    all.push_back({"ode1be", iterations, 1, step});
    for (const int order : {1, 2, 4}) all.push_back({"ode14x", iterations, order, step});
  }
  return all;
}

std::string text_of(const Case& c) {
  return c.method + ", " + std::to_string(c.iterations) + " iterations, order " + std::to_string(c.order) +
         ", steps of " + std::to_string(c.step);
}

struct Runs {
  std::string problem;
  double end;
  std::vector<double> steps;
};

TEST(NewtonWatch, IsSilentWhereStepsAreSolved) {
  const std::vector<Runs> all{{"predator_prey", 20, {0.01, 0.1}},
                              {"logistic", 20, {0.1, 1}},
                              {"chain", 5, {0.1, 1, 5}},
                              {"oscillator", 20, {0.1, 1, 5}},
                              {"hires", 321.8, {0.01, 0.1}},
                              {"van_der_pol", 700, {0.1, 1}},
                              {"robertson", 1, {1e-4}}};
  for (const Runs& runs : all)
    for (const double step : runs.steps)
      for (const Case& c : cases(step))
        EXPECT_TRUE(outcome_of(problem_of(runs.problem), c, runs.end).told.empty())
            << runs.problem << ": " << text_of(c);
}

// Whatever ends ten times as far off as the solution is large has been told of, at the first step that was
// not solved.
TEST(NewtonWatch, TellsOfEveryRunThatDiverges) {
  const std::vector<Runs> all{{"predator_prey", 20, {0.2, 0.5, 1}},
                              {"logistic", 20, {4, 10}},
                              {"hires", 321.8, {1, 10, 50}},
                              {"van_der_pol", 2000, {1, 10, 100}},
                              {"robertson", 1000, {0.1, 1, 10, 100}}};
  int diverged = 0;
  for (const Runs& runs : all)
    for (const double step : runs.steps)
      for (const Case& c : cases(step)) {
        const auto problem = problem_of(runs.problem);
        const Outcome outcome = outcome_of(problem, c, runs.end);
        double size = 0;
        for (double x : outcome.result.x) size = std::max(size, std::fabs(x));
        const double usual = runs.problem == "logistic" ? 20 : runs.problem == "predator_prey" ? 5 : 2;
        if (outcome.result.finished && size <= 10 * usual) continue;
        ++diverged;
        ASSERT_EQ(outcome.told.size(), 1u) << runs.problem << ": " << text_of(c) << ", at the end " << size;
        EXPECT_GE(outcome.told[0].component, 0);
        EXPECT_NEAR(outcome.told[0].h, step, 1e-9 * step);
      }
  EXPECT_GT(diverged, 50);
}

// One implicit step of x' = x (1 - x/20) / 4 from 1 with h = 4: the first correction of x - 1 - h f(x) = 0 is
// h f / (1 - h f') = 9.5, and what it leaves takes another of -45.125.
TEST(NewtonWatch, ComparesTwoCorrections) {
  const auto problem = problem_of("logistic");
  for (const int iterations : {1, 2}) {
    const Outcome outcome = outcome_of(problem, {"ode1be", iterations, 1, 4}, 8);
    ASSERT_EQ(outcome.told.size(), 1u);
    EXPECT_EQ(outcome.told[0].t, 0);
    EXPECT_NEAR(outcome.told[0].first, 9.5, 1e-5);
    EXPECT_NEAR(outcome.told[0].second, -45.125, 1e-4);
  }
}

// x' = 1000 (sin t - x): the equations are linear, and one iteration solves them, however fast the time moves
// on.
TEST(NewtonWatch, TakesTimeForNoError) {
  test::ReferenceProblem problem;
  problem.ode = test::ode(1, [](double t, auto x, auto dx) { dx[0] = 1000 * (std::sin(t) - x[0]); });
  problem.start = {0};
  problem.scale = {1e-3};
  for (const double step : {0.01, 0.1, 1.0})
    for (const Case& c : cases(step)) EXPECT_TRUE(outcome_of(problem, c, 20).told.empty()) << text_of(c);
}

TEST(NewtonWatch, CostsNoEvaluationAndChangesNothing) {
  for (const char* name : {"predator_prey", "hires"})
    for (const Case& c : cases(0.1)) {
      const Outcome watched = outcome_of(problem_of(name), c, 20),
                    alone = outcome_of(problem_of(name), c, 20, false);
      EXPECT_EQ(watched.result.x, alone.result.x) << text_of(c);
      EXPECT_EQ(watched.result.statistics.rhs_evaluations, alone.result.statistics.rhs_evaluations);
      EXPECT_EQ(watched.result.statistics.factorizations, alone.result.statistics.factorizations);
    }
}

}  // namespace
}  // namespace sim

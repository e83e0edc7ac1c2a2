// The global error of every method on the problems it is meant for, in units of the tolerance that was asked
// for: small, and falling with the tolerance.
#include "tests/sim_core/solvers/reference_problems.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

struct Outcome {
  double error = 0;  // in units of the tolerance
  SolveResult result;
};

Outcome outcome_of(const Method& method, const test::ReferenceProblem& problem, double tolerance) {
  SolveOptions options;
  std::vector<double> absolute = problem.scale;
  for (double& a : absolute) a *= tolerance;
  options.stepper.weights = ErrorWeights(tolerance, absolute);
  Outcome outcome;
  outcome.result = solve(problem.ode, method, 0, problem.end, problem.start, options);
  for (std::size_t i = 0; i < problem.reference.size(); ++i)
    outcome.error =
        std::max(outcome.error, std::fabs(outcome.result.x[i] - problem.reference[i]) /
                                    std::max(tolerance * std::fabs(problem.reference[i]), absolute[i]));
  return outcome;
}

class ReferenceProblems : public testing::TestWithParam<Method> {};

TEST_P(ReferenceProblems, ErrorIsProportionalToTheTolerance) {
  const Method& method = GetParam();
  const double least = method.order <= 2 ? 1e-6 : method.order <= 3 ? 1e-8 : 1e-10;
  for (const auto& problem : test::reference_problems()) {
    using Problem = test::ReferenceProblem;
    if (problem.kind == (method.implicit ? Problem::Oscillating : Problem::Stiff)) continue;
    // The trapezoidal rule does not damp: over eleven decades of time its oscillations take over.
    if (method.name == "ode23t" && problem.name == "robertson") continue;
    for (double tolerance = 1e-3; tolerance >= least * 0.9; tolerance /= 10) {
      const Outcome outcome = outcome_of(method, problem, tolerance);
      const auto& cost = outcome.result.statistics;
      if (std::getenv("SOLVER_TABLE"))
        std::printf("%-8s %-14s %.0e  error %8.2f  steps %6ld rejected %5ld f %7ld J %5ld LU %5ld\n",
                    std::string(method.name).c_str(), problem.name.c_str(), tolerance, outcome.error,
                    outcome.result.steps, outcome.result.rejected, cost.rhs_evaluations,
                    cost.jacobian_evaluations, cost.factorizations);
      ASSERT_TRUE(outcome.result.finished) << problem.name << " " << tolerance << " at " << outcome.result.t;
      // Errors made early in predator_prey grow tenfold over its periods.
      const bool crude = problem.name == "predator_prey" && tolerance > 1e-4;
      EXPECT_LE(outcome.error, crude ? 150 : 50) << problem.name << " " << tolerance;
    }
  }
}

std::vector<Method> methods_with_error_control() {
  std::vector<Method> result;
  for (const Method& m : methods())
    if (m.error_control) result.push_back(m);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Registry, ReferenceProblems, testing::ValuesIn(methods_with_error_control()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sim

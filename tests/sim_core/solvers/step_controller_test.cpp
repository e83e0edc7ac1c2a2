#include "sim_core/solvers/step_controller.h"

#include <gtest/gtest.h>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

TEST(ErrorNorm, IsTheLargestErrorInUnitsOfItsTolerance) {
  const ErrorWeights weights(0.1, {1e-3, 1e-3, 5.0});
  const double e[] = {0.2, 1e-3, 1}, x_old[] = {1, 0, 0}, x_new[] = {-4, 0, 0};
  const ErrorNorm norm = error_norm(weights, e, x_old, x_new);
  EXPECT_DOUBLE_EQ(norm.value, 1);  // 1e-3 / 1e-3; the first is 0.2 / 0.4, the last 1 / 5
  EXPECT_EQ(norm.worst, 1);
}

TEST(ErrorNorm, WhatIsNotANumberIsInfinitelyWrong) {
  const ErrorWeights weights(3, 1e-3, 1e-6);
  const double e[] = {0, std::nan(""), 9}, x[] = {1, 1, 1};
  EXPECT_TRUE(std::isinf(error_norm(weights, e, x, x).value));
  EXPECT_EQ(error_norm(weights, e, x, x).worst, 1);
  const double fine[] = {0, 0, 0}, lost[] = {1, 1, std::nan("")};
  EXPECT_EQ(error_norm(weights, fine, x, x).worst, -1);
  const double some[] = {1e-9, 1e-9, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(error_norm(weights, some, x, lost).worst, 2);
}

TEST(StepController, ElementaryControllerIsItsFormula) {
  StepController controller(4);
  EXPECT_DOUBLE_EQ(controller.after_accept(0.1, 0.5), 0.1 * 0.9 * std::pow(0.5, -0.2));
  EXPECT_DOUBLE_EQ(controller.after_accept(0.1, 1e-9), 0.5) << "growth is limited";
  EXPECT_DOUBLE_EQ(controller.after_reject(0.1, 32), 0.1 * 0.9 / 2);
  EXPECT_LE(controller.after_accept(0.1, 1e-9), 0.1) << "no growth right after a rejection";
  EXPECT_DOUBLE_EQ(controller.after_reject(0.1, std::numeric_limits<double>::infinity()), 0.1 * 0.2);
}

TEST(StepController, ErrorFollowsTheToleranceInProportion) {
  const OdeProblem problem = test::oscillator();
  for (const char* name : {"ode45", "ode23"})
    for (bool pi : {false, true})
      for (double tolerance : {1e-4, 1e-6, 1e-8}) {
        SolveOptions options;
        options.stepper.weights = {2, tolerance, tolerance};
        options.stepper.control.law =
            pi ? StepControl::Law::ProportionalIntegral : StepControl::Law::Elementary;
        const double x0[] = {1, 0};
        const auto result = solve(problem, *find_method(name), 0, 20, x0, options);
        ASSERT_TRUE(result.finished);
        EXPECT_LT(test::distance(result.x, test::oscillator_at(20)), 30 * tolerance) << name << tolerance;
        EXPECT_LT(result.rejected, 0.1 * result.steps + 3) << name << tolerance;
      }
}

TEST(StepController, ASingularityEndsInAFailureThatNamesIt) {
  OdeProblem problem{.size = 2, .rhs = [](double, auto x, auto dx) {
                       dx[0] = 0;
                       dx[1] = x[1] * x[1];  // 1 / (1 - t)
                       return EvalStatus::Ok;
                     }};
  const double x0[] = {1, 1};
  const auto result = solve(problem, *find_method("ode45"), 0, 2, x0);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.failure.reason, StepFailure::Reason::TooSmall);
  EXPECT_NEAR(result.failure.t, 1, 1e-2);
  EXPECT_LE(result.failure.h, 2 * smallest_step(1));
  EXPECT_EQ(result.failure.component, 1);
}

std::function<bool()> give_up_after(int trials) {
  return [trials]() mutable { return --trials < 0; };
}

// Where the shortest step there is does not help either, whatever the instant is and however it is rounded.
TEST(StepController, EveryMethodEndsAtASingularity) {
  OdeProblem problem{.size = 1, .rhs = [](double, auto x, auto dx) {
                       dx[0] = x[0] * x[0];  // x0 / (1 - x0 t)
                       return EvalStatus::Ok;
                     }};
  for (const Method& method : methods()) {
    if (!method.error_control) continue;
    for (const double x0 : {0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.3}) {
      const double start[] = {x0};
      problem.stop_requested = give_up_after(200'000);
      const auto result = solve(problem, method, 0, 10, start);
      EXPECT_FALSE(result.finished) << method.name << " " << x0;
      EXPECT_NE(result.failure.reason, StepFailure::Reason::Stopped) << method.name << " " << x0;
      EXPECT_NEAR(result.t, 1 / x0, 0.05) << method.name << " " << x0;
      EXPECT_LT(result.rejected, 20'000) << method.name << " " << x0;
    }
  }
}

// The root of what has become negative is no number.
TEST(StepController, EveryMethodEndsWhereNothingIsDefined) {
  OdeProblem problem{.size = 1, .rhs = [](double, auto x, auto dx) {
                       dx[0] = -1 - 0.1 * std::sqrt(x[0]);
                       return std::isfinite(dx[0]) ? EvalStatus::Ok : EvalStatus::Recoverable;
                     }};
  OdeProblem silent{.size = 1, .rhs = [](double, auto x, auto dx) {
                      dx[0] = -1 - 0.1 * std::sqrt(x[0]);
                      return EvalStatus::Ok;
                    }};
  const double start[] = {1};
  for (const Method& method : methods()) {
    if (!method.error_control) continue;
    for (OdeProblem* each : {&problem, &silent}) {
      each->stop_requested = give_up_after(200'000);
      const auto result = solve(*each, method, 0, 10, start);
      EXPECT_FALSE(result.finished) << method.name;
      EXPECT_NE(result.failure.reason, StepFailure::Reason::Stopped) << method.name;
      EXPECT_LT(result.t, 1.01) << method.name;
    }
  }
}

TEST(StepController, FirstStepSuitsTheProblemsScale) {
  // Decay with time constant 1e-6, though one would start with steps of seconds.
  OdeProblem fast{.size = 1, .rhs = [](double, auto x, auto dx) {
                    dx[0] = -1e6 * x[0];
                    return EvalStatus::Ok;
                  }};
  const double x[] = {1}, f[] = {-1e6};
  const double h = initial_step(fast, {1, 1e-3, 1e-6}, 5, 0, x, f, 1e9);
  EXPECT_GT(h, 1e-9);
  EXPECT_LE(h, 1.001e-6);
  OdeProblem still{.size = 1, .rhs = [](double, auto, auto dx) {
                     dx[0] = 0;
                     return EvalStatus::Ok;
                   }};
  const double zero[] = {0};
  EXPECT_LE(initial_step(still, {1, 1e-3, 1e-6}, 5, 0, zero, zero, 0.2), 0.2);
}

}  // namespace
}  // namespace sim

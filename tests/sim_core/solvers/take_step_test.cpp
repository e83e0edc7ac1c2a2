#include "sim_core/solvers/take_step.h"

#include <gtest/gtest.h>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

const Method& ode45 = *find_method("ode45");

TEST(TakeStep, EndsExactlyAtTheLimitAndLeavesNoTinyRest) {
  const OdeProblem problem = test::oscillator();
  auto stepper = ode45.make(problem, {.weights = {2, 1e-3, 1e-6}, .max_step = 0.1});
  const double x0[] = {1, 0};
  stepper->restart(0, x0, 0.1);
  std::vector<double> ends;
  while (stepper->time() < 0.31) {
    ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = 0.31}).ready);
    stepper->accept();
    ends.push_back(stepper->time());
  }
  EXPECT_EQ(ends.back(), 0.31);
  ASSERT_EQ(ends.size(), 4u);
  EXPECT_NEAR(ends[3] - ends[2], ends[2] - ends[1], 1e-12);
}

TEST(TakeStep, AShortStepToALimitDoesNotForgetTheStepPlanned) {
  const OdeProblem problem = test::oscillator();
  auto stepper = ode45.make(problem, {.weights = {2, 1e-3, 1e-6}});
  const double x0[] = {1, 0};
  stepper->restart(0, x0);
  for (int i = 0; i < 3; ++i) {
    take_step(problem, *stepper, {.t_limit = 100});
    stepper->accept();
  }
  const double planned = stepper->next_step();
  ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = stepper->time() + 1e-6}).ready);
  stepper->accept();
  EXPECT_EQ(stepper->next_step(), planned);
}

TEST(TakeStep, RecoverableEvaluationsShortenTheStep) {
  // sqrt leaves its domain for steps past t = 1; the step must creep up, never fail before.
  OdeProblem problem{.size = 1, .rhs = [](double, auto x, auto dx) {
                       if (x[0] > 1) return EvalStatus::Recoverable;
                       dx[0] = 1;
                       return EvalStatus::Ok;
                     }};
  const double x0[] = {0};
  const auto result = solve(problem, ode45, 0, 2, x0);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.failure.reason, StepFailure::Reason::Recoverable);
  EXPECT_NEAR(result.t, 1, 1e-14);
}

TEST(TakeStep, HookMovesTheTrialOrAsksForASmallerStep) {
  const OdeProblem problem = test::oscillator();
  auto stepper = ode45.make(problem, {.weights = {2, 1e-3, 1e-6}});
  const double x0[] = {1, 0};
  stepper->restart(0, x0, 0.4);
  int calls = 0;
  const auto outcome = take_step(problem, *stepper, {.t_limit = 10}, [&](Stepper& s) {
    if (++calls == 1) return EvalStatus::Recoverable;
    s.trial_state()[0] = 0.75;
    s.trial_moved({});
    return EvalStatus::Ok;
  });
  EXPECT_TRUE(outcome.ready);
  EXPECT_EQ(outcome.rejected, 1);
  EXPECT_DOUBLE_EQ(stepper->trial_time(), 0.1);
  EXPECT_EQ(stepper->trial_state()[0], 0.75);
}

TEST(TakeStep, StopsWhenAsked) {
  OdeProblem problem = test::oscillator();
  problem.stop_requested = [] { return true; };
  const double x0[] = {1, 0};
  const auto result = solve(problem, ode45, 0, 1, x0);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.failure.reason, StepFailure::Reason::Stopped);
}

TEST(Solve, FixedStepsEndOnTheGridNotOnSumsOfSteps) {
  const OdeProblem problem = test::oscillator();
  const double x0[] = {1, 0};
  std::vector<double> times;
  const auto result = solve(problem, *find_method("ode4"), 0, 1, x0, {.fixed_step = 0.1}, [&](Stepper& s) {
    times.push_back(s.time());
    return true;
  });
  EXPECT_TRUE(result.finished);
  ASSERT_EQ(times.size(), 10u);
  for (int k = 1; k < 10; ++k) EXPECT_EQ(times[k - 1], k * 0.1);
  EXPECT_EQ(times.back(), 1);
}

TEST(Registry, NamesAreUniqueAndComplete) {
  for (const Method& m : methods()) {
    EXPECT_EQ(find_method(m.name), &m);
    EXPECT_FALSE(m.title.empty());
    EXPECT_FALSE(m.advice.empty());
    EXPECT_GT(m.order, 0);
  }
  EXPECT_EQ(find_method("ode99"), nullptr);
}

}  // namespace
}  // namespace sim

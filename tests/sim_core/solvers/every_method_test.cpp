#include "sim_core/solvers/explicit_runge_kutta.h"

#include <gtest/gtest.h>

#include "sim_core/solvers/integrate.h"
#include "sim_core/solvers/methods/classical.h"
#include "sim_core/solvers/methods/dormand_prince.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

using test::distance;

std::vector<double> at(Stepper& stepper, double t) {
  std::vector<double> x(stepper.state().size());
  EXPECT_EQ(stepper.interpolate(t, x), EvalStatus::Ok);
  return x;
}

// A stepper with loose tolerances, on its first trial step.
struct OneStep {
  OneStep(const OdeProblem& problem, std::string_view method, std::vector<double> x, double t0, double t1)
      : stepper(find_method(method)->make(problem, {.weights = {problem.size, 1e-3, 1e-6}})) {
    EXPECT_EQ(stepper->restart(t0, x, t1 - t0), EvalStatus::Ok);
    EXPECT_EQ(stepper->attempt(t1).status, EvalStatus::Ok);
  }
  std::unique_ptr<Stepper> stepper;
};

class EveryMethod : public testing::TestWithParam<Method> {
 protected:
  const Method& method = GetParam();
};

// The order at which errors fall as h is halved, where they are well above rounding: the last pair that is.
template <typename Error>
double measured_order(double h, double least_h, double rounding, Error error) {
  double order = 0;
  for (double at_h = error(h); h >= least_h; h /= 2) {
    const double at_half = error(h / 2);
    if (at_half < rounding) break;
    order = std::log2(at_h / at_half);
    at_h = at_half;
  }
  return order;
}

// The largest error at the ends of steps that are all h long, whatever the stepper would like.
double largest_error(const Method& method, double h) {
  const OdeProblem problem = test::growth();
  const auto stepper = method.make(problem, {.weights = {2, 1e-9, 1e-9}});
  EXPECT_EQ(stepper->restart(0, test::growth_at(0), h), EvalStatus::Ok);
  double largest = 0;
  for (int k = 1; k * h <= 4; ++k) {
    EXPECT_EQ(stepper->attempt(k * h).status, EvalStatus::Ok);
    stepper->accept();
    largest = std::max(largest, distance(stepper->state(), test::growth_at(k * h)));
  }
  return largest;
}

TEST_P(EveryMethod, ConvergesWithItsOrder) {
  const auto error = [&](double h) { return largest_error(method, h); };
  EXPECT_NEAR(measured_order(1. / 2, 1. / 128, 5e-14, error), method.order, 0.2);
}

// From an exact start, x inside one step is off by O(h^(dense_order + 1)).
TEST_P(EveryMethod, DenseOutputConvergesWithItsOrder) {
  auto error = [&](double h) {
    const OdeProblem problem = test::growth();
    OneStep step(problem, method.name, test::growth_at(0.3), 0.3, 0.3 + h);
    double largest = 0;
    for (double theta = 0.05; theta < 1; theta += 0.05)
      largest =
          std::max(largest, distance(at(*step.stepper, 0.3 + theta * h), test::growth_at(0.3 + theta * h)));
    return largest;
  };
  EXPECT_NEAR(measured_order(1. / 2, 1. / 64, 1e-13, error), method.dense_order + 1, 0.2);
}

TEST_P(EveryMethod, InterpolantMeetsBothEndsAndItsOwnSlopeAtTheStart) {
  const OdeProblem problem = test::growth();
  const auto x0 = test::growth_at(0.3);
  OneStep step(problem, method.name, x0, 0.3, 0.5);
  const std::vector<double> end(step.stepper->trial_state().begin(), step.stepper->trial_state().end());
  EXPECT_EQ(at(*step.stepper, 0.3), x0);
  EXPECT_EQ(at(*step.stepper, 0.5), end);
  EXPECT_LT(distance(at(*step.stepper, 0.5 - 1e-12), end), 1e-11);
  EXPECT_NEAR((at(*step.stepper, 0.3 + 1e-7)[0] - x0[0]) / 1e-7, x0[0] * std::cos(0.3), 1e-5);
}

TEST_P(EveryMethod, MovedEndBendsTheInterpolantAndTheNextStepContinues) {
  const OdeProblem problem = test::growth();
  OneStep step(problem, method.name, test::growth_at(0), 0, 0.1);
  Stepper& s = *step.stepper;
  const auto before = at(s, 0.05);
  s.trial_state()[0] += 1e-3;
  s.trial_moved();
  EXPECT_NEAR(at(s, 0.1 - 1e-13)[0], s.trial_state()[0], 1e-12);
  EXPECT_NEAR(at(s, 0.05)[0] - before[0], 0.5e-3, 0.5e-4);
  EXPECT_NEAR((at(s, 1e-6)[0] - 1) / 1e-6, 1, 1e-5) << "the slope at the start stays";
  EXPECT_NEAR(at(s, 0.05)[1], before[1], 1e-6) << "what was not moved stays";
  const double moved = s.trial_state()[0];
  s.accept();
  EXPECT_EQ(s.state()[0], moved);
  EXPECT_EQ(at(s, 0.1)[0], moved);
  s.attempt(0.2);
  EXPECT_EQ(at(s, 0.1)[0], moved);
  // f must have been evaluated at the moved point, not where the step had ended.
  const double slope = (at(s, 0.1 + 1e-7)[0] - moved) / 1e-7;
  EXPECT_NEAR(slope, moved * std::cos(0.1), 1e-6);
}

TEST_P(EveryMethod, TruncatedStepEndsOnTheInterpolant) {
  const OdeProblem problem = test::growth();
  OneStep step(problem, method.name, test::growth_at(0), 0, 0.1);
  Stepper& s = *step.stepper;
  const auto inside = at(s, 0.03), cut = at(s, 0.06);
  ASSERT_EQ(s.truncate(0.06), EvalStatus::Ok);
  EXPECT_EQ(s.trial_time(), 0.06);
  EXPECT_EQ(at(s, 0.06), cut);
  EXPECT_EQ(at(s, 0.03), inside);
  EXPECT_LT(distance(at(s, 0.06 + 1e-12), cut), 1e-11) << "just after the event";
  s.trial_state()[1] += 1e-4;
  s.trial_moved();
  EXPECT_NEAR(at(s, 0.03)[1] - inside[1], 0.5e-4, 1e-12);
  EXPECT_NEAR(at(s, 0.06 + 1e-12)[1], cut[1] + 1e-4, 1e-11);
  s.accept();
  EXPECT_EQ(s.time(), 0.06);
  EXPECT_EQ(s.state()[1], cut[1] + 1e-4);
  s.attempt(0.1);
  EXPECT_NEAR((at(s, 0.06 + 1e-7)[0] - cut[0]) / 1e-7, cut[0] * std::cos(0.06), 1e-6);
}

TEST_P(EveryMethod, GivesTheSameBitsTwice) {
  const OdeProblem problem = test::growth();
  SolveOptions options{.fixed_step = 0.1};
  const auto first = solve(problem, method, 0, 3, test::growth_at(0), options);
  const auto second = solve(problem, method, 0, 3, test::growth_at(0), options);
  EXPECT_EQ(first.x, second.x);
  EXPECT_EQ(first.steps, second.steps);
}

TEST_P(EveryMethod, FatalEvaluationIsAValue) {
  OdeProblem problem{.size = 1, .rhs = [](double t, auto, auto dx) {
                       dx[0] = 1;
                       return t > 1 ? EvalStatus::Fatal : EvalStatus::Ok;
                     }};
  const double x0[] = {0};
  const auto result = solve(problem, method, 0, 2, x0, {.stepper = {.max_step = 0.3}, .fixed_step = 0.3});
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.failure.reason, StepFailure::Reason::Fatal);
  EXPECT_LE(result.t, 1.3);  // Euler first asks for f past t = 1 when it is already there
}

// A model without continuous states steps from hit to hit.
TEST_P(EveryMethod, NoStatesMeansNoLimitOnTheStep) {
  OdeProblem nothing{.size = 0, .rhs = [](double, auto, auto) { return EvalStatus::Ok; }};
  const auto result = solve(nothing, method, 0, 10, {});
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(result.steps, 1);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, testing::ValuesIn(methods().begin(), methods().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ExplicitRungeKutta, FirstStageIsTheLastOfTheStepBefore) {
  const OdeProblem problem = test::oscillator();
  auto evaluations = [&](std::string_view method) {
    SolveOptions options{.fixed_step = 0.01};
    options.stepper.max_step = options.stepper.initial_step = 0.01;
    options.stepper.weights = {2, 1e30, 1e30};
    const double x0[] = {1, 0};
    return solve(problem, *find_method(method), 0, 1, x0, options).statistics.rhs_evaluations;
  };
  EXPECT_EQ(evaluations("ode45"), 6 * 100 + 1);
  EXPECT_EQ(evaluations("ode23"), 3 * 100 + 1);
  EXPECT_EQ(evaluations("ode5"), 6 * 100);
  EXPECT_EQ(evaluations("ode4"), 4 * 100);
}

TEST(ExplicitRungeKutta, ProjectedErrorEstimateIsMeasuredAgain) {
  const OdeProblem problem = test::growth();
  OneStep step(problem, "ode45", test::growth_at(0), 0, 2);
  ASSERT_GT(step.stepper->trial_error().value, 0);
  step.stepper->error_estimate()[0] = 0;
  step.stepper->error_estimate()[1] = 1;
  const StepAttempt moved = step.stepper->trial_moved();
  const double x1 = std::max(test::growth_at(0)[1], step.stepper->trial_state()[1]);
  EXPECT_NEAR(moved.error.value, 1 / (1e-3 * x1), 1e-9);
  EXPECT_EQ(moved.error.worst, 1);
}

}  // namespace
}  // namespace sim

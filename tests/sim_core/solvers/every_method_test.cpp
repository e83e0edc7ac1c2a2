#include "sim_core/solvers/explicit_runge_kutta.h"

#include <gtest/gtest.h>

#include "sim_core/solvers/integrate.h"
#include "sim_core/solvers/methods/classical.h"
#include "sim_core/solvers/methods/dormand_prince.h"
#include "sim_core/solvers/methods/settings_of_method.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

using test::distance;

std::vector<double> at(Stepper& stepper, double t) {
  std::vector<double> x(stepper.state().size());
  EXPECT_EQ(stepper.interpolate(t, x), EvalStatus::Ok);
  return x;
}

// A stepper on its first trial step.
struct OneStep {
  OneStep(const OdeProblem& problem, std::string_view method, std::vector<double> x, double t0, double t1)
      : stepper(find_method(method)->make(problem, {.weights = {problem.size, 1e-8, 1e-8}})) {
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
  const auto stepper = method.make(problem, {.weights = {2, 1e-10, 1e-10}});
  EXPECT_EQ(stepper->restart(0, test::growth_at(0), h), EvalStatus::Ok);
  double largest = 0;
  for (int k = 1; k * h <= 4; ++k) {
    if (stepper->attempt(k * h).status != EvalStatus::Ok) {
      ADD_FAILURE() << method.name << " h = " << h;
      return 1;
    }
    stepper->accept();
    largest = std::max(largest, distance(stepper->state(), test::growth_at(k * h)));
  }
  return largest;
}

TEST_P(EveryMethod, ConvergesWithItsOrder) {
  const auto error = [&](double h) { return largest_error(method, h); };
  if (method.multistep) GTEST_SKIP() << "its order is measured where its past is exact";
  EXPECT_NEAR(
      measured_order(method.implicit ? 1. / 8 : 1. / 2, 1. / 128, method.implicit ? 1e-11 : 5e-14, error),
      method.order, 0.2);
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
  if (method.multistep) GTEST_SKIP() << "its first step is of order 1";
  EXPECT_NEAR(measured_order(method.implicit ? 1. / 16 : 1. / 2, 1. / 64, 1e-13, error),
              method.dense_order + 1, 0.2);
}

double slope(Stepper& stepper, double t, double start) { return (at(stepper, t + 1e-7)[0] - start) / 1e-7; }

TEST_P(EveryMethod, InterpolantMeetsBothEnds) {
  const OdeProblem problem = test::growth();
  const auto x0 = test::growth_at(0.3);
  OneStep step(problem, method.name, x0, 0.3, 0.5);
  const std::vector<double> end(step.stepper->trial_state().begin(), step.stepper->trial_state().end());
  EXPECT_EQ(at(*step.stepper, 0.3), x0);
  EXPECT_EQ(at(*step.stepper, 0.5), end);
  EXPECT_LT(distance(at(*step.stepper, 0.5 - 1e-12), end), 1e-11);
  EXPECT_LT(distance(at(*step.stepper, 0.3 + 1e-12), x0), 1e-11);
  OneStep small(problem, method.name, x0, 0.3, 0.3 + 1e-5);
  EXPECT_NEAR(slope(*small.stepper, 0.3, x0[0]), x0[0] * std::cos(0.3), 1e-4);
}

TEST_P(EveryMethod, MovedEndBendsTheInterpolantAndTheNextStepContinues) {
  const OdeProblem problem = test::growth();
  OneStep step(problem, method.name, test::growth_at(0), 0, 0.1);
  Stepper& s = *step.stepper;
  const auto before = at(s, 0.05);
  const double slope_before = (at(s, 1e-6)[0] - 1) / 1e-6;
  s.trial_state()[0] += 1e-3;
  s.trial_moved({});
  EXPECT_NEAR(at(s, 0.1 - 1e-13)[0], s.trial_state()[0], 1e-12);
  EXPECT_NEAR(at(s, 0.05)[0] - before[0], 0.5e-3, 0.5e-4);
  EXPECT_NEAR((at(s, 1e-6)[0] - 1) / 1e-6, slope_before, 1e-5) << "the slope at the start stays";
  EXPECT_NEAR(at(s, 0.05)[1], before[1], 1e-6) << "what was not moved stays";
  const double moved = s.trial_state()[0];
  s.accept();
  EXPECT_EQ(s.state()[0], moved);
  EXPECT_EQ(at(s, 0.1)[0], moved);
  s.attempt(0.1 + 1e-5);
  EXPECT_EQ(at(s, 0.1)[0], moved);
  // f must have been evaluated at the moved point, not where the step had ended.
  // A multistep method has a past that was moved too.
  EXPECT_NEAR(slope(s, 0.1, moved), moved * std::cos(0.1), method.multistep ? 1e-2 : 1e-4);
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
  s.trial_moved({});
  EXPECT_NEAR(at(s, 0.03)[1] - inside[1], 0.5e-4, 1e-12);
  EXPECT_NEAR(at(s, 0.06 + 1e-12)[1], cut[1] + 1e-4, 1e-11);
  s.accept();
  EXPECT_EQ(s.time(), 0.06);
  EXPECT_EQ(s.state()[1], cut[1] + 1e-4);
  s.attempt(0.06 + 1e-5);
  EXPECT_NEAR(slope(s, 0.06, cut[0]), cut[0] * std::cos(0.06), method.multistep ? 1e-2 : 1e-4);
}

// Steps that are cut off and moved again and again cost no more accuracy than the tolerance.
TEST_P(EveryMethod, GoesOnFromEventsAndProjections) {
  if (!method.error_control) GTEST_SKIP() << "keeps to no tolerance";
  const OdeProblem problem = test::oscillator();
  const double tolerance = 1e-5;
  const auto stepper = method.make(problem, {.weights = {2, tolerance, tolerance}, .max_step = 0.5});
  const double x0[] = {1, 0};
  ASSERT_EQ(stepper->restart(0, x0), EvalStatus::Ok);
  int steps = 0, cut = 0;
  while (stepper->time() < 10 && ++steps < 20000) {
    const double t = stepper->time();
    ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = 10}).ready) << t;
    auto x = stepper->trial_state();
    const double size = std::hypot(x[0], x[1]);
    for (double& v : x) v /= size;
    stepper->trial_moved({});
    if (steps % 7 == 3) {
      ++cut;
      ASSERT_EQ(stepper->truncate(t + 0.37 * (stepper->trial_time() - t)), EvalStatus::Ok);
    }
    stepper->accept();
    if (steps % 23 != 5) continue;
    const std::vector<double> now(stepper->state().begin(), stepper->state().end());
    ASSERT_EQ(stepper->restart(stepper->time(), now, stepper->next_step()), EvalStatus::Ok);
  }
  EXPECT_LT(distance(stepper->state(), test::oscillator_at(10)), (method.order <= 2 ? 200 : 50) * tolerance)
      << steps;
  EXPECT_GT(cut, 2);
}

// What a stepper keeps can be handed to another, which goes on to the last bit.
TEST_P(EveryMethod, GoesOnElsewhereFromItsMemory) {
  if (method.keeps_own_history) GTEST_SKIP() << "keeps its past to itself";
  OdeProblem problem = test::growth();
  problem.jacobian = [](double t, auto x, auto values) {
    values[0] = std::cos(t);
    values[1] = values[2] = 0;
    values[3] = 1 - 2 * x[1];
    return EvalStatus::Ok;
  };
  const StepperOptions options{.weights = {2, 1e-5, 1e-5}, .max_step = 0.2};
  const auto whole = method.make(problem, options), other = method.make(problem, options);
  ASSERT_EQ(whole->restart(0, test::growth_at(0)), EvalStatus::Ok);
  const auto step = [&](Stepper& s, int k) {
    ASSERT_TRUE(take_step(problem, s, {.t_limit = 6}).ready);
    if (k % 3 == 1) {
      s.trial_state()[0] *= 1 + 1e-7;
      s.trial_moved({});
    }
    if (k % 5 == 2) {
      ASSERT_EQ(s.truncate(s.time() + 0.7 * (s.trial_time() - s.time())), EvalStatus::Ok);
    }
    s.accept();
  };
  for (int k = 0; k < 40; ++k) {
    const std::vector<double> x(whole->state().begin(), whole->state().end());
    ASSERT_EQ(other->restart(whole->time(), x, whole->next_step()), EvalStatus::Ok);
    ASSERT_TRUE(other->recall(whole->memory()));
    step(*whole, k);
    step(*other, k);
    ASSERT_EQ(whole->time(), other->time()) << k;
    for (int i = 0; i < 2; ++i) ASSERT_EQ(whole->state()[i], other->state()[i]) << k;
    ASSERT_EQ(whole->next_step(), other->next_step()) << k;
    if (whole->time() >= 5) break;
  }
}

// Memories that do not fit: nothing of them is taken over.
TEST_P(EveryMethod, IsUnchangedByWhatItCannotRecall) {
  if (method.keeps_own_history) GTEST_SKIP() << "keeps its past to itself";
  const OdeProblem problem = test::growth();
  const StepperOptions options{.weights = {2, 1e-5, 1e-5}, .max_step = 0.2};
  const auto run = method.make(problem, options);
  ASSERT_EQ(run->restart(0, test::growth_at(0)), EvalStatus::Ok);
  for (int k = 0; k < 12; ++k) {
    ASSERT_TRUE(take_step(problem, *run, {.t_limit = 6}).ready);
    run->accept();
  }
  const std::vector<double> whole = run->memory();
  std::vector<std::vector<double>> wrong{{-1.5, -1.5, -1.5}, whole, whole};
  wrong[1].push_back(0.5);
  if (!whole.empty()) wrong[2].pop_back();
  for (const std::vector<double>& memory : wrong) {
    if (memory.size() == whole.size()) continue;
    const auto tried = method.make(problem, options), other = method.make(problem, options);
    for (Stepper* stepper : {tried.get(), other.get()})
      ASSERT_EQ(stepper->restart(run->time(), run->state(), run->next_step()), EvalStatus::Ok);
    EXPECT_FALSE(tried->recall(memory)) << memory.size();
    EXPECT_EQ(tried->memory(), other->memory()) << memory.size();
    for (int k = 0; k < 5; ++k) {
      for (Stepper* stepper : {tried.get(), other.get()}) {
        ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = 9}).ready);
        stepper->accept();
      }
      ASSERT_EQ(tried->time(), other->time()) << memory.size();
      for (std::size_t i = 0; i < 2; ++i) ASSERT_EQ(tried->state()[i], other->state()[i]);
    }
  }
}

// It rises to 1, ever more slowly.
OdeProblem relaxation() {
  return {.size = 1, .rhs = [](double, auto x, auto dx) {
            dx[0] = 40 * (1 - x[0]);
            return EvalStatus::Ok;
          }};
}

TEST_P(EveryMethod, CanKeepTheShapeOfWhatRises) {
  if (!setting_applies("ShapePreserveControl", method, "ode3")) GTEST_SKIP() << "it has no such option";
  const OdeProblem problem = relaxation();
  const double start[] = {0};
  for (const double h : {0.02, 0.05, 0.07, 1.0}) {
    const auto stepper = method.make(problem, {.weights = {1, 1e-3, 1e-6}, .preserve_shape = true});
    ASSERT_EQ(stepper->restart(0, start, h), EvalStatus::Ok);
    if (stepper->attempt(h).status != EvalStatus::Ok) continue;
    const double end = stepper->trial_state()[0];
    if (!(end > 0 && end < 1)) continue;  // an explicit method beyond its stability
    for (int k = 1; k <= 64; ++k) {
      const double x = at(*stepper, h * k / 64)[0];
      EXPECT_TRUE(x >= 0 && x <= end) << "h = " << h << ", " << k << ": " << x;
    }
  }
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

TEST(KeptShape, IsNotWhatTheInterpolantHas) {
  const OdeProblem problem = relaxation();
  OneStep step(problem, "radau5", {0}, 0, 1);
  EXPECT_GT(at(*step.stepper, 0.4)[0], 1.02);
  EXPECT_LT(step.stepper->trial_state()[0], 1);
}

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
  const StepAttempt moved = step.stepper->trial_moved({});
  EXPECT_DOUBLE_EQ(moved.error.value, 1e8);  // the state is below 1, so that AbsTol counts
  EXPECT_EQ(moved.error.worst, 1);
}

}  // namespace
}  // namespace sim

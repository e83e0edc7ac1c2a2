// What is peculiar to the solvers of SUNDIALS: they step as they like, and keep their past to themselves.
#include <gtest/gtest.h>

#include "sim_core/solvers/integrate.h"
#ifdef FLUXION_SUNDIALS
#include "sim_core/solvers/sundials/library.h"
#endif
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

using test::distance;

class Sundials : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    method = find_method(GetParam());
    if (method == nullptr) GTEST_SKIP() << "built without SUNDIALS";
  }
  std::unique_ptr<Stepper> started(const OdeProblem& problem, std::vector<double> x, double first_step,
                                   double tolerance = 1e-8) {
    auto stepper = method->make(problem, {.weights = {problem.size, tolerance, tolerance}});
    EXPECT_EQ(stepper->restart(0, x, first_step), EvalStatus::Ok);
    return stepper;
  }
  const Method* method = nullptr;
};

std::vector<double> at(Stepper& stepper, double t) {
  std::vector<double> x(stepper.state().size());
  EXPECT_EQ(stepper.interpolate(t, x), EvalStatus::Ok);
  return x;
}

// A trial much longer than any step of the library's.
TEST_P(Sundials, TrialHoldsAllStepsThatItTook) {
  const OdeProblem problem = test::oscillator();
  const auto stepper = started(problem, {1, 0}, 2, 1e-6);
  ASSERT_TRUE(stepper->attempt(2).passes());
  EXPECT_GT(stepper->statistics().rhs_evaluations, 30);
  EXPECT_LT(distance(stepper->trial_state(), test::oscillator_at(2)), 1e-4);
  for (double t = 0; t <= 2; t += 0.01)
    EXPECT_LT(distance(at(*stepper, t), test::oscillator_at(t)), 1e-4) << t;
  std::vector<double> before = at(*stepper, 0);
  for (double t = 1e-4; t <= 2; t += 1e-4) {
    const std::vector<double> now = at(*stepper, t);
    ASSERT_LT(distance(now, before), 2e-4) << "a jump at " << t;
    before = now;
  }
}

TEST_P(Sundials, ShortenedTrialIsReadOffTheStepsAlreadyTaken) {
  const OdeProblem problem = test::oscillator();
  const auto stepper = started(problem, {1, 0}, 1);
  ASSERT_TRUE(stepper->attempt(1).passes());
  const std::vector<double> inside = at(*stepper, 0.25);
  const long cost = stepper->statistics().rhs_evaluations;
  stepper->truncate(0.25);
  EXPECT_EQ(distance(stepper->trial_state(), inside), 0);
  stepper->accept();
  EXPECT_NEAR(stepper->next_step(), 0.75, 1e-12) << "up to where the library is";
  ASSERT_TRUE(stepper->attempt(1).passes());
  EXPECT_EQ(stepper->statistics().rhs_evaluations, cost);
  EXPECT_LT(distance(stepper->trial_state(), test::oscillator_at(1)), 1e-6);
}

// As a projection does that cannot be made: what it rejected must not come back.
TEST_P(Sundials, RejectedTrialIsTakenAnew) {
  const OdeProblem problem = test::oscillator();
  const auto stepper = started(problem, {1, 0}, 0, 1e-3);
  for (int k = 0; k < 20; ++k) {
    ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = 20}).ready);
    stepper->accept();
  }
  const double t = stepper->time();
  ASSERT_TRUE(stepper->attempt(t + 0.1).passes());
  const std::vector<double> inside = at(*stepper, t + 0.025);
  const long cost = stepper->statistics().rhs_evaluations;
  stepper->reject(Rejection::EvaluationFailed);
  EXPECT_NEAR(stepper->next_step(), 0.025, 1e-12);
  ASSERT_TRUE(stepper->attempt(t + 0.025).passes());
  EXPECT_GT(stepper->statistics().rhs_evaluations, cost);
  EXPECT_NE(distance(stepper->trial_state(), inside), 0);
  EXPECT_LT(distance(stepper->trial_state(), inside), 1e-3);
}

// Neither an event that leaves f alone nor a projection costs the order that was reached.
TEST_P(Sundials, CutStepsAndSmallMovesKeepThePast) {
  const OdeProblem problem = test::oscillator();
  const auto steps = [&](bool cut, bool project) {
    const auto stepper = started(problem, {1, 0}, 0, 1e-6);
    int count = 0;
    for (; stepper->time() < 20 && count < 20000; ++count) {
      EXPECT_TRUE(take_step(problem, *stepper, {.t_limit = 20}).ready);
      if (project) {
        const auto x = stepper->trial_state();
        const double size = std::hypot(x[0], x[1]);
        for (double& v : x) v /= size;
        stepper->trial_moved({});
      }
      if (cut && count % 10 == 9)
        stepper->truncate(stepper->time() + 0.4 * (stepper->trial_time() - stepper->time()));
      stepper->accept();
    }
    EXPECT_LT(distance(stepper->state(), test::oscillator_at(20)), 1e-3) << cut << project;
    return count;
  };
  const int usual = steps(false, false);
  EXPECT_LT(steps(true, false), 1.3 * usual);
  EXPECT_LT(steps(false, true), 1.3 * usual);
}

// Steps are cut at sample hits, between which the library would take one or two.
TEST_P(Sundials, StepsGrowAgainBehindASampleHit) {
  const OdeProblem problem = test::oscillator();
  const auto stepper = started(problem, {1, 0}, 0, 1e-4);
  int count = 0;
  for (int k = 1; k <= 100; ++k)
    for (; stepper->time() < 0.2 * k; ++count) {
      ASSERT_TRUE(take_step(problem, *stepper, {.t_limit = 0.2 * k}).ready);
      stepper->accept();
    }
  EXPECT_LT(count, 500);
  EXPECT_LT(distance(stepper->state(), test::oscillator_at(20)), 2e-2);
}

// Far from 0 a step cut at a hit is as long as the one before to the last bit, which must not hold the order.
TEST_P(Sundials, OrdersRiseBehindASampleHit) {
  const OdeProblem problem = test::oscillator();
  const auto steps = [&](std::vector<double> hits) {
    const auto stepper = method->make(problem, {.weights = {2, 1e-8, 1e-8}});
    const double x0[] = {1, 0}, start = 1600;
    EXPECT_EQ(stepper->restart(start, x0), EvalStatus::Ok);
    int count = 0;
    for (double hit : hits)
      for (; stepper->time() < start + hit && count < 20000; ++count) {
        EXPECT_TRUE(take_step(problem, *stepper, {.t_limit = start + hit}).ready);
        stepper->accept();
      }
    EXPECT_LT(distance(stepper->state(), test::oscillator_at(20)), 1e-5);
    return count;
  };
  const int usual = steps({20});
  for (double hit : {1e-6, 1e-5, 1e-4, 1e-3, 0.1}) EXPECT_LT(steps({hit, 1.7 * hit, 20}), 2 * usual) << hit;
}

TEST_P(Sundials, BlowUpEndsWhereTheSolutionDoes) {
  const OdeProblem problem{.size = 1, .rhs = [](double, auto x, auto dx) {
                             dx[0] = x[0] * x[0];
                             return EvalStatus::Ok;
                           }};
  const double x0[] = {1};
  const auto result = solve(problem, *method, 0, 2, x0, {.stepper = {.weights = {1, 1e-6, 1e-6}}});
  EXPECT_FALSE(result.finished);
  EXPECT_NEAR(result.t, 1, 1e-3);
  EXPECT_LT(result.steps + result.rejected, 5000);
}

TEST_P(Sundials, GoesAsFarAsItCanBeEvaluated) {
  const OdeProblem problem{.size = 1, .rhs = [](double, auto x, auto dx) {
                             dx[0] = 1;
                             return x[0] > 0.5 ? EvalStatus::Recoverable : EvalStatus::Ok;
                           }};
  const double x0[] = {0};
  const auto result = solve(problem, *method, 0, 2, x0);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.failure.reason, StepFailure::Reason::Recoverable);
  EXPECT_NEAR(result.t, 0.5, 1e-6);
}

// The heat equation, by differences along the colors of its pattern and by our band factors.
TEST_P(Sundials, SolveWithOurJacobianAndFactors) {
  const int n = 200;
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) entries.emplace_back(i, j);
  const SparsityPattern pattern = make_pattern(n, n, entries);
  const double scale = (n + 1.0) * (n + 1.0), pi = std::acos(-1.0);
  OdeProblem problem{.size = n, .rhs = [=](double, auto x, auto dx) {
                       for (int i = 0; i < n; ++i)
                         dx[i] = scale * ((i > 0 ? x[i - 1] : 0) - 2 * x[i] + (i < n - 1 ? x[i + 1] : 0));
                       return EvalStatus::Ok;
                     }};
  problem.pattern = &pattern;
  std::vector<double> x0, expected;
  const double sine = std::sin(pi / (2 * (n + 1.0)));
  for (int i = 1; i <= n; ++i) {
    x0.push_back(std::sin(i * pi / (n + 1)));
    expected.push_back(x0.back() * std::exp(-4 * scale * sine * sine * 0.1));
  }
  const auto result = solve(problem, *method, 0, 0.1, x0, {.stepper = {.weights = {n, 1e-6, 1e-9}}});
  ASSERT_TRUE(result.finished);
  EXPECT_LT(distance(result.x, expected), 2e-5);
  EXPECT_LT(result.statistics.rhs_evaluations, 1000);
}

INSTANTIATE_TEST_SUITE_P(Libraries, Sundials, testing::Values("cvode", "ida"),
                         [](const auto& info) { return std::string(info.param); });

#ifdef FLUXION_SUNDIALS
// As it is handed to a library that refuses it.
struct NoEquations : sundials::Equations {
  EvalStatus slope(double, std::span<const double> z, std::span<double> dz) override {
    std::copy(z.begin(), z.end(), dz.begin());
    return EvalStatus::Ok;
  }
  EvalStatus renew_jacobian(double, std::span<const double>, std::span<const double>) override {
    return EvalStatus::Ok;
  }
  EvalStatus factor(double) override { return EvalStatus::Ok; }
  void solve(std::span<double>) override {}
  void inverse_tolerances(std::span<const double>, std::span<double> weight) override {
    std::fill(weight.begin(), weight.end(), 1.0);
  }
};

TEST(SundialsLibrary, TakesNoStepWhereItsSetupHasFailed) {
  NoEquations equations;
  const double z[] = {1}, slope[] = {1};
  for (auto make : {sundials::make_cvode, sundials::make_ida}) {
    const auto sound = make(equations, {.size = 1}), broken = make(equations, {.size = 1, .max_order = 99});
    sound->begin(0, z, slope, 1e-3);
    EXPECT_EQ(sound->step(1), sundials::LibraryResult::Stepped);
    broken->begin(0, z, slope, 1e-3);
    EXPECT_EQ(broken->step(1), sundials::LibraryResult::Fatal);
  }
}
#endif

}  // namespace
}  // namespace sim

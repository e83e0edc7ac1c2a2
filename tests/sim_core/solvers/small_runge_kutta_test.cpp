// Small systems are computed by code of their own: the results are those of large ones, and those of several
// steps in one call are those of one step after the other.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>

#include "sim_core/solvers/explicit_runge_kutta.h"
#include "sim_core/solvers/linear_combination.h"
#include "sim_core/solvers/methods/registry.h"
#include "sim_core/solvers/small_combination.h"
#include "sim_core/solvers/small_interpolant.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

namespace {

// x'' = 5 (1 - x^2) x' - x (van der Pol), as a function and as if it were machine code. Behind t = `end` it
// has no value.
struct VanDerPol {
  double end = 1e9;
  double time = 0, *memory = &time;
  std::uint64_t evaluations = 0;

  bool evaluate(double t, const double* x, double* dx) const {
    dx[0] = x[1];
    dx[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0];
    return t <= end;
  }
  static int code(double* memory, const double* x, double* dx, const char*, void* self) {
    return static_cast<const VanDerPol*>(self)->evaluate(*memory, x, dx) ? 0 : 1;
  }
  OdeProblem problem(bool with_code) {
    OdeProblem problem{.size = 2, .rhs = [this](double t, auto x, auto dx) {
                         return evaluate(t, x.data(), dx.data()) ? EvalStatus::Ok : EvalStatus::Recoverable;
                       }};
    if (with_code)
      problem.machine_code = [this] {
        return MachineFunction{&code, &memory, 0, nullptr, this, &evaluations};
      };
    return problem;
  }
};

struct Taken {
  std::vector<double> times, states, errors, next;
  long rejected = 0;
  bool operator==(const Taken&) const = default;
  void add(double t, std::span<const double> x) {
    times.push_back(t);
    states.insert(states.end(), x.begin(), x.end());
  }
};

StepperOptions options() { return {.weights = {2, 1e-6, 1e-8}, .max_step = 0.7}; }
const std::vector<double> x0 = {2, 0};
constexpr double limit = 30;

// Rows at the thirds of each step and at its end.
Taken step_by_step(const OdeProblem& problem, Stepper& stepper, double stop, std::size_t most = 100000) {
  Taken taken;
  std::vector<double> x(2);
  for (std::size_t k = 0; k < most && stepper.time() < stop; ++k) {
    const double from = stepper.time();
    const StepOutcome outcome = take_step(problem, stepper, {limit, 0});
    if (!outcome.ready) break;
    const double to = stepper.trial_time();
    for (const int third : {1, 2}) {
      const double t = from + (to - from) * third / 3;
      EXPECT_EQ(stepper.interpolate(t, x), EvalStatus::Ok);
      taken.add(t, x);
    }
    taken.rejected += outcome.rejected;
    taken.errors.push_back(stepper.trial_error().value);
    stepper.accept();
    taken.add(stepper.time(), stepper.state());
    taken.next.push_back(stepper.next_step());
  }
  return taken;
}

void append(Taken& taken, const MarchedSteps& march) {
  for (std::size_t k = 0; k < march.rows; ++k)
    taken.add(march.times[k], std::span(march.states).subspan(2 * k, 2));
  for (const MarchedSteps::Step& step : march.steps) {
    taken.errors.push_back(step.error.value);
    taken.next.push_back(step.next);
  }
  taken.rejected += static_cast<long>(march.rejected.size());
}

Taken marched(Stepper& stepper, double stop, std::size_t at_once) {
  Taken taken;
  MarchedSteps march;
  do {
    stepper.march({limit, stop, at_once, 3}, march);
    append(taken, march);
  } while (!march.steps.empty() && stepper.time() < stop);
  return taken;
}

std::unique_ptr<Stepper> ode45(const OdeProblem& problem) {
  auto stepper = find_method("ode45")->make(problem, options());
  EXPECT_EQ(stepper->restart(0, x0, 0), EvalStatus::Ok);
  return stepper;
}

}  // namespace

TEST(SmallRungeKutta, MarchesAsItSteps) {
  VanDerPol usual, alone, together;
  const OdeProblem a = usual.problem(false), b = alone.problem(true), c = together.problem(true);
  const auto without_code = ode45(a), one = ode45(b), many = ode45(c);
  const Taken expected = step_by_step(a, *without_code, limit);
  EXPECT_GT(expected.rejected, 10);
  EXPECT_GT(expected.errors.size(), 200u);
  EXPECT_EQ(step_by_step(b, *one, limit), expected);
  EXPECT_EQ(marched(*many, limit, 7), expected);
  EXPECT_EQ(many->time(), limit);
  EXPECT_EQ(many->statistics().rhs_evaluations, without_code->statistics().rhs_evaluations);
}

TEST(SmallRungeKutta, MarchesUntilItIsToldTo) {
  VanDerPol model, reference;
  const OdeProblem problem = model.problem(true), usual = reference.problem(false);
  const auto stepper = ode45(problem), one = ode45(usual);
  MarchedSteps march;
  stepper->march({limit, 1.5, 1000, 1}, march);
  ASSERT_FALSE(march.steps.empty());
  EXPECT_LT(march.steps.back().begin, 1.5);
  EXPECT_GE(march.steps.back().end, 1.5);
  EXPECT_EQ(march.rows, march.steps.size());
  EXPECT_EQ(stepper->time(), march.steps.back().end);
  step_by_step(usual, *one, 1.5);
  EXPECT_EQ(stepper->time(), one->time());
  EXPECT_EQ(step_by_step(problem, *stepper, limit), step_by_step(usual, *one, limit));
}

TEST(SmallRungeKutta, StopsWithinAMarch) {
  VanDerPol model;
  OdeProblem problem = model.problem(true);
  int asked = 0;
  problem.stop_requested = [&] { return ++asked > 5; };
  const auto stepper = ode45(problem);
  MarchedSteps march;
  stepper->march({limit, limit, 100, 1}, march);
  EXPECT_EQ(march.steps.size(), 5u);
  EXPECT_EQ(stepper->time(), march.steps.back().end);
}

TEST(SmallRungeKutta, ForgetsAMarch) {
  VanDerPol model, reference;
  const OdeProblem problem = model.problem(true), usual = reference.problem(false);
  const auto stepper = ode45(problem), one = ode45(usual);
  MarchedSteps march;
  stepper->march({limit, limit, 20, 1}, march);
  const Taken before = step_by_step(usual, *one, limit, 20);
  const auto evaluations = model.evaluations;
  stepper->march({limit, limit, 30, 1, [](auto, ErrorWeights& weights) { weights.absolute[0] *= 2; }}, march);
  EXPECT_EQ(march.steps.size(), 30u);
  stepper->forget_march();
  EXPECT_EQ(stepper->time(), one->time());
  EXPECT_EQ(stepper->statistics().rhs_evaluations, one->statistics().rhs_evaluations);
  EXPECT_EQ(model.evaluations, evaluations);
  EXPECT_EQ(marched(*stepper, limit, 50), step_by_step(usual, *one, limit));
}

// Before a step in which f has no value, all is as if it had not been tried.
TEST(SmallRungeKutta, LeavesStepsThatFailToTheUsualWay) {
  VanDerPol model, reference;
  model.end = reference.end = 4;
  const OdeProblem problem = model.problem(true), usual = reference.problem(false);
  const auto stepper = ode45(problem), one = ode45(usual);
  MarchedSteps march;
  Taken taken;
  do {
    stepper->march({limit, limit, 7, 3}, march);
    append(taken, march);
  } while (!march.steps.empty());
  const Taken expected = step_by_step(usual, *one, stepper->time());
  EXPECT_EQ(taken.states, expected.states);
  EXPECT_EQ(stepper->statistics().rhs_evaluations, one->statistics().rhs_evaluations);
  const StepOutcome a = take_step(problem, *stepper, {limit, 0}), b = take_step(usual, *one, {limit, 0});
  EXPECT_GT(a.rejected, 0);
  EXPECT_EQ(a.rejected, b.rejected);
  EXPECT_EQ(stepper->trial_time(), one->trial_time());
}

TEST(SmallRungeKutta, OtherMethodsDoNotMarch) {
  VanDerPol model;
  const OdeProblem problem = model.problem(true);
  for (const char* name : {"ode23", "ode15s", "ode113"}) {
    const auto stepper = find_method(name)->make(problem, options());
    ASSERT_EQ(stepper->restart(0, x0, 0), EvalStatus::Ok);
    MarchedSteps march;
    march.steps.resize(3);
    stepper->march({limit, limit, 10, 1}, march);
    EXPECT_TRUE(march.steps.empty()) << name;
    EXPECT_EQ(stepper->time(), 0) << name;
  }
}

// A system of two, and the same two among nine, most of which rest: too many to be small.
TEST(SmallRungeKutta, HasTheBitsOfALargeSystem) {
  for (const char* name : {"ode45", "ode23", "ode8", "ode3"}) {
    VanDerPol model;
    const OdeProblem two = model.problem(false);
    const OdeProblem nine{.size = 9, .rhs = [&](double t, auto x, auto dx) {
                            std::fill(dx.begin(), dx.end(), 0.0);
                            return two.rhs(t, x.first(2), dx.first(2));
                          }};
    StepperOptions of_nine = options();
    of_nine.weights = {9, 1e-6, 1e-8};
    StepperOptions of_two = options();
    of_nine.max_step = of_two.max_step = 0.05;
    const auto small = find_method(name)->make(two, of_two), large = find_method(name)->make(nine, of_nine);
    std::vector<double> start(9, 0.0);
    start[0] = 2;
    ASSERT_EQ(small->restart(0, x0, 0.01), EvalStatus::Ok);
    ASSERT_EQ(large->restart(0, start, 0.01), EvalStatus::Ok);
    for (int k = 0; k < 50; ++k) {
      ASSERT_TRUE(take_step(two, *small, {limit, 0}).ready);
      ASSERT_TRUE(take_step(nine, *large, {limit, 0}).ready);
      const double from = small->time(), h = small->trial_time() - from;
      const std::vector<double> times = {from + 0.1 * h, from + 0.3 * h, from + 0.35 * h, from + 0.8 * h,
                                         from + 0.9 * h};
      std::vector<double> a(2 * times.size()), b(9 * times.size());
      ASSERT_EQ(small->interpolate_rows(times, a), EvalStatus::Ok);
      ASSERT_EQ(large->interpolate_rows(times, b), EvalStatus::Ok);
      small->accept();
      large->accept();
      ASSERT_EQ(small->time(), large->time()) << name;
      for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_EQ(small->state()[i], large->state()[i]) << name << ", step " << k;
        for (std::size_t row = 0; row < times.size(); ++row)
          ASSERT_EQ(a[2 * row + i], b[9 * row + i]) << name << ", step " << k << ", row " << row;
      }
    }
  }
}

// The sums of small vectors are those of long ones.
TEST(SmallCombinations, HaveTheBitsOfTheLoop) {
  const std::vector<double> c = {0.3, -7.1, 1e-9, 22. / 7};
  std::vector<std::vector<double>> values(c.size() + 1);
  std::vector<const double*> k;
  for (std::size_t j = 0; j < values.size(); ++j)
    for (std::size_t i = 0; i < 5; ++i)
      values[j].push_back(std::sin(static_cast<double>(3 * j + i)) * (i % 2 ? 1e8 : 1e-3));
  for (std::size_t j = 0; j < c.size(); ++j) k.push_back(values[j].data());
  const double h = 1. / 3, *x = values.back().data();
  const auto expect = [&](auto size) {
    constexpr std::size_t n = size;
    std::vector<double> sum(n), small(n);
    add_combination(sum.data(), x, h, c, k.data(), n);
    small_sums<n>[c.size() - 1](h, c.data(), k.data(), x, small.data());
    EXPECT_EQ(sum, small) << n;
    combination(sum.data(), h, c, k.data(), n);
    small_sums<n>[c.size() - 1](h, c.data(), k.data(), nullptr, small.data());
    EXPECT_EQ(sum, small) << n;
  };
  expect(std::integral_constant<std::size_t, 1>());
  expect(std::integral_constant<std::size_t, 2>());
  expect(std::integral_constant<std::size_t, 4>());
  expect(std::integral_constant<std::size_t, 5>());
}

// Four at a time, and where the processor cannot.
TEST(SmallInterpolants, HaveTheBitsOfOneRowAfterTheOther) {
  const std::vector<double> d = {1, -2.5, 0.3, 7, 0.1, -1e-3, 2, 5, -9};
  const std::vector<double> k1 = {0.3, -8, 1e5}, k2 = {1. / 3, 2. / 7, -3}, k3 = {7, 1e-9, 0.1},
                            start = {1, 2, 3};
  const std::vector<const double*> stages = {k1.data(), k2.data(), k3.data()};
  const std::vector<double> times = {1.01, 1.1, 1.15, 1.2, 1.23, 1.29};
  const SmallInterpolant interpolant{d.data(), 3, stages, start.data(), 1, 0.3};
  std::vector<double> together(3 * times.size()), alone(3), here(3 * times.size());
  interpolated_rows_here<3>(interpolant, times, here.data());
  (has_wide_code() ? interpolated_rows_wide<3> : interpolated_rows_here<3>)(interpolant, times,
                                                                            together.data());
  EXPECT_EQ(together, here);
  for (std::size_t k = 0; k < times.size(); ++k) {
    interpolated_rows_here<3>(interpolant, {&times[k], 1}, alone.data());
    const double h = 0.3, theta = (times[k] - 1) / h;
    for (std::size_t s = 0; s < 3; ++s) {
      EXPECT_EQ(alone[s], here[3 * k + s]);
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i)
        sum += h * theta * (d[3 * i] + theta * (d[3 * i + 1] + theta * d[3 * i + 2])) * stages[i][s];
      EXPECT_NEAR(alone[s], start[s] + sum, 1e-13 * (std::abs(sum) + 10));
    }
  }
}

}  // namespace sim

// What is read between the ends of steps is as exact as what is computed at the ends: for every method the
// error inside of steps stays a bounded number of tolerances, however tight the tolerance. Output times and
// events are read there.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "sim_core/solvers/integrate.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

bool long_tests() { return std::getenv("FLUXION_LONG_TESTS") != nullptr; }

struct Problem {
  std::string name;
  OdeProblem ode;
  double end;
  std::function<std::vector<double>(double)> solution;
  bool stiff = false;
};

// x' = -r (x - cos t) - sin t, which is cos t (A. Prothero, A. Robinson, Math. Comp. 28 (1974) 145-162).
OdeProblem attracted(double rate) {
  return {.size = 1, .rhs = [rate](double t, auto x, auto dx) {
            dx[0] = -rate * (x[0] - std::cos(t)) - std::sin(t);
            return EvalStatus::Ok;
          }};
}

std::vector<Problem> problems() {
  const auto cosine = [](double t) { return std::vector{std::cos(t)}; };
  return {{"decay",
           {.size = 1,
            .rhs =
                [](double, auto x, auto dx) {
                  dx[0] = -0.1 * x[0];
                  return EvalStatus::Ok;
                }},
           10,
           [](double t) { return std::vector{10 * std::exp(-0.1 * t)}; }},
          {"oscillator", test::oscillator(), 2, test::oscillator_at},
          {"growth", test::growth(), 2, test::growth_at},
          {"attracted 1e2", attracted(1e2), 1, cosine, true},
          {"attracted 1e6", attracted(1e6), 1, cosine, true}};
}

struct Errors {
  double ends = 0, inside = 0;  // in units of the tolerance
  long steps = 0;
  bool finished = false;
};

Errors errors_of(const Method& method, const Problem& problem, double tolerance) {
  SolveOptions options;
  options.stepper.weights = ErrorWeights(problem.ode.size, tolerance, 1e-3 * tolerance);
  options.stepper.max_step = problem.end / 5;
  Errors errors;
  const auto in_tolerances = [&](std::span<const double> x, double t) {
    const std::vector<double> exact = problem.solution(t);
    double largest = 0, size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      largest = std::max(largest, std::fabs(x[i] - exact[i]));
      size = std::max(size, std::fabs(exact[i]));
    }
    return largest / (tolerance * size);
  };
  std::vector<double> x(static_cast<std::size_t>(problem.ode.size));
  double before = 0;
  const auto observe = [&](Stepper& stepper) {
    const double end = stepper.time();
    errors.ends = std::max(errors.ends, in_tolerances(stepper.state(), end));
    for (double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const double t = before + theta * (end - before);
      if (stepper.interpolate(t, x) != EvalStatus::Ok) return false;
      errors.inside = std::max(errors.inside, in_tolerances(x, t));
    }
    before = end;
    return true;
  };
  const SolveResult result =
      solve(problem.ode, method, 0, problem.end, problem.solution(0), options, observe);
  errors.steps = result.steps;
  errors.finished = result.finished && result.t == problem.end;
  return errors;
}

class Interpolants : public testing::TestWithParam<Method> {};

TEST_P(Interpolants, AreAsExactAsTheStepsAtEveryTolerance) {
  const Method& method = GetParam();
  // Methods of order 2 take a million steps beyond.
  const double least = method.order <= 2                    ? (long_tests() ? 1e-9 : 1e-7)
                       : method.order <= 3 && !long_tests() ? 1e-10
                                                            : 1e-12;
  for (const Problem& problem : problems()) {
    if (problem.stiff && !method.implicit) continue;
    for (double tolerance = 1e-3; tolerance >= least * 0.9; tolerance /= 10) {
      const Errors errors = errors_of(method, problem, tolerance);
      if (std::getenv("SOLVER_TABLE"))
        std::printf("%-8s %-14s %.0e  ends %8.2f  inside %8.2f  steps %ld\n",
                    std::string(method.name).c_str(), problem.name.c_str(), tolerance, errors.ends,
                    errors.inside, errors.steps);
      ASSERT_TRUE(errors.finished) << problem.name << " " << tolerance;
      EXPECT_LE(errors.inside, 10 + 2 * errors.ends) << problem.name << " " << tolerance;
    }
  }
}

std::vector<Method> methods_with_error_control() {
  std::vector<Method> result;
  for (const Method& m : methods())
    if (m.error_control) result.push_back(m);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Registry, Interpolants, testing::ValuesIn(methods_with_error_control()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sim

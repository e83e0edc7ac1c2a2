#include "sim_core/solvers/solver_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sim {
namespace {

using Method = JacobianMethod;

SparsityPattern tridiagonal(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) entries.emplace_back(i, j);
  return make_pattern(n, n, entries);
}

// x1' = x1 x3, x2' = sin x2, x3' = x2^2: the example of the literature, columns 1 and 2 of which share no
// row.
struct ThreeStates {
  SparsityPattern pattern =
      make_pattern(3, 3, std::vector<std::pair<int, int>>{{0, 0}, {0, 2}, {1, 1}, {2, 1}});
  int calls = 0;
  OdeProblem problem{.size = 3,
                     .rhs =
                         [this](double, std::span<const double> x, std::span<double> dx) {
                           ++calls;
                           dx[0] = x[0] * x[2];
                           dx[1] = std::sin(x[1]);
                           dx[2] = x[1] * x[1];
                           return EvalStatus::Ok;
                         },
                     .jacobian =
                         [](double, std::span<const double> x, std::span<double> v) {
                           v[0] = x[2];
                           v[1] = std::cos(x[1]);
                           v[2] = 2 * x[1];
                           v[3] = x[0];
                           return EvalStatus::Ok;
                         },
                     .pattern = &pattern};

  std::vector<double> dense(const SolverJacobian& jacobian) const {
    std::vector<double> a(9, 0.0);
    for (int j = 0, at = 0; j < 3; ++j)
      for (int i : jacobian.pattern().column(j))
        a[static_cast<std::size_t>(i + 3 * j)] = jacobian.values()[static_cast<std::size_t>(at++)];
    return a;
  }
};

const ErrorWeights weights3(3, 1e-3, 1e-6);

TEST(SolverJacobian, EveryMethodGivesTheSameMatrix) {
  ThreeStates three;
  const double x[] = {0.5, 1.2, -2};
  double f[3];
  three.problem.rhs(0, x, f);
  const std::vector<double> exact{-2, 0, 0, 0, std::cos(1.2), 2.4, 0.5, 0, 0};
  for (Method method : {Method::SparsePerturbation, Method::FullPerturbation, Method::SparseAnalytical,
                        Method::FullAnalytical}) {
    SolverJacobian jacobian(three.problem, {.method = method});
    EXPECT_EQ(jacobian.method(), method);
    ASSERT_EQ(jacobian.evaluate(0, x, f, weights3), EvalStatus::Ok);
    const std::vector<double> a = three.dense(jacobian);
    for (std::size_t k = 0; k < 9; ++k)
      EXPECT_NEAR(a[k], exact[k], is_analytical(method) ? 0 : 1e-6) << to_text(method) << ", entry " << k;
  }
}

TEST(SolverJacobian, StructurallyIndependentColumnsShareAnEvaluation) {
  ThreeStates three;
  const double x[] = {0.5, 1.2, -2};
  double f[3];
  three.problem.rhs(0, x, f);
  for (auto [method, expected] : {std::pair{Method::SparsePerturbation, 2}, {Method::FullPerturbation, 3}}) {
    SolverJacobian jacobian(three.problem, {.method = method});
    three.calls = 0;
    ASSERT_EQ(jacobian.evaluate(0, x, f, weights3), EvalStatus::Ok);
    EXPECT_EQ(three.calls, expected);
    EXPECT_EQ(jacobian.groups(), expected);
    EXPECT_EQ(jacobian.statistics().rhs_evaluations, expected);
    EXPECT_EQ(jacobian.statistics().evaluations, 1);
  }
}

TEST(SolverJacobian, TheDiagonalBelongsToThePattern) {
  ThreeStates three;
  SolverJacobian jacobian(three.problem, {.method = Method::SparsePerturbation});
  EXPECT_EQ(jacobian.pattern().nonzeros(), 5);
  const double x[] = {0.5, 1.2, -2};
  double f[3];
  three.problem.rhs(0, x, f);
  jacobian.evaluate(0, x, f, weights3);
  std::vector<double> matrix(jacobian.size());
  jacobian.combine(1, 0.1, matrix);
  LinearSolver solver(jacobian.pattern(), jacobian.linear_solver());
  ASSERT_TRUE(solver.factor(matrix));
  std::vector<double> b{1.2 * 1 - 0.05, 1 - 0.1 * std::cos(1.2), 1 - 0.24};  // (I - 0.1 J) (1, 1, 1)
  solver.solve(b);
  for (double v : b) EXPECT_NEAR(v, 1, 1e-6);

  std::vector<std::complex<double>> shifted(jacobian.size());
  jacobian.combine(std::complex<double>(2, 3), 0, shifted);
  EXPECT_EQ(shifted[0], std::complex<double>(2, 3));
  std::vector<double> y(3, 1.0);
  jacobian.multiply_add(2, std::vector<double>{1, 1, 1}, y);
  EXPECT_NEAR(y[0], 1 + 2 * (-2 + 0.5), 1e-6);
}

// Where x is far from zero in one component and zero in the next, where f is large, or steep, or nearly flat.
TEST(SolverJacobian, IncrementsFollowTheFunction) {
  struct Case {
    double x, exact;
    std::function<double(double)> f;
    double tolerance;
  };
  const Case cases[] = {
      {0, 1, [](double x) { return x; }, 1e-7},
      {1e8, 2e8, [](double x) { return x * x; }, 1e-6},
      {0, 3, [](double x) { return 1e6 + 3 * x; }, 1e-4},
      {0, 3e-3, [](double x) { return 1 + 3e-3 * x; }, 1e-4},
      {1, 1e8 * std::exp(0.0), [](double x) { return std::exp(1e8 * (x - 1)); }, 0.5},
      {0, 0, [](double) { return 5.0; }, 0},
      {0, 1, [](double x) { return std::log1p(x); }, 1e-6},
  };
  for (const Case& c : cases) {
    OdeProblem problem{.size = 1, .rhs = [&](double, std::span<const double> x, std::span<double> dx) {
                         dx[0] = c.f(x[0]);
                         return EvalStatus::Ok;
                       }};
    SolverJacobian jacobian(problem);
    const double x[] = {c.x}, f[] = {c.f(c.x)};
    for (int repeat = 0; repeat < 4; ++repeat)
      ASSERT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(1, 1e-3, 1e-6)), EvalStatus::Ok);
    EXPECT_NEAR(jacobian.values()[0], c.exact, c.tolerance * std::fabs(c.exact)) << "at x = " << c.x;
  }
}

TEST(SolverJacobian, StaysInsideTheDomain) {
  // sqrt(1 - x) at 1: defined to the left only, although f points to the right.
  OdeProblem problem{.size = 2, .rhs = [](double, std::span<const double> x, std::span<double> dx) {
                       if (x[0] > 1) return EvalStatus::Recoverable;
                       dx[0] = 3 * x[0];
                       dx[1] = x[1] < 0 ? std::numeric_limits<double>::quiet_NaN() : -1 - 2 * x[1];
                       return EvalStatus::Ok;
                     }};
  SolverJacobian jacobian(problem);
  const double x[] = {1, 0}, f[] = {3, -1};
  ASSERT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(2, 1e-3, 1e-6)), EvalStatus::Ok);
  EXPECT_NEAR(jacobian.values()[0], 3, 1e-5);
  EXPECT_NEAR(jacobian.values()[3], -2, 1e-5);
}

TEST(SolverJacobian, KeepsTheLastOneWhereThereIsNone) {
  bool defined = true;
  OdeProblem problem{.size = 1, .rhs = [&](double, std::span<const double> x, std::span<double> dx) {
                       dx[0] = -4 * x[0];
                       return defined ? EvalStatus::Ok : EvalStatus::Recoverable;
                     }};
  SolverJacobian jacobian(problem);
  const double x[] = {2}, f[] = {-8};
  ASSERT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(1, 1e-3, 1e-6)), EvalStatus::Ok);
  defined = false;
  EXPECT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(1, 1e-3, 1e-6)), EvalStatus::Recoverable);
  EXPECT_NEAR(jacobian.values()[0], -4, 1e-6);
}

TEST(SolverJacobian, ATridiagonalMatrixTakesThreeEvaluationsAtAnySize) {
  for (int n : {3, 50, 1000}) {
    const SparsityPattern pattern = tridiagonal(n);
    OdeProblem problem{.size = n,
                       .rhs =
                           [n](double, std::span<const double> x, std::span<double> dx) {
                             for (int i = 0; i < n; ++i) {
                               const auto k = static_cast<std::size_t>(i);
                               dx[k] = (i ? x[k - 1] : 0) - 2 * x[k] + (i + 1 < n ? x[k + 1] : 0);
                             }
                             return EvalStatus::Ok;
                           },
                       .pattern = &pattern};
    SolverJacobian jacobian(problem, {.method = Method::SparsePerturbation});
    std::vector<double> x(static_cast<std::size_t>(n)), f(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(0.1 * static_cast<double>(k));
    problem.rhs(0, x, f);
    ASSERT_EQ(jacobian.evaluate(0, x, f, ErrorWeights(n, 1e-3, 1e-6)), EvalStatus::Ok);
    EXPECT_EQ(jacobian.groups(), 3);
    EXPECT_LE(jacobian.statistics().rhs_evaluations, 6);
    for (int j = 0, at = 0; j < n; ++j)
      for (int i : pattern.column(j))
        ASSERT_NEAR(jacobian.values()[static_cast<std::size_t>(at++)], i == j ? -2 : 1, 1e-6);
  }
}

TEST(JacobianChoice, IsSparseFromFiftyStatesAndWhereEachStepTakesOne) {
  const auto chosen = [](int states, bool each_step, bool analytical) {
    return choose_jacobian(Method::Auto, {states, each_step, analytical, analytical ? "" : "'S-Function'"})
        .method;
  };
  EXPECT_EQ(chosen(49, false, true), Method::FullAnalytical);
  EXPECT_EQ(chosen(50, false, true), Method::SparseAnalytical);
  EXPECT_EQ(chosen(49, false, false), Method::FullPerturbation);
  EXPECT_EQ(chosen(50, false, false), Method::SparsePerturbation);
  EXPECT_EQ(chosen(1, true, true), Method::SparseAnalytical);
  EXPECT_EQ(chosen(1, true, false), Method::SparsePerturbation);
}

TEST(JacobianChoice, SaysWhatItReplacesAndWhy) {
  const JacobianFacts opaque{10, false, false, "block 'Motor'"};
  for (auto [asked, expected] : {std::pair{Method::SparseAnalytical, Method::SparsePerturbation},
                                 {Method::FullAnalytical, Method::FullPerturbation}}) {
    const JacobianChoice choice = choose_jacobian(asked, opaque);
    EXPECT_EQ(choice.method, expected);
    EXPECT_NE(choice.concern.find("'Motor'"), std::string::npos);
  }
  const JacobianChoice asked = choose_jacobian(Method::SparsePerturbation, opaque);
  EXPECT_EQ(asked.method, Method::SparsePerturbation);
  EXPECT_TRUE(asked.concern.empty());
  EXPECT_FALSE(asked.reason.empty());
  const JacobianChoice huge = choose_jacobian(Method::FullPerturbation, {.states = 100'000});
  EXPECT_EQ(huge.method, Method::SparsePerturbation);
  EXPECT_NE(huge.concern.find("memory"), std::string::npos);
}

TEST(JacobianChoice, FullMethodsUseDenseFactorsUnlessToldOtherwise) {
  EXPECT_EQ(linear_solver_for(Method::FullAnalytical, LinearSolverKind::Auto), LinearSolverKind::Dense);
  EXPECT_EQ(linear_solver_for(Method::SparseAnalytical, LinearSolverKind::Auto), LinearSolverKind::Auto);
  EXPECT_EQ(linear_solver_for(Method::FullPerturbation, LinearSolverKind::Klu), LinearSolverKind::Klu);
}

// The derivative of sqrt is infinite at 0, where solutions may begin.
TEST(SolverJacobian, TakesDifferencesWhereTheAnalyticalOneIsNotFinite) {
  for (JacobianMethod method : {JacobianMethod::FullAnalytical, JacobianMethod::SparseAnalytical}) {
    const SparsityPattern pattern = make_pattern(2, 2, std::vector<std::pair<int, int>>{{0, 0}, {1, 0}});
    OdeProblem problem{.size = 2, .rhs = [](double, auto x, auto dx) {
                         dx[0] = 1 - std::sqrt(x[0]);
                         dx[1] = 3 * x[0];
                         return EvalStatus::Ok;
                       }};
    problem.pattern = &pattern;
    problem.jacobian = [](double, auto x, auto values) {
      values[0] = -0.5 / std::sqrt(x[0]);
      values[1] = 3;
      return EvalStatus::Ok;
    };
    SolverJacobian jacobian(problem, {.method = method});
    const ErrorWeights weights(2, 1e-3, 1e-6);
    std::vector<double> x{0, 0}, f{1, 0};
    ASSERT_EQ(jacobian.evaluate(0, x, f, weights), EvalStatus::Ok);
    for (double v : jacobian.values()) EXPECT_TRUE(std::isfinite(v));
    EXPECT_LT(jacobian.values()[0], -1);
    EXPECT_NEAR(jacobian.values()[1], 3, 1e-6);
    ASSERT_EQ(jacobian.evaluate(0, x, {}, weights), EvalStatus::Ok);
    EXPECT_LT(jacobian.values()[0], -1);
    x[0] = 4, f[0] = -1;
    ASSERT_EQ(jacobian.evaluate(0, x, f, weights), EvalStatus::Ok);
    EXPECT_EQ(jacobian.values()[0], -0.25);
  }
}

}  // namespace
}  // namespace sim

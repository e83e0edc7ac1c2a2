#include "sim_core/linalg/nonlinear_equations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace sim {
namespace {

using Vector = std::vector<double>;
struct Problem {
  std::string name;
  std::function<void(const Vector& z, Vector& r)> residual;
  std::function<void(const Vector& z, Vector& j)> jacobian;  // by column
  Vector start;
  double terms = 0;  // the largest number that goes into a residual, besides those that the slopes tell of
};

NonlinearReport solve(const Problem& problem, GlobalMethod method, Vector& z, int* evaluations = nullptr) {
  NonlinearEquations equations;
  const std::size_t n = z.size();
  equations.size = static_cast<int>(n);
  equations.residual = [&](std::span<const double> at, std::span<double> r) {
    Vector out(n);
    problem.residual({at.begin(), at.end()}, out);
    std::copy(out.begin(), out.end(), r.begin());
    if (evaluations) ++*evaluations;
    return EvalStatus::Ok;
  };
  equations.jacobian = [&](std::span<const double> at, std::span<double> j) {
    Vector out(n * n, 0.0);
    problem.jacobian({at.begin(), at.end()}, out);
    std::copy(out.begin(), out.end(), j.begin());
    return EvalStatus::Ok;
  };
  equations.rounding = [&](std::span<const double> at, std::span<double> bound) {
    Vector slopes(n * n, 0.0);
    problem.jacobian({at.begin(), at.end()}, slopes);
    for (std::size_t i = 0; i < n; ++i) {
      bound[i] = problem.terms;
      for (std::size_t j = 0; j < n; ++j) bound[i] += std::fabs(slopes[i + j * n] * at[j]);
      bound[i] *= std::numeric_limits<double>::epsilon();
    }
  };
  NonlinearSolver solver;
  return solver.solve(equations, method, z);
}

constexpr GlobalMethod all_methods[] = {GlobalMethod::Auto, GlobalMethod::TrustRegion,
                                        GlobalMethod::LineSearch};

// J. J. More, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization software, ACM TOMS 7 (1981)
// 17-41.
Problem rosenbrock() {
  return {"Rosenbrock",
          [](const Vector& z, Vector& r) {
            r = {10 * (z[1] - z[0] * z[0]), 1 - z[0]};
          },
          [](const Vector& z, Vector& j) {
            j = {-20 * z[0], -1, 10, 0};
          },
          {-1.2, 1},
          10};
}
// Singular at its solution, the origin.
Problem powell_singular() {
  return {"Powell singular",
          [](const Vector& z, Vector& r) {
            r = {z[0] + 10 * z[1], std::sqrt(5.0) * (z[2] - z[3]), std::pow(z[1] - 2 * z[2], 2),
                 std::sqrt(10.0) * std::pow(z[0] - z[3], 2)};
          },
          [](const Vector& z, Vector& j) {
            const double a = 2 * (z[1] - 2 * z[2]), b = 2 * std::sqrt(10.0) * (z[0] - z[3]),
                         c = std::sqrt(5.0);
            j = {1, 0, 0, b, 10, 0, a, 0, 0, c, -2 * a, 0, 0, -c, 0, -b};
          },
          {3, -1, 0, 1}};
}
Problem powell_badly_scaled() {
  return {"Powell badly scaled",
          [](const Vector& z, Vector& r) {
            r = {1e4 * z[0] * z[1] - 1, std::exp(-z[0]) + std::exp(-z[1]) - 1.0001};
          },
          [](const Vector& z, Vector& j) {
            j = {1e4 * z[1], -std::exp(-z[0]), 1e4 * z[0], -std::exp(-z[1])};
          },
          {0, 1},
          1};
}
Problem brown_almost_linear(std::size_t n) {
  return {"Brown almost linear",
          [n](const Vector& z, Vector& r) {
            const double sum = std::accumulate(z.begin(), z.end(), 0.0);
            double product = 1;
            for (double v : z) product *= v;
            for (std::size_t i = 0; i < n; ++i) r[i] = z[i] + sum - static_cast<double>(n + 1);
            r[n - 1] = product - 1;
          },
          [n](const Vector& z, Vector& j) {
            for (std::size_t c = 0; c < n; ++c) {
              double product = 1;
              for (std::size_t k = 0; k < n; ++k) product *= k == c ? 1 : z[k];
              for (std::size_t i = 0; i + 1 < n; ++i) j[i + c * n] = i == c ? 2 : 1;
              j[n - 1 + c * n] = product;
            }
          },
          Vector(n, 0.5), static_cast<double>(n)};
}
Problem helical_valley() {
  return {"Helical valley",
          [](const Vector& z, Vector& r) {
            const double theta = std::atan2(z[1], z[0]) / (2 * M_PI);
            r = {10 * (z[2] - 10 * theta), 10 * (std::hypot(z[0], z[1]) - 1), z[2]};
          },
          [](const Vector& z, Vector& j) {
            const double q = z[0] * z[0] + z[1] * z[1], h = std::sqrt(q), f = 100 / (2 * M_PI * q);
            j = {f * z[1], 10 * z[0] / h, 0, -f * z[0], 10 * z[1] / h, 0, 10, 0, 1};
          },
          {-1, 0, 0},
          100};
}

TEST(NonlinearSolver, SolvesTheKnownHardProblems) {
  for (const Problem& problem : {rosenbrock(), powell_badly_scaled(), brown_almost_linear(5),
                                 brown_almost_linear(10), helical_valley()})
    for (GlobalMethod method : {GlobalMethod::Auto, GlobalMethod::TrustRegion}) {
      Vector z = problem.start, r(z.size());
      const NonlinearReport report = solve(problem, method, z);
      EXPECT_TRUE(report.converged()) << problem.name << " " << static_cast<int>(method);
      problem.residual(z, r);
      for (double v : r) EXPECT_NEAR(v, 0, 1e-11) << problem.name;
    }
}

TEST(NonlinearSolver, DampsNewtonsMethod) {
  for (const Problem& problem : {rosenbrock(), powell_badly_scaled()}) {
    Vector z = problem.start, r(z.size());
    EXPECT_TRUE(solve(problem, GlobalMethod::LineSearch, z).converged()) << problem.name;
    problem.residual(z, r);
    for (double v : r) EXPECT_NEAR(v, 0, 1e-11) << problem.name;
  }
  // The full Newton step from here leads away without end.
  const Problem arctangent{"arc tangent",
                           [](const Vector& z, Vector& r) { r = {std::atan(z[0] - 1)}; },
                           [](const Vector& z, Vector& j) { j = {1 / (1 + (z[0] - 1) * (z[0] - 1))}; },
                           {40}};
  for (GlobalMethod method : all_methods) {
    Vector z = arctangent.start;
    EXPECT_TRUE(solve(arctangent, method, z).converged());
    EXPECT_DOUBLE_EQ(z[0], 1);
  }
}

TEST(NonlinearSolver, ConvergesWhereTheSolutionIsSingular) {
  const Problem problem = powell_singular();
  for (GlobalMethod method : all_methods) {
    Vector z = problem.start;
    const NonlinearReport report = solve(problem, method, z);
    EXPECT_TRUE(report.converged()) << static_cast<int>(method) << " " << report.residual;
    for (double v : z) EXPECT_NEAR(v, 0, 1e-7);
  }
}

TEST(NonlinearSolver, LeavesASingularStart) {
  const Problem square{"square",
                       [](const Vector& z, Vector& r) { r = {z[0] * z[0] - 4}; },
                       [](const Vector& z, Vector& j) { j = {2 * z[0]}; },
                       {0}};
  for (GlobalMethod method : all_methods) {
    Vector z = square.start;
    EXPECT_TRUE(solve(square, method, z).converged());
    EXPECT_EQ(z[0], 2);
    z = {-1};
    EXPECT_TRUE(solve(square, method, z).converged());
    EXPECT_EQ(z[0], -2);
  }
}

TEST(NonlinearSolver, LeavesAStartWhereTheResidualIsUndefined) {
  const Problem reciprocal{"reciprocal",
                           [](const Vector& z, Vector& r) { r = {1 / z[0] + std::log(z[0]) - 1}; },
                           [](const Vector& z, Vector& j) { j = {-1 / (z[0] * z[0]) + 1 / z[0]}; },
                           {0}};
  Vector z = reciprocal.start;
  EXPECT_TRUE(solve(reciprocal, GlobalMethod::Auto, z).converged());
  EXPECT_NEAR(z[0], 1, 1e-6);  // a double root
}

TEST(NonlinearSolver, SolvesALinearSystemInOneStep) {
  const Problem linear{"linear",
                       [](const Vector& z, Vector& r) {
                         r = {2 * z[0] + z[1] - 5, z[0] - 3 * z[1] + 1};
                       },
                       [](const Vector&, Vector& j) {
                         j = {2, 1, 1, -3};
                       },
                       {0, 0}};
  for (GlobalMethod method : all_methods) {
    Vector z = linear.start;
    int evaluations = 0;
    const NonlinearReport report = solve(linear, method, z, &evaluations);
    EXPECT_TRUE(report.converged());
    EXPECT_NEAR(z[0], 2, 1e-15);
    EXPECT_NEAR(z[1], 1, 1e-15);
    EXPECT_LE(report.iterations, 2);
    EXPECT_LE(evaluations, 4);
  }
}

// z1 = 1e6, z2 = 1e-9: each to its own last digits.
TEST(NonlinearSolver, ConvergesInEveryComponentWhateverItsSize) {
  const Problem mixed{"mixed",
                      [](const Vector& z, Vector& r) {
                        r = {z[0] * z[0] - 1e12, std::exp(z[1] * 1e9) - std::exp(1.0) + 0 * z[0]};
                      },
                      [](const Vector& z, Vector& j) {
                        j = {2 * z[0], 0, 0, 1e9 * std::exp(z[1] * 1e9)};
                      },
                      {1, 0}};
  for (GlobalMethod method : all_methods) {
    Vector z = mixed.start;
    EXPECT_TRUE(solve(mixed, method, z).converged());
    EXPECT_NEAR(z[0], 1e6, 1e-9);
    EXPECT_NEAR(z[1], 1e-9, 1e-24);
  }
}

TEST(NonlinearSolver, DoesNotDependOnTheStart) {
  const Problem kepler{"Kepler",
                       [](const Vector& z, Vector& r) { r = {z[0] - 0.9 * std::sin(z[0]) - 0.7}; },
                       [](const Vector& z, Vector& j) { j = {1 - 0.9 * std::cos(z[0])}; },
                       {0},
                       1};
  Vector reference{0};
  solve(kepler, GlobalMethod::Auto, reference);
  for (double start = -3; start < 5; start += 0.37) {
    Vector z{start};
    EXPECT_TRUE(solve(kepler, GlobalMethod::Auto, z).converged());
    EXPECT_NEAR(z[0], reference[0], 5e-16) << start;
  }
}

TEST(NonlinearSolver, SaysWhenThereIsNoSolution) {
  const Problem none{"x^2 = -1",
                     [](const Vector& z, Vector& r) { r = {z[0] * z[0] + 1}; },
                     [](const Vector& z, Vector& j) { j = {2 * z[0]}; },
                     {1}};
  const Problem far{"exp(x) = 0",
                    [](const Vector& z, Vector& r) { r = {std::exp(z[0])}; },
                    [](const Vector& z, Vector& j) { j = {std::exp(z[0])}; },
                    {0}};
  const Problem contradiction{"parallel",
                              [](const Vector& z, Vector& r) {
                                r = {z[0] + z[1] - 1, z[0] + z[1] - 2};
                              },
                              [](const Vector&, Vector& j) {
                                j = {1, 1, 1, 1};
                              },
                              {0, 0}};
  const Problem undefined{"NaN",
                          [](const Vector&, Vector& r) { r = {std::nan("")}; },
                          [](const Vector&, Vector& j) { j = {1}; },
                          {0}};
  for (GlobalMethod method : all_methods)
    for (const Problem& problem : {none, far, contradiction, undefined}) {
      Vector z = problem.start;
      int evaluations = 0;
      const NonlinearReport report = solve(problem, method, z, &evaluations);
      EXPECT_FALSE(report.converged()) << problem.name << " " << z[0];
      EXPECT_LT(evaluations, 3000) << problem.name;
      if (problem.name == "parallel") {
        EXPECT_EQ(report.end, NonlinearReport::End::Singular);
      }
      if (problem.name == "NaN") {
        EXPECT_EQ(report.end, NonlinearReport::End::Undefined);
      }
    }
}

}  // namespace
}  // namespace sim

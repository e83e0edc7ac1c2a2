#include "sim_core/linalg/piecewise_equations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sim {
namespace {

using Span = std::span<const double>;
constexpr double eps = std::numeric_limits<double>::epsilon();

// M z + C' phi(C z) = s, where phi limits to -1 ... 1, or leaves out -1 ... 1: two branches each. With M
// positive definite it has exactly one solution.
struct Map {
  std::size_t n, m;
  std::vector<double> matrix, c, s;  // by column: n x n, m x n
  std::vector<int> dead_zone;

  double across(std::size_t k, Span z) const {
    double v = 0;
    for (std::size_t j = 0; j < n; ++j) v += c[k + j * m] * z[j];
    return v;
  }
  double phi(std::size_t k, double v, Span b) const {
    if (dead_zone[k]) return b[2 * k] != 0 ? v - 1 : b[2 * k + 1] != 0 ? v + 1 : 0;
    return b[2 * k] != 0 ? 1 : b[2 * k + 1] != 0 ? -1 : v;
  }
  double slope(std::size_t k, Span b) const {
    return (b[2 * k] != 0 || b[2 * k + 1] != 0) == (dead_zone[k] != 0);
  }
  void residual(Span z, Span b, std::span<double> r) const {
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = -s[i];
      for (std::size_t j = 0; j < n; ++j) r[i] += matrix[i + j * n] * z[j];
      for (std::size_t k = 0; k < m; ++k) r[i] += c[k + i * m] * phi(k, across(k, z), b);
    }
  }
  void functions(Span z, std::span<double> f) const {
    for (std::size_t k = 0; k < m; ++k) f[2 * k] = across(k, z) - 1, f[2 * k + 1] = -1 - across(k, z);
  }
  PiecewiseEquations equations() const {
    PiecewiseEquations e;
    e.size = static_cast<int>(n);
    e.branches = static_cast<int>(2 * m);
    e.residual = [this](Span z, Span b, std::span<double> r) { return residual(z, b, r), EvalStatus::Ok; };
    e.jacobian = [this](Span, Span b, std::span<double> j) {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t q = 0; q < n; ++q) {
          j[i + q * n] = matrix[i + q * n];
          for (std::size_t k = 0; k < m; ++k) j[i + q * n] += c[k + i * m] * slope(k, b) * c[k + q * m];
        }
      return EvalStatus::Ok;
    };
    e.rounding = [this](Span z, Span, std::span<double> bound) {
      double size = 1;
      for (double v : z) size = std::fmax(size, std::fabs(v));
      for (double& v : bound) v = 10 * eps * size * static_cast<double>(n * n * m);
    };
    e.functions = [this](Span z, Span, std::span<double> f) { return functions(z, f), EvalStatus::Ok; };
    e.function_rounding = [](Span, Span, std::span<double> bound) {
      for (double& v : bound) v = 8 * eps;
    };
    return e;
  }
};

Map draw(std::mt19937& engine, std::size_t n, std::size_t m, const std::vector<double>& solution) {
  std::normal_distribution<double> normal;
  Map map{n, m, std::vector<double>(n * n), std::vector<double>(m * n), std::vector<double>(n, 0.0), {}};
  for (std::size_t i = 0; i < n; ++i) {
    map.matrix[i + i * n] = 0.1 + std::fabs(normal(engine));
    for (std::size_t j = 0; j < i; ++j)
      map.matrix[i + j * n] = 3 * normal(engine), map.matrix[j + i * n] = -map.matrix[i + j * n];
  }
  for (double& v : map.c) v = normal(engine);
  for (std::size_t k = 0; k < m; ++k) map.dead_zone.push_back(normal(engine) > 0);
  std::vector<double> f(2 * m), b(2 * m), r(n);
  map.functions(solution, f);
  for (std::size_t k = 0; k < 2 * m; ++k) b[k] = f[k] >= 0;
  map.residual(solution, b, r);
  map.s = r;
  return map;
}

TEST(PiecewiseSolver, SolvesMonotoneMapsFromAnywhere) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  for (int run = 0; run < 2000; ++run) {
    const std::size_t n = 1 + static_cast<std::size_t>(run) % 8, m = 1 + static_cast<std::size_t>(run) % 11;
    std::vector<double> solution(n), z(n), b(2 * m);
    for (double& v : solution) v = 3 * normal(engine);
    const Map map = draw(engine, n, m, solution);
    for (double& v : z) v = 30 * normal(engine) * (run % 2);
    for (double& v : b) v = run % 3 == 0 && normal(engine) > 0;
    PiecewiseSolver solver;
    const PiecewiseReport report = solver.solve(map.equations(), GlobalMethod::Auto, z, b);
    ASSERT_TRUE(report.newton.converged()) << run;
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(z[j], solution[j], 1e-10 * (1 + std::fabs(solution[j]))) << run;
  }
}

// z + k (z >= 0 ? 1 : -1) = s has no solution for |s| < k; with k < 0 it has two, and the present branch is
// kept.
TEST(PiecewiseSolver, NamesBothBranchesOfAContradictionAndKeepsOneOfTwo) {
  double k = 2, s = 0.5;
  PiecewiseEquations e;
  e.size = e.branches = 1;
  e.residual = [&](Span z, Span b, std::span<double> r) {
    r[0] = z[0] + (b[0] != 0 ? k : -k) - s;
    return EvalStatus::Ok;
  };
  e.jacobian = [](Span, Span, std::span<double> j) { return j[0] = 1, EvalStatus::Ok; };
  e.rounding = [](Span, Span, std::span<double> bound) { bound[0] = 8 * eps; };
  e.functions = [](Span z, Span, std::span<double> c) { return c[0] = z[0], EvalStatus::Ok; };
  e.function_rounding = [](Span, Span, std::span<double> bound) { bound[0] = 0; };
  PiecewiseSolver solver;
  std::vector<double> z{0.1}, b{1};
  const PiecewiseReport report = solver.solve(e, GlobalMethod::Auto, z, b);
  EXPECT_FALSE(report.newton.converged());
  EXPECT_TRUE(report.exhausted);
  EXPECT_EQ(report.contradiction, 0);
  EXPECT_EQ(report.at_one, -1.5);
  EXPECT_EQ(report.at_zero, 2.5);
  k = -2;
  for (const double branch : {1.0, 0.0}) {
    z = {branch != 0 ? 0.1 : -0.1};
    b = {branch};
    EXPECT_TRUE(solver.solve(e, GlobalMethod::Auto, z, b).newton.converged());
    EXPECT_EQ(z[0], branch != 0 ? 2.5 : -1.5);
    EXPECT_EQ(b[0], branch);
  }
}

// A branch that reads itself: y = u where y >= 0, else 2 u. For u > 0 only the first is consistent.
TEST(PiecewiseSolver, TriesBranchesThatReadThemselves) {
  PiecewiseEquations e;
  e.size = e.branches = 1;
  e.residual = [](Span z, Span b, std::span<double> r) {
    r[0] = z[0] + 0.5 * (b[0] != 0 ? z[0] : 2 * z[0]) - 3;
    return EvalStatus::Ok;
  };
  e.jacobian = [](Span, Span b, std::span<double> j) { return j[0] = b[0] != 0 ? 1.5 : 2, EvalStatus::Ok; };
  e.rounding = [](Span, Span, std::span<double> bound) { bound[0] = 8 * eps; };
  e.functions = [](Span z, Span b, std::span<double> c) {
    c[0] = b[0] != 0 ? z[0] : -2 * z[0] + 5;  // with the branch at 0 it wants 1 below 2.5
    return EvalStatus::Ok;
  };
  e.function_rounding = [](Span, Span, std::span<double> bound) { bound[0] = 0; };
  PiecewiseSolver solver;
  std::vector<double> z{0}, b{0};
  ASSERT_TRUE(solver.solve(e, GlobalMethod::Auto, z, b).newton.converged());
  EXPECT_EQ(b[0], 1);
  EXPECT_NEAR(z[0], 2, 1e-15);
}

}  // namespace
}  // namespace sim

#include "sim_core/blocks/constraints/velocity_projection.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim_core/linalg/constrained_system.h"

namespace sim::blocks {

namespace {

std::vector<ConstrainedSystem::Entry> entries(int rows, int cols) {
  std::vector<ConstrainedSystem::Entry> all;
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) all.push_back({i, j});
  return all;
}

// right = b - A v; whether a row is left by more than `tolerance` of its terms.
bool left(const double* a, const double* b, std::span<const double> v, int m, double tolerance,
          std::span<double> right) {
  bool any = false;
  for (int k = 0; k < m; ++k) {
    double sum = b[k], terms = std::abs(b[k]);
    for (std::size_t j = 0; j < v.size(); ++j) {
      const double term = a[static_cast<std::size_t>(k) + j * static_cast<std::size_t>(m)] * v[j];
      sum -= term, terms += std::abs(term);
    }
    right[static_cast<std::size_t>(k)] = sum;
    any = any || !(std::abs(sum) <= tolerance * terms);
  }
  return any;
}

}  // namespace

ir::ProjectionMethod velocity_projection(int n, int m) {
  return [n, m](double, std::span<double> x, std::span<double>, const double* u, const double*,
                double tolerance) {
    constexpr double rounding = 0x1p-50;
    const auto size = [](int count) { return static_cast<std::size_t>(count); };
    const double *a = u + n * n, *b = a + m * n;
    std::vector<double> right(size(n + m), 0.0), solution(size(n + m));
    if (!left(a, b, x, m, std::max(tolerance, rounding), std::span(right).subspan(size(n))))
      return EvalStatus::Ok;
    ConstrainedSystem system(n, m, entries(n, n), entries(m, n));
    if (!system.factor({u, size(n * n + m * n)}) ||
        system.solve(right, solution) == ConstrainedSystem::Outcome::Unbounded)
      return EvalStatus::Recoverable;
    for (std::size_t j = 0; j < size(n); ++j) x[j] += solution[j];
    return EvalStatus::Ok;
  };
}

}  // namespace sim::blocks

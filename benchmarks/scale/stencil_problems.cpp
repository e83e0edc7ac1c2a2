#include "benchmarks/scale/stencil_problems.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sim {

namespace {

const double pi = std::acos(-1.0);

StencilProblem with_pattern(int size, std::span<const std::pair<int, int>> entries) {
  StencilProblem problem;
  problem.pattern = std::make_unique<SparsityPattern>(make_pattern(size, size, entries));
  problem.ode.size = size;
  problem.ode.pattern = problem.pattern.get();
  return problem;
}

}  // namespace

// Four numbers at a time, where the processor can: the strongest form of the loop.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
[[gnu::optimize("O3"), gnu::target_clones("avx2", "default")]]
#endif
static void
heat_inside(const double* __restrict u, double* __restrict du, std::size_t last, double scale) {
  for (std::size_t i = 1; i < last; ++i) du[i] = scale * (u[i - 1] - 2 * u[i] + u[i + 1]);
}

StencilProblem heat_by_hand(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) entries.emplace_back(i, j);
  StencilProblem problem = with_pattern(n, entries);
  const double scale = (n + 1.0) * (n + 1.0);
  problem.ode.rhs = [n, scale](double, std::span<const double> u, std::span<double> du) {
    const auto last = static_cast<std::size_t>(n - 1);
    du[0] = scale * (u[1] - 2 * u[0]);
    heat_inside(u.data(), du.data(), last, scale);
    du[last] = scale * (u[last - 1] - 2 * u[last]);
    return EvalStatus::Ok;
  };
  problem.ode.jacobian = [n, scale](double, std::span<const double>, std::span<double> values) {
    std::size_t at = 0;
    for (int j = 0; j < n; ++j) {
      if (j > 0) values[at++] = scale;
      values[at++] = -2 * scale;
      if (j < n - 1) values[at++] = scale;
    }
    return EvalStatus::Ok;
  };
  for (int i = 1; i <= n; ++i) problem.start.push_back(std::sin(i * pi / (n + 1)));
  return problem;
}

double heat_decay(int n, double t) {
  const double sine = std::sin(pi / (2 * (n + 1.0)));
  return std::exp(-4 * (n + 1.0) * (n + 1.0) * sine * sine * t);
}

StencilProblem brusselator_by_hand(int side) {
  const int cells = side * side;
  const double a = 0.002 * (side - 1.0) * (side - 1.0);
  // The neighbors of each cell, mirrored at the border: four each.
  std::vector<std::array<int, 4>> around;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const auto cell = [&](int row, int column) {
        if (row < 0) row = 1;
        if (row >= side) row = side - 2;
        if (column < 0) column = 1;
        if (column >= side) column = side - 2;
        return row * side + column;
      };
      around.push_back({cell(i, j + 1), cell(i, j - 1), cell(i + 1, j), cell(i - 1, j)});
    }
  std::vector<std::pair<int, int>> entries;
  for (int c = 0; c < cells; ++c) {
    for (int species : {0, cells}) {
      entries.emplace_back(species + c, species + c);
      for (int neighbor : around[static_cast<std::size_t>(c)])
        entries.emplace_back(species + c, species + neighbor);
    }
    entries.emplace_back(c, cells + c);
    entries.emplace_back(cells + c, c);
  }
  StencilProblem problem = with_pattern(2 * cells, entries);
  problem.ode.rhs = [cells, a, around](double, std::span<const double> x, std::span<double> dx) {
    const double *u = x.data(), *v = u + cells;
    double *du = dx.data(), *dv = du + cells;
    for (int c = 0; c < cells; ++c) {
      const auto& n = around[static_cast<std::size_t>(c)];
      const double reaction = u[c] * u[c] * v[c];
      du[c] = 1 + reaction - 4.4 * u[c] + a * (u[n[0]] + u[n[1]] + u[n[2]] + u[n[3]] - 4 * u[c]);
      dv[c] = 3.4 * u[c] - reaction + a * (v[n[0]] + v[n[1]] + v[n[2]] + v[n[3]] - 4 * v[c]);
    }
    return EvalStatus::Ok;
  };
  // The diffusion never changes; the reactions are added where they belong.
  const SparsityPattern& pattern = *problem.pattern;
  const auto place = [&](int row, int column) {
    const auto rows = pattern.column(column);
    return pattern.column_start[static_cast<std::size_t>(column)] +
           static_cast<int>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
  };
  std::vector<double> diffusion(pattern.row_index.size(), 0.0);
  std::vector<std::array<int, 4>> reactions;
  for (int c = 0; c < cells; ++c) {
    for (int species : {0, cells}) {
      diffusion[static_cast<std::size_t>(place(species + c, species + c))] -= 4 * a;
      for (int neighbor : around[static_cast<std::size_t>(c)])
        diffusion[static_cast<std::size_t>(place(species + c, species + neighbor))] += a;
    }
    reactions.push_back({place(c, c), place(c, cells + c), place(cells + c, c), place(cells + c, cells + c)});
  }
  problem.ode.jacobian = [cells, diffusion, reactions](double, std::span<const double> x,
                                                       std::span<double> values) {
    std::copy(diffusion.begin(), diffusion.end(), values.begin());
    for (int c = 0; c < cells; ++c) {
      const auto& at = reactions[static_cast<std::size_t>(c)];
      const double u = x[static_cast<std::size_t>(c)], v = x[static_cast<std::size_t>(cells + c)];
      values[static_cast<std::size_t>(at[0])] += 2 * u * v - 4.4;
      values[static_cast<std::size_t>(at[1])] += u * u;
      values[static_cast<std::size_t>(at[2])] += 3.4 - 2 * u * v;
      values[static_cast<std::size_t>(at[3])] -= u * u;
    }
    return EvalStatus::Ok;
  };
  for (int c = 1; c <= cells; ++c) problem.start.push_back(0.5 + std::sin(c / 7.0) / 3);
  for (int c = 1; c <= cells; ++c) problem.start.push_back(1 + std::cos(c / 5.0) / 3);
  return problem;
}

}  // namespace sim

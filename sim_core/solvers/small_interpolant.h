#pragma once
// Rows inside of a step of a small system (small_combination.h), x(theta) = start + sum_i w_i(theta) k_i with
// polynomials w_i, four of them at a time. The operations of each row and their order are those of a row
// alone, so the results are the same.
#include <algorithm>
#include <cstddef>
#include <span>

#include "sim_core/base/wide_code.h"

namespace sim {

// So many are evaluated side by side. The compiler's own vectors: it does not find them in loops that are so
// short.
inline constexpr std::size_t side_by_side = 4;
using SideBySide
    [[gnu::vector_size(side_by_side * sizeof(double)), gnu::aligned(alignof(double)), gnu::may_alias]] =
        double;

struct SmallInterpolant {
  // w_i = h theta (d_i0 + theta (d_i1 + ...)): the coefficients of one i behind those of the other, the
  // lowest power first.
  const double* coefficients;
  std::size_t degree;                     // numbers for each i
  std::span<const double* const> stages;  // k_i; not empty
  const double* start;
  double t_start, h;
};

// factor (d[0] + theta (d[1] + ... + d[degree - 1] theta)).
SIM_IN_WIDE_CODE inline void four_weights(const double* d, std::size_t degree, const SideBySide& factor,
                                          const SideBySide& theta, SideBySide& weights) {
  const double* of = d + degree - 1;
  weights = SideBySide{*of, *of, *of, *of};
#pragma GCC unroll 8
  while (of != d) weights = weights * theta + *--of;
  weights = factor * weights;
}

template <std::size_t n>
SIM_IN_WIDE_CODE inline void four_rows(const SmallInterpolant& p, std::size_t degree, const SideBySide& times,
                                       SideBySide* rows) {
  const SideBySide theta = (times - p.t_start) / p.h, factor = p.h * theta;
  const std::size_t terms = p.stages.size();
  const double *const *stages = p.stages.data(), *d = p.coefficients;
  SideBySide weights;
  four_weights(d, degree, factor, theta, weights);
  for (std::size_t s = 0; s < n; ++s) rows[s] = weights * stages[0][s];
  for (std::size_t i = 1; i < terms; ++i) {
    four_weights(d += degree, degree, factor, theta, weights);
    for (std::size_t s = 0; s < n; ++s) rows[s] += weights * stages[i][s];
  }
}

// x: a row of n numbers for each of the times.
template <std::size_t n>
SIM_IN_WIDE_CODE inline void interpolated_rows(const SmallInterpolant& p, std::span<const double> times,
                                               double* x) {
  for (std::size_t first = 0; first < times.size(); first += side_by_side) {
    const std::size_t count = std::min(side_by_side, times.size() - first);
    const double* const t = times.data() + first;
    const SideBySide four = {t[0], t[std::min<std::size_t>(1, count - 1)],
                             t[std::min<std::size_t>(2, count - 1)], t[count - 1]};
    SideBySide rows[n];
    if (p.degree == 4)  // of ode45: the loop over the coefficients is written out
      four_rows<n>(p, 4, four, rows);
    else
      four_rows<n>(p, p.degree, four, rows);
    for (std::size_t k = 0; k < count; ++k, x += n)
      for (std::size_t s = 0; s < n; ++s) x[s] = p.start[s] + rows[s][k];
  }
}

template <std::size_t n>
void interpolated_rows_here(const SmallInterpolant& p, std::span<const double> times, double* x) {
  interpolated_rows<n>(p, times, x);
}
template <std::size_t n>
SIM_WIDE_CODE void interpolated_rows_wide(const SmallInterpolant& p, std::span<const double> times,
                                          double* x) {
  interpolated_rows<n>(p, times, x);
}

}  // namespace sim

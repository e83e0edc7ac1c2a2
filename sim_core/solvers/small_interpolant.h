#pragma once
// Rows inside of a step of a small system (small_combination.h), x(theta) = start + sum_i w_i(theta) k_i with
// polynomials w_i, four of them at a time. The operations of each row and their order are those of a row
// alone, so the results are the same.
#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

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

// In what follows, Numbers are those of one row, or of four.
template <class Numbers>
SIM_IN_WIDE_CODE inline void set_all(Numbers& numbers, double value) {
  if constexpr (std::is_same_v<Numbers, double>)
    numbers = value;
  else
    numbers = Numbers{value, value, value, value};
}

// factor (d[0] + theta (d[1] + ... + d[degree - 1] theta)).
template <class Numbers>
SIM_IN_WIDE_CODE inline void weights_of(const double* d, std::size_t degree, const Numbers& factor,
                                        const Numbers& theta, Numbers& weights) {
  const double* of = d + degree - 1;
  set_all(weights, *of);
#pragma GCC unroll 8
  while (of != d) weights = weights * theta + *--of;
  weights = factor * weights;
}

template <std::size_t n, class Numbers>
SIM_IN_WIDE_CODE inline void rows_of(const SmallInterpolant& p, std::size_t degree, const Numbers& times,
                                     Numbers* rows) {
  const Numbers theta = (times - p.t_start) / p.h, factor = p.h * theta;
  const std::size_t terms = p.stages.size();
  const double *const *stages = p.stages.data(), *d = p.coefficients;
  Numbers weights;
  weights_of(d, degree, factor, theta, weights);
  for (std::size_t s = 0; s < n; ++s) rows[s] = weights * stages[0][s];
  for (std::size_t i = 1; i < terms; ++i) {
    weights_of(d += degree, degree, factor, theta, weights);
    for (std::size_t s = 0; s < n; ++s) rows[s] += weights * stages[i][s];
  }
}

// With the loop over the coefficients written out for ode45.
template <std::size_t n, class Numbers>
SIM_IN_WIDE_CODE inline void rows_at(const SmallInterpolant& p, const Numbers& times, Numbers* rows) {
  if (p.degree == 4)
    rows_of<n>(p, 4, times, rows);
  else
    rows_of<n>(p, p.degree, times, rows);
}

// x: a row of n numbers for each of the times.
template <std::size_t n>
SIM_IN_WIDE_CODE inline void interpolated_rows(const SmallInterpolant& p, std::span<const double> times,
                                               double* x) {
  if (times.size() == 1) {
    double row[n];
    rows_at<n>(p, times[0], row);
    for (std::size_t s = 0; s < n; ++s) x[s] = p.start[s] + row[s];
    return;
  }
  for (std::size_t first = 0; first < times.size(); first += side_by_side) {
    const std::size_t count = std::min(side_by_side, times.size() - first);
    const double* const t = times.data() + first;
    const SideBySide four = {t[0], t[std::min<std::size_t>(1, count - 1)],
                             t[std::min<std::size_t>(2, count - 1)], t[count - 1]};
    SideBySide rows[n];
    rows_at<n>(p, four, rows);
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

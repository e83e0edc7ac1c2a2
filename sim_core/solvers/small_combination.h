#pragma once
// Combinations of vectors of so few numbers that a call costs more than the sum: with the numbers and the
// terms known to the compiler, which writes the loops out. The operations are those of linear_combination.h,
// in its order, so the results are the same.
#include <array>
#include <cstddef>
#include <utility>

#include "sim_core/solvers/linear_combination.h"

namespace sim {

// Vectors of more numbers are no longer small.
inline constexpr std::size_t most_small = 8;

// out = start + sum_j (scale c_j) k_j, or the sum alone where start is null.
using SmallSum = void (*)(double scale, const double* c, const double* const* k, const double* start,
                          double* out);

// Numbers are added one by one: a pair whose numbers were just written apart has to wait until both have
// arrived in memory.
template <std::size_t n, std::size_t terms>
void small_sum(double scale, const double* c, const double* const* k, const double* start, double* out) {
  double sum[n];
  const double first = scale * c[0];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < n; ++i) sum[i] = first * k[0][i];
#pragma GCC unroll 20
  for (std::size_t j = 1; j < terms; ++j) {
    const double weight = scale * c[j];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) sum[i] += weight * k[j][i];
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < n; ++i) out[i] = start ? start[i] + sum[i] : sum[i];
}

template <std::size_t n, std::size_t... terms>
constexpr std::array<SmallSum, sizeof...(terms)> small_sums_of(std::index_sequence<terms...>) {
  return {&small_sum<n, terms + 1>...};
}
// Of terms + 1 vectors of n numbers.
template <std::size_t n>
inline constexpr auto small_sums = small_sums_of<n>(std::make_index_sequence<max_terms>());

}  // namespace sim

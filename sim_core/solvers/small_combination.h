#pragma once
// Combinations of vectors of so few numbers that a call costs more than the sum: with their number known to the
// compiler. The operations are those of linear_combination.h, in its order, so the results are the same.
#include <array>
#include <cstddef>
#include <span>

namespace sim {

// Vectors of more numbers are no longer small.
inline constexpr std::size_t most_small = 8;

// sum_j (scale c_j) k_j; c is not empty.
template <std::size_t n>
inline std::array<double, n> small_combination(double scale, std::span<const double> c,
                                               const double* const* k) {
  std::array<double, n> sum;
  const double first = scale * c[0];
  for (std::size_t i = 0; i < n; ++i) sum[i] = first * k[0][i];
  for (std::size_t j = 1; j < c.size(); ++j) {
    const double weight = scale * c[j];
    for (std::size_t i = 0; i < n; ++i) sum[i] += weight * k[j][i];
  }
  return sum;
}

// x + sum_j (scale c_j) k_j.
template <std::size_t n>
inline void add_small_combination(double* out, const double* x, double scale, std::span<const double> c,
                                  const double* const* k) {
  const auto sum = small_combination<n>(scale, c, k);
  for (std::size_t i = 0; i < n; ++i) out[i] = x[i] + sum[i];
}

}  // namespace sim

#pragma once
// The inner loop of every one-step method, in a single pass over memory whatever the number of terms:
//   out = x + sum_j (scale c_j) k_j.
#include <cstddef>
#include <span>

namespace sim {

inline constexpr std::size_t max_terms = 20;

// k[j] points to n values. `out` overlaps neither x nor any k. At most max_terms terms.
void add_combination(double* out, const double* x, double scale, std::span<const double> c,
                     const double* const* k, std::size_t n);

// The same without x.
void combination(double* out, double scale, std::span<const double> c, const double* const* k, std::size_t n);

}  // namespace sim

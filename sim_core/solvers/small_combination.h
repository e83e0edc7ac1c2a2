#pragma once
// Combinations of vectors of so few numbers that a call costs more than the sum: with their number known to
// the compiler. The operations are those of linear_combination.h, in its order, so the results are the same.
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace sim {

// Vectors of more numbers are no longer small.
inline constexpr std::size_t most_small = 8;

// Two numbers in one register.
using NumberPair [[gnu::vector_size(2 * sizeof(double))]] = double;

// n numbers, one or two at a time. Two are quicker where they have been in memory for a while: a pair whose
// numbers were just written one by one has to wait until both have arrived there.
template <std::size_t n, bool in_pairs>
struct SmallVector {
  static_assert(!in_pairs || n % 2 == 0);
  using Part = std::conditional_t<in_pairs, NumberPair, double>;
  static constexpr std::size_t count = in_pairs ? n / 2 : n;
  Part parts[count];

  void set_product(double weight, const double* k) {
    for (std::size_t i = 0; i < count; ++i) parts[i] = weight * part(k, i);
  }
  void add_product(double weight, const double* k) {
    for (std::size_t i = 0; i < count; ++i) parts[i] += weight * part(k, i);
  }
  // out = x + these.
  void add_to(double* out, const double* x) const {
    for (std::size_t i = 0; i < count; ++i) put(part(x, i) + parts[i], out, i);
  }
  void store(double* out) const {
    for (std::size_t i = 0; i < count; ++i) put(parts[i], out, i);
  }

 private:
  static Part part(const double* k, std::size_t i) {
    Part here;
    std::memcpy(&here, k + i * (n / count), sizeof here);
    return here;
  }
  static void put(Part part, double* out, std::size_t i) {
    std::memcpy(out + i * (n / count), &part, sizeof part);
  }
};

// sum_j (scale c_j) k_j, where the last k has just been computed; c is not empty.
template <std::size_t n>
inline SmallVector<n, false> combination_of_new(double scale, std::span<const double> c,
                                                const double* const* k) {
  SmallVector<n, false> sum;
  sum.set_product(scale * c[0], k[0]);
  for (std::size_t j = 1; j < c.size(); ++j) sum.add_product(scale * c[j], k[j]);
  return sum;
}
// sum_j c_j k_j, where all k have been there for a while.
template <std::size_t n>
inline SmallVector<n, n % 2 == 0> combination_of_old(std::span<const double> c, const double* const* k) {
  SmallVector<n, n % 2 == 0> sum;
  sum.set_product(c[0], k[0]);
  for (std::size_t j = 1; j < c.size(); ++j) sum.add_product(c[j], k[j]);
  return sum;
}

}  // namespace sim

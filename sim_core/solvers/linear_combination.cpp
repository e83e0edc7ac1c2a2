#include "sim_core/solvers/linear_combination.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "sim_core/base/wide_code.h"

namespace sim {
namespace {

// The number of terms is known to the compiler, so that it unrolls the sum and vectorises over i.
template <std::size_t terms, bool with_x>
SIM_IN_WIDE_CODE inline void combine(double* __restrict out, const double* x, double scale, const double* c,
                                     const double* const* k, std::size_t n) {
  std::array<double, terms> w;
  std::array<const double*, terms> v;
  for (std::size_t j = 0; j < terms; ++j) w[j] = scale * c[j];
  std::copy_n(k, terms, v.begin());
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    if constexpr (terms > 0) sum = w[0] * v[0][i];
    for (std::size_t j = 1; j < terms; ++j) sum += w[j] * v[j][i];
    out[i] = with_x ? x[i] + sum : sum;
  }
}

template <std::size_t terms, bool with_x>
void combine_here(double* out, const double* x, double scale, const double* c, const double* const* k,
                  std::size_t n) {
  combine<terms, with_x>(out, x, scale, c, k, n);
}
template <std::size_t terms, bool with_x>
SIM_WIDE_CODE void combine_wide(double* out, const double* x, double scale, const double* c,
                                const double* const* k, std::size_t n) {
  combine<terms, with_x>(out, x, scale, c, k, n);
}

using Kernel = void (*)(double*, const double*, double, const double*, const double* const*, std::size_t);

struct Kernels {
  Kernel here, wide;
};

template <bool with_x, std::size_t... terms>
constexpr std::array<Kernels, sizeof...(terms)> make_kernels(std::index_sequence<terms...>) {
  return {Kernels{&combine_here<terms, with_x>, &combine_wide<terms, with_x>}...};
}
constexpr auto kernels_with_x = make_kernels<true>(std::make_index_sequence<max_terms + 1>{});
constexpr auto kernels_without = make_kernels<false>(std::make_index_sequence<max_terms + 1>{});

// What is shorter than two of the wide registers is quicker in narrow ones.
Kernel chosen(const Kernels& kernels, std::size_t n) {
  constexpr std::size_t least = 8;
  return n >= least && has_wide_code() ? kernels.wide : kernels.here;
}

}  // namespace

void add_combination(double* out, const double* x, double scale, std::span<const double> c,
                     const double* const* k, std::size_t n) {
  assert(c.size() <= max_terms);
  chosen(kernels_with_x[c.size()], n)(out, x, scale, c.data(), k, n);
}

void combination(double* out, double scale, std::span<const double> c, const double* const* k,
                 std::size_t n) {
  assert(c.size() <= max_terms);
  chosen(kernels_without[c.size()], n)(out, nullptr, scale, c.data(), k, n);
}

}  // namespace sim

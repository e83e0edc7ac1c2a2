#include "sim_core/study/sobol.h"

#include <array>

namespace sim {

namespace {

// A primitive polynomial of degree s over GF(2), its inner coefficients as the bits of a, and the first
// direction numbers m.
struct Row {
  unsigned s, a;
  std::array<std::uint32_t, 7> m;
};

// Dimensions from the second on.
constexpr std::array<Row, sobol_dimensions - 1> rows{{{1, 0, {1}},
                                                      {2, 1, {1, 3}},
                                                      {3, 1, {1, 3, 1}},
                                                      {3, 2, {1, 1, 1}},
                                                      {4, 1, {1, 1, 3, 3}},
                                                      {4, 4, {1, 3, 5, 13}},
                                                      {5, 2, {1, 1, 5, 5, 17}},
                                                      {5, 4, {1, 1, 5, 5, 5}},
                                                      {5, 7, {1, 1, 7, 11, 19}},
                                                      {5, 11, {1, 1, 5, 1, 1}},
                                                      {5, 13, {1, 1, 1, 3, 11}},
                                                      {5, 14, {1, 3, 5, 5, 31}},
                                                      {6, 1, {1, 3, 3, 9, 7, 49}},
                                                      {6, 13, {1, 1, 1, 15, 21, 21}},
                                                      {6, 16, {1, 3, 1, 13, 27, 49}},
                                                      {6, 19, {1, 1, 1, 15, 7, 5}},
                                                      {6, 22, {1, 3, 1, 15, 13, 25}},
                                                      {6, 25, {1, 1, 5, 5, 19, 61}},
                                                      {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                                      {7, 4, {1, 3, 7, 13, 13, 15, 69}}}};

using Directions = std::array<std::array<std::uint32_t, 32>, sobol_dimensions>;

constexpr Directions make_directions() {
  Directions v{};
  for (unsigned k = 0; k < 32; ++k) v[0][k] = std::uint32_t{1} << (31 - k);
  for (std::size_t d = 1; d < sobol_dimensions; ++d) {
    const Row& row = rows[d - 1];
    for (unsigned k = 0; k < 32; ++k) {
      if (k < row.s) {
        v[d][k] = row.m[k] << (31 - k);
        continue;
      }
      v[d][k] = v[d][k - row.s] ^ (v[d][k - row.s] >> row.s);
      for (unsigned j = 1; j < row.s; ++j)
        if ((row.a >> (row.s - 1 - j)) & 1) v[d][k] ^= v[d][k - j];
    }
  }
  return v;
}

constexpr Directions directions = make_directions();

}  // namespace

std::uint32_t sobol(std::uint32_t index, std::size_t dimension) {
  std::uint32_t x = 0;
  for (unsigned k = 0; index != 0; ++k, index >>= 1)
    if (index & 1) x ^= directions[dimension][k];
  return x;
}

}  // namespace sim

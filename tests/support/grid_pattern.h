#pragma once
// The pattern of a reaction-diffusion problem on a square grid: five points, and all species within a point.
#include <utility>
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

inline SparsityPattern grid_pattern(int side, int species) {
  std::vector<std::pair<int, int>> entries;
  const auto at = [&](int i, int j, int s) { return (i * side + j) * species + s; };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int s = 0; s < species; ++s) {
        for (int other = 0; other < species; ++other) entries.emplace_back(at(i, j, s), at(i, j, other));
        if (i > 0) entries.emplace_back(at(i, j, s), at(i - 1, j, s));
        if (j > 0) entries.emplace_back(at(i, j, s), at(i, j - 1, s));
        if (i + 1 < side) entries.emplace_back(at(i, j, s), at(i + 1, j, s));
        if (j + 1 < side) entries.emplace_back(at(i, j, s), at(i, j + 1, s));
      }
  const int n = side * side * species;
  return make_pattern(n, n, entries);
}

}  // namespace sim

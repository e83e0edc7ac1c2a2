#pragma once
// Groups the columns of a sparse matrix so that no two columns of a group share a row: one evaluation
// then serves a whole group of a Jacobian. A. R. Curtis, M. J. D. Powell, J. K. Reid, On the estimation of
// sparse Jacobian matrices, IMA J. Appl. Math. 13 (1974) 117-119.
//
// Greedy distance-2 coloring of the columns (T. F. Coleman, J. J. More, Estimation of sparse Jacobian
// matrices and graph coloring problems, SIAM J. Numer. Anal. 20 (1983) 187-209) in several orders: as they
// come, most saturated first (D. Brelaz, Commun. ACM 22 (1979) 251-256), smallest last, by incidence, largest
// first; the best is kept, the first of equals. Deterministic. Optimal for bands; five for the five-point
// stencil.
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

struct Coloring {
  int count = 0;                 // number of groups
  std::vector<int> color;        // of each column, 0 .. count - 1; -1: an empty column, in no group
  std::vector<int> group_start;  // count + 1 entries
  std::vector<int> columns;      // group by group, ascending within a group

  std::span<const int> group(int c) const {
    const auto begin = static_cast<std::size_t>(group_start[c]);
    return {columns.data() + begin, static_cast<std::size_t>(group_start[c + 1]) - begin};
  }
};

// Time: a few times the sum over the rows of (entries in the row) squared.
Coloring color_columns(const SparsityPattern& pattern);

}  // namespace sim

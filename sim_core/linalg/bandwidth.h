#pragma once
// Orders of rows and columns that keep the entries of a square matrix near its diagonal: reverse
// Cuthill-McKee from a pseudo-peripheral vertex of each component of the graph of A + A'. E. Cuthill, J.
// McKee, Reducing the bandwidth of sparse symmetric matrices, Proc. 24th ACM Nat. Conf. (1969) 157-172; A.
// George, J. W. H. Liu, An implementation of a pseudoperipheral node finder, ACM Trans. Math. Softw. 5 (1979)
// 284-295.
#include <span>
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

struct Band {
  int lower = 0, upper = 0;  // entries (i, j) have j - upper <= i <= j + lower
  int width() const { return lower + upper + 1; }
};

Band band_of(const SparsityPattern& pattern);
// With row and column order[k] as the k-th.
Band band_of(const SparsityPattern& pattern, std::span<const int> order);

std::vector<int> reverse_cuthill_mckee(const SparsityPattern& pattern);

}  // namespace sim

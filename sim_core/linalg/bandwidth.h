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

// Operations of a band for one of a sparse method: its loops have no indices.
inline constexpr double band_advantage = 4;
// Those of the factors of a band.
double band_operations(const SparsityPattern& pattern, const Band& band);
// Whether no other method, and no other order, could be much cheaper.
bool is_narrow(const SparsityPattern& pattern, const Band& band);

struct OrderedBand {
  std::vector<int> order;  // order[k] is the row and column that becomes the k-th
  Band band;
};
// The order the matrix comes in, where that is narrow or no wider than the other one.
OrderedBand ordered_band(const SparsityPattern& pattern);

}  // namespace sim

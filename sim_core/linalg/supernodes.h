#pragma once
// What Gaussian elimination with pivots from the diagonal makes of a pattern, in columns that share their
// rows: a supernode is a run of columns whose factors have the same rows below it, or nearly the same, so
// that it is eliminated as one dense block. The pattern is taken together with its transpose.
//
// The elimination tree: J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix
// Anal. Appl. 11 (1990) 134-172. Small supernodes are joined with their parents at the cost of some zeros:
// C. Ashcraft, R. Grimes, The influence of relaxed supernode partitions on the multifrontal method, ACM
// Trans. Math. Softw. 15 (1989) 291-309.
#include <span>
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

struct Supernodes {
  struct Node {
    int first = 0, width = 0;   // its columns, in the new order
    std::size_t first_row = 0;  // in `rows` and `places`: what is below its columns
    int below = 0;              // how many
    int parent = -1;            // the node that its rows meet next; -1: none
    int height() const { return width + below; }
  };
  std::vector<int> order;   // order[k]: the row and column that becomes the k-th
  std::vector<Node> nodes;  // children before parents, each subtree in one piece
  std::vector<int> rows;    // below each node, ascending
  std::vector<int> places;  // of these rows among those of the parent, its own columns counted first

  std::vector<int> node_of_columns() const;  // in the new order
  double entries() const;                    // of both factors
  double operations() const;                 // of a factorization
};

// `order` reduces fill-in; what is found is equivalent to it (a postorder of its elimination tree).
Supernodes find_supernodes(const SparsityPattern& pattern, std::span<const int> order);

}  // namespace sim

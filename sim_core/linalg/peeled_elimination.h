#pragma once
// Gaussian elimination of a square sparse matrix A of any rank whose pattern is symmetric, where many rows
// have one entry only or come down to one: A x = b is solved from both of its triangular ends, and only what
// is left in the middle, the core, is factored (sparse_elimination.h).
//
// Where row r has one entry left, at c, it gives x_c; and since the pattern is symmetric, column r has one
// entry left as well, in row c, which gives x_r when all else is known. Both rows and columns are taken off:
// leaves of the graph of A with their neighbors. So the equations are worked off one by one,
//
//   x_c = (b_r - sum of A_rk x_k) / A_rc   pair by pair,
//   the core,
//   x_r = (b_c - sum of A_ck x_k) / A_cr   pair by pair, backwards,
//
// and those of pairs are satisfied to the rounding of their own terms, without fill-in and without choice.
//
// R. M. Karp, M. Sipser, Maximum matching in sparse random graphs, FOCS 1981, 364-375 (for the leaves); T. A.
// Davis, Direct Methods for Sparse Linear Systems, SIAM 2006, section 7.2 (singletons).
#include <span>
#include <vector>

#include "sim_core/linalg/sparse_elimination.h"

namespace sim {

class PeeledElimination {
 public:
  using Part = SparseElimination::Part;
  using Vector = SparseElimination::Vector;

  // row_start, parts: A by rows, without zeros; they are read again by null_space(). `scale`: whole powers of
  // two by which rows and columns are multiplied where entries of the core are compared.
  void factor(std::span<const int> row_start, std::span<const Part> parts, std::span<const double> scale);

  // b becomes x; where A x = b has solutions.
  void solve(std::span<double> b) const;
  std::size_t entries() const {
    return front_.parts.size() + back_.parts.size() + known_.size() + factors_.entries();
  }
  // Rows that are not satisfied by construction.
  std::span<const int> core() const { return core_; }
  // A basis of the x with A x = 0.
  std::vector<Vector> null_space(std::span<const int> row_start, std::span<const Part> parts) const;

 private:
  struct Step {
    int row, column;
    double pivot;
    int end;  // of what else its row has
  };
  struct Side {
    std::vector<Step> steps;
    std::vector<Part> parts;
    void add(int row, int column, std::span<const Part> entries);
    void work_off(std::span<const double> b, std::span<double> x) const;
  };

  void peel(std::span<const int> row_start, std::span<const Part> parts);
  void factor_core(std::span<const int> row_start, std::span<const Part> parts,
                   std::span<const double> scale);

  Side front_, back_;
  std::vector<int> core_, place_;  // place_: in the core, or -1
  std::vector<Part> known_;        // of rows of the core: entries that are not in it, scaled
  std::vector<int> known_end_;
  std::vector<double> core_scale_;
  SparseElimination factors_;
  mutable std::vector<double> x_, core_x_;
};

}  // namespace sim

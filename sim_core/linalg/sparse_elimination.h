#pragma once
// Gaussian elimination of a square sparse matrix A of any rank: A = L U up to permutations, with pivots
// chosen for little fill-in among those that are not small in their row and column, until what is left of A
// is zero to within rounding.
//
// An entry counts as zero where it is less than 1e-10 of the terms that it is the sum of: cancellation says
// that rows depend on each other; being small does not. The caller scales A so that this is meant.
//
//   SparseElimination factors;
//   factors.factor(n, entries);
//   factors.solve(b);     // b becomes x with A x = b, the free unknowns 0; where A x = b has solutions
//
// H. M. Markowitz, The elimination form of the inverse and its application to linear programming, Management
// Sci. 3 (1957) 255-269; I. S. Duff, A. M. Erisman, J. K. Reid, Direct Methods for Sparse Matrices, 2nd ed.
// (2017), chapters 7 and 10; P. E. Gill, W. Murray, M. A. Saunders, M. H. Wright, Maintaining LU factors of a
// general sparse matrix, Linear Algebra Appl. 88 (1987) 239-270 (for the rank).
#include <span>
#include <vector>

namespace sim {

class SparseElimination {
 public:
  struct Entry {
    int row = 0, column = 0;
    double value = 0;
  };
  // No two entries are of the same row and column.
  void factor(int n, std::span<const Entry> entries);

  int size() const { return n_; }
  int rank() const { return static_cast<int>(pivots_.size()); }
  // What the factors have beside their pivots: what a solution costs.
  std::size_t entries() const { return lower_.size() + upper_.size(); }
  void solve(std::span<double> b) const;

  struct Part {
    int at;
    double value;
  };
  // A basis of the x with A x = 0, one vector for each free unknown, in which that is 1 and the others are 0.
  using Vector = std::vector<Part>;
  std::vector<Vector> null_space() const;

 private:
  friend class SparseEliminationSteps;
  struct Pivot {
    int row, column;
    double value;
    int lower_end, upper_end;  // where its multipliers and its row end
  };
  int n_ = 0;
  std::vector<Pivot> pivots_;
  std::vector<int> free_;  // columns without a pivot
  std::vector<Part> lower_, upper_;
  mutable std::vector<double> work_;
};

}  // namespace sim

#pragma once
// A linear system with elements that hold one way only. Of y (n numbers) and lambda (one for each pair of a
// row r_k and an unknown u_k):
//
//   A y = c + sum_k lambda_k e_(r_k),     lambda_k >= 0,  y_(u_k) >= 0,  lambda_k y_(u_k) = 0
//
// Which of the two is zero is found by principal pivoting: the system is solved for one choice, row r_k
// saying y_(u_k) = 0 where lambda_k is the one that may be positive, and what has the wrong sign changes
// sides: all of them together as long as they become fewer, else the first one. For networks of passive
// elements that ends. Every choice is solved afresh, so that elements of very different sizes do not blur
// each other.
//
// J. J. Judice, F. M. Pires, A block principal pivoting algorithm for large-scale strictly monotone linear
// complementarity problems, Computers & Operations Research 21 (1994) 587-596; K. G. Murty, Note on a
// Bard-type scheme for solving the complementarity problem, Opsearch 11 (1974) 123-130.
#include <memory>
#include <span>
#include <vector>

namespace sim {

class ComplementarySystem {
 public:
  struct Entry {
    int row = 0, column = 0;
  };
  struct Pair {
    int row = 0, unknown = 0;
  };
  // Where A (size x size) may be non-zero; repeated entries are added up.
  ComplementarySystem(int size, std::vector<Entry> entries, std::vector<Pair> pairs);
  ~ComplementarySystem();

  // values: one for each entry. right: c. y: the solution, but for the unknown of each pair: y_(u_k) where
  // that is positive, -lambda_k where lambda_k is, 0 where both are zero to within rounding. False, with y
  // left alone: a number is not finite, or no solution was found.
  bool solve(std::span<const double> values, std::span<const double> right, std::span<double> y);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim

#pragma once
// The complete orthogonal factors of a small dense matrix of any rank, n x k by column,
//
//   A P = Q [L 0; 0 0] Z^T,
//
// from Householder reflections with the largest remaining column first. They give least-squares solutions of
// least length. Plain loops in a fixed order, so that code generated from a model (backends/c_source) can do
// the same to the last bit.
//
// P. Businger, G. H. Golub, Linear least squares solutions by Householder transformations, Numer. Math. 7
// (1965) 269-276; G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed. (2013), 5.4.7 and 5.5.
#include <span>
#include <vector>

namespace sim {

class OrthogonalFactors {
 public:
  // Columns whose remainder is no more than `threshold` times the largest column count as dependent. With
  // numbers that are not finite the solutions are not, either.
  void factor(int rows, int columns, std::span<const double> a, double threshold);
  int rank() const { return rank_; }
  // The shortest y with the least |A y - b|.
  void solve(std::span<const double> b, std::span<double> y);
  // The shortest x with the least |A^T x - r|.
  void solve_transposed(std::span<const double> r, std::span<double> x);

 private:
  int rows_ = 0, columns_ = 0, rank_ = 0;
  std::vector<double> q_, z_, tau_q_, tau_z_, work_;  // reflections; L^T above the diagonal of z_
  std::vector<int> order_;                            // P
};

}  // namespace sim

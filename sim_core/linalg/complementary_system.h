#pragma once
// A linear system with elements that hold one way only. Of y (n numbers) and lambda (one for each pair of a
// row r_k and an unknown u_k):
//
//   A y = c + sum_k lambda_k e_(r_k),     lambda_k >= 0,  y_(u_k) >= 0,  lambda_k y_(u_k) = 0
//
// Elimination of y leaves a linear complementarity problem, w = q + M lambda with M_kl the answer of unknown
// u_k to lambda_l, which is positive semidefinite for networks of passive elements. It is scaled to a unit
// diagonal, made definite by 1e-12, and solved by Lemke's method, which then ends at the one solution.
//
// C. E. Lemke, Bimatrix equilibrium points and mathematical programming, Management Science 11 (1965)
// 681-689; R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem (1992), section 4.4.
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

  // values: one for each entry. right: c. y: the solution, but for the unknown of each pair: there y_(u_k)
  // where that is positive, and -M_kk lambda_k where lambda_k is, which is what y_(u_k) would be changed by
  // if lambda_k alone were dropped. False, with y left alone: A is singular, a number is not finite, or
  // there is no solution.
  bool solve(std::span<const double> values, std::span<const double> right, std::span<double> y);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim

#pragma once
// Dense LU factorization with partial pivoting, P A = L U. Factor once, solve often; the work memory is kept
// from one factorization to the next of the same size.
#include <memory>
#include <span>

namespace sim {

class DenseLu {
 public:
  // Up to this size the loops are plain ones: what Eigen does around the arithmetic would cost more than the
  // arithmetic, and generated code (backends/c_source) computes the same.
  static constexpr int largest_plain = 32;

  DenseLu();
  ~DenseLu();
  DenseLu(DenseLu&&) noexcept;
  DenseLu& operator=(DenseLu&&) noexcept;

  // a: n x n, by column. False: the matrix is singular to working precision, or holds what is not a number;
  // solve() is then not allowed.
  bool factor(int n, std::span<const double> a);

  // Replaces b by A^-1 b.
  void solve(std::span<double> b) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim

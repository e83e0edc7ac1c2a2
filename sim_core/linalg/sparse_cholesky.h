#pragma once
// A x = b with a sparse matrix that is symmetric and positive definite: A = P' L D L' P, with P for little
// fill-in (approximate minimum degree).
#include <memory>
#include <span>
#include <vector>

#include "sim_core/linalg/sparse_elimination.h"

namespace sim {

class SparseCholesky {
 public:
  SparseCholesky();
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  // Those of the lower triangle are read.
  void factor(int n, std::span<const SparseElimination::Entry> entries);
  void solve(std::span<double> b) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sim

#include "sim_core/linalg/sparse_cholesky.h"

#include <Eigen/SparseCholesky>

namespace sim {

struct SparseCholesky::Implementation {
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors;
};

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::factor(int n, std::span<const SparseElimination::Entry> entries) {
  std::vector<Eigen::Triplet<double>> all;
  all.reserve(entries.size());
  for (const auto& e : entries)
    if (e.row >= e.column) all.emplace_back(e.row, e.column, e.value);
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(all.begin(), all.end());
  implementation_ = std::make_unique<Implementation>();
  implementation_->factors.compute(matrix);
}

void SparseCholesky::solve(std::span<double> b) const {
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x = implementation_->factors.solve(x).eval();
}

}  // namespace sim

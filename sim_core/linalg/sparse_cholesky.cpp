#include "sim_core/linalg/sparse_cholesky.h"

#include <Eigen/SparseCholesky>

namespace sim {

namespace {

// Below this size factors are dense, in a fixed order: generated code (backends/c_source) computes the same.
constexpr int small = 64;

// A = L D L^T, by row, L below the diagonal and D on it.
class SmallCholesky {
 public:
  void factor(int n, std::span<const SparseElimination::Entry> entries) {
    n_ = static_cast<std::size_t>(n);
    a_.assign(n_ * n_, 0.0);
    for (const auto& e : entries)
      if (e.row >= e.column)
        at(static_cast<std::size_t>(e.row), static_cast<std::size_t>(e.column)) += e.value;
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t k = 0; k < j; ++k) at(j, j) -= at(j, k) * at(j, k) * at(k, k);
      for (std::size_t i = j + 1; i < n_; ++i) {
        for (std::size_t k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k) * at(k, k);
        at(i, j) /= at(j, j);
      }
    }
  }
  void solve(std::span<double> b) const {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t k = 0; k < i; ++k) b[i] -= at(i, k) * b[k];
    for (std::size_t i = 0; i < n_; ++i) b[i] /= at(i, i);
    for (std::size_t i = n_; i-- > 0;)
      for (std::size_t k = i + 1; k < n_; ++k) b[i] -= at(k, i) * b[k];
  }

 private:
  double& at(std::size_t row, std::size_t column) { return a_[row * n_ + column]; }
  double at(std::size_t row, std::size_t column) const { return a_[row * n_ + column]; }

  std::size_t n_ = 0;
  std::vector<double> a_;
};

}  // namespace

struct SparseCholesky::Implementation {
  int size = 0;
  SmallCholesky small_factors;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors;
};

SparseCholesky::SparseCholesky() = default;
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::factor(int n, std::span<const SparseElimination::Entry> entries) {
  implementation_ = std::make_unique<Implementation>();
  implementation_->size = n;
  if (n <= small) return implementation_->small_factors.factor(n, entries);
  std::vector<Eigen::Triplet<double>> all;
  all.reserve(entries.size());
  for (const auto& e : entries)
    if (e.row >= e.column) all.emplace_back(e.row, e.column, e.value);
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(all.begin(), all.end());
  implementation_->factors.compute(matrix);
}

void SparseCholesky::solve(std::span<double> b) const {
  if (implementation_->size <= small) return implementation_->small_factors.solve(b);
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x = implementation_->factors.solve(x).eval();
}

}  // namespace sim

#include "sim_core/linalg/dense_lu.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "sim_core/base/leave_on_stop.h"

namespace sim {

namespace {

constexpr int unblocked = DenseLu::largest_plain;

// P A = L U in place, by column.
class SmallLu {
 public:
  bool factor(int n, std::span<const double> a) {
    n_ = static_cast<std::size_t>(n);
    std::copy(a.begin(), a.end(), lu_);
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (std::fabs(at(i, k)) > std::fabs(at(pivot, k))) pivot = i;
      exchanged_[k] = pivot;
      if (pivot != k)
        for (std::size_t j = 0; j < n_; ++j) std::swap(at(k, j), at(pivot, j));
      if (at(k, k) == 0) return false;
      for (std::size_t i = k + 1; i < n_; ++i) at(i, k) /= at(k, k);
      for (std::size_t j = k + 1; j < n_; ++j)
        for (std::size_t i = k + 1; i < n_; ++i) at(i, j) -= at(i, k) * at(k, j);
    }
    return std::all_of(lu_, lu_ + n_ * n_, [](double v) { return std::isfinite(v); });
  }

  void solve(std::span<double> b) const {
    for (std::size_t k = 0; k < n_; ++k) std::swap(b[k], b[exchanged_[k]]);
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t i = k + 1; i < n_; ++i) b[i] -= at(i, k) * b[k];
    for (std::size_t k = n_; k-- > 0;) {
      b[k] /= at(k, k);
      for (std::size_t i = 0; i < k; ++i) b[i] -= at(i, k) * b[k];
    }
  }

 private:
  double& at(std::size_t row, std::size_t column) { return lu_[row + column * n_]; }
  double at(std::size_t row, std::size_t column) const { return lu_[row + column * n_]; }

  std::size_t n_ = 0;
  double lu_[unblocked * unblocked];
  std::size_t exchanged_[unblocked];
};

}  // namespace

class DenseLu::Implementation {
 public:
  using Lu = Eigen::PartialPivLU<Eigen::MatrixXd>;
  Lu lu;
  SmallLu small_lu;
  bool regular = false;

  // What is left on a stop has a matrix of its own.
  void compute(int n, std::span<const double> a) {
    const Eigen::Map<const Eigen::MatrixXd> matrix(a.data(), n, n);
    constexpr int large = 300;
    if (n < large) {
      lu.compute(matrix);
      return;
    }
    lu = leave_on_stop(std::pow(n, 3) / 3, [own = Eigen::MatrixXd(matrix)] { return Lu(own); });
  }
};

DenseLu::DenseLu() : implementation_(std::make_unique<Implementation>()) {}
DenseLu::~DenseLu() = default;
DenseLu::DenseLu(DenseLu&&) noexcept = default;
DenseLu& DenseLu::operator=(DenseLu&&) noexcept = default;

bool DenseLu::factor(int n, std::span<const double> a) {
  assert(a.size() == static_cast<std::size_t>(n) * n);
  auto& self = *implementation_;
  if (n <= unblocked) return self.regular = self.small_lu.factor(n, a);
  self.compute(n, a);
  const auto pivots = self.lu.matrixLU().diagonal().array();
  self.regular = pivots.isFinite().all() && (pivots != 0).all() && self.lu.matrixLU().allFinite();
  return self.regular;
}

void DenseLu::solve(std::span<double> b) const {
  assert(implementation_->regular);
  if (b.size() <= static_cast<std::size_t>(unblocked)) return implementation_->small_lu.solve(b);
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x.applyOnTheLeft(implementation_->lu.permutationP());
  implementation_->lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  implementation_->lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace sim

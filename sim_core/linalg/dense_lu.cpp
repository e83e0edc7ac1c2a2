#include "sim_core/linalg/dense_lu.h"

#include <Eigen/LU>
#include <cassert>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"

namespace sim {

class DenseLu::Implementation {
 public:
  using Lu = Eigen::PartialPivLU<Eigen::MatrixXd>;
  Lu lu;
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
  self.regular = n == 0;
  if (n == 0) return true;
  self.compute(n, a);
  const auto pivots = self.lu.matrixLU().diagonal().array();
  self.regular = pivots.isFinite().all() && (pivots != 0).all() && self.lu.matrixLU().allFinite();
  return self.regular;
}

void DenseLu::solve(std::span<double> b) const {
  assert(implementation_->regular);
  if (b.empty()) return;
  Eigen::Map<Eigen::VectorXd> x(b.data(), static_cast<Eigen::Index>(b.size()));
  x.applyOnTheLeft(implementation_->lu.permutationP());
  implementation_->lu.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  implementation_->lu.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
}

double DenseLu::reciprocal_condition() const {
  const auto& self = *implementation_;
  if (!self.regular) return 0;
  return self.lu.matrixLU().size() == 0 ? 1 : self.lu.rcond();
}

}  // namespace sim

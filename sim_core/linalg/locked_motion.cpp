#include "sim_core/linalg/locked_motion.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace sim {

namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

constexpr double step = 1e-3, rank_threshold = 1e-6, remaining = 0.02;
constexpr double converged = 1e-12;  // of what is left of phi, relative to the step

// In coordinates y = sqrt(weight) q, with rows of norm 1.
class Scaled {
 public:
  Scaled(std::span<const double> q, std::span<const double> weights, const ConstraintsOf& constraints)
      : q_(q), constraints_(constraints), root_(weights.size()), moved_(q.begin(), q.end()) {
    for (std::size_t k = 0; k < weights.size(); ++k)
      root_[static_cast<Eigen::Index>(k)] = std::sqrt(weights[k]);
  }

  bool linearize(RowMatrix& a) {
    if (!constraints_(q_, at_)) return false;
    const auto m = static_cast<Eigen::Index>(at_.residual.size());
    a = Eigen::Map<const RowMatrix>(at_.rows.data(), m, root_.size()) * root_.cwiseInverse().asDiagonal();
    norms_ = a.rowwise().norm();
    for (Eigen::Index k = 0; k < m; ++k)
      if (norms_[k] > 0) a.row(k) /= norms_[k];
    return true;
  }
  // phi at q + y.
  bool residual(const Vector& y, Vector& phi) {
    for (std::size_t k = 0; k < moved_.size(); ++k)
      moved_[k] = q_[k] + y[static_cast<Eigen::Index>(k)] / root_[static_cast<Eigen::Index>(k)];
    if (!constraints_(moved_, at_)) return false;
    phi = Eigen::Map<const Vector>(at_.residual.data(), static_cast<Eigen::Index>(at_.residual.size()));
    for (Eigen::Index k = 0; k < phi.size(); ++k) phi[k] = norms_[k] > 0 ? phi[k] / norms_[k] : 0;
    return phi.allFinite();
  }
  // y such that no coordinate moves by more than the step.
  void limit(Vector& y, std::span<const double> sizes) const {
    double most = 0;
    for (Eigen::Index k = 0; k < y.size(); ++k)
      most = std::max(most, std::abs(y[k] / root_[k]) / sizes[static_cast<std::size_t>(k)]);
    if (most > 0) y *= step / most;
  }

 private:
  std::span<const double> q_;
  const ConstraintsOf& constraints_;
  Vector root_, norms_;
  std::vector<double> moved_;
  ConstraintsAt at_;
};

}  // namespace

std::optional<int> locked_motion(std::span<const double> q, std::span<const double> weights,
                                 std::span<const double> sizes, const ConstraintsOf& constraints) {
  Scaled scaled(q, weights, constraints);
  RowMatrix a;
  if (!scaled.linearize(a) || a.rows() == 0) return std::nullopt;
  Eigen::CompleteOrthogonalDecomposition<RowMatrix> factors;
  factors.setThreshold(rank_threshold);
  factors.compute(a);
  if (factors.rank() >= a.cols()) return std::nullopt;
  Vector any(a.cols());  // some direction: that it has no part along a locked one would be a coincidence
  for (Eigen::Index k = 0; k < any.size(); ++k) any[k] = 1 + std::sin(1.7 * static_cast<double>(k + 1));
  Vector y = any - factors.solve(a * any), phi;
  scaled.limit(y, sizes);
  if (!scaled.residual(y, phi)) return std::nullopt;
  const double before = phi.norm();
  constexpr int corrections = 12;
  for (int k = 0; k < corrections; ++k) {
    y -= factors.solve(phi);
    if (!scaled.residual(y, phi)) return std::nullopt;
  }
  if (phi.norm() <= remaining * before || phi.norm() <= converged * y.norm()) return std::nullopt;
  Eigen::Index worst = 0;
  phi.cwiseAbs().maxCoeff(&worst);
  return static_cast<int>(worst);
}

}  // namespace sim

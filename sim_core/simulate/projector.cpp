#include "sim_core/simulate/projector.h"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace sim {

using Status = ProjectionResult::Status;

class Projector::Implementation {
 public:
  Implementation(Invariants invariants, ProjectorOptions options);
  ProjectionResult project(double t, std::span<double> x, std::span<const double> target,
                           std::span<const double> weight, std::span<double> error_estimate);
  const Invariants& invariants() const { return invariants_; }

 private:
  ProjectionResult iterate(double t, std::span<const double> target);
  bool evaluate_residual(double t, std::span<const double> target, ProjectionResult& result);
  bool factor(double t, ProjectionResult& result);
  bool small(int i, std::span<const double> target, double slack = 1) const;
  bool all_small(std::span<const double> target, double slack = 1) const;
  bool gradient_missing(std::span<const double> target) const;
  void solve();
  double scale(int j) const { return options_.weighted ? weight_[j] : 1; }
  void project_error(std::span<double> error);

  Invariants invariants_;
  ProjectorOptions options_;
  std::span<const double> weight_;
  Eigen::VectorXd x_;         // the iterate
  Eigen::VectorXd residual_;  // target - G(x), then scaled like the rows
  Eigen::VectorXd values_;
  Eigen::VectorXd change_;      // W^-1/2 (J W^-1/2)^+ R
  Eigen::VectorXd row_length_;  // of J W^-1/2; 0: the gradient vanishes
  Eigen::VectorXd magnitude_;   // sum_j |J_ij x_j|
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> gradient_;
  Eigen::MatrixXd scaled_;  // (J W^-1/2)^T, n x k, columns of length 1
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factorization_;
};

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::span<double> as_span(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

}  // namespace

Projector::Implementation::Implementation(Invariants invariants, ProjectorOptions options)
    : invariants_(std::move(invariants)),
      options_(options),
      x_(invariants_.states),
      residual_(invariants_.count),
      values_(invariants_.count),
      change_(invariants_.states),
      row_length_(Eigen::VectorXd::Zero(invariants_.count)),
      magnitude_(Eigen::VectorXd::Zero(invariants_.count)),
      gradient_(invariants_.count, invariants_.states),
      scaled_(invariants_.states, invariants_.count),
      factorization_(invariants_.states, invariants_.count) {
  factorization_.setThreshold(options_.rank_tolerance);
}

// |R_i| is within tolerance, or what rounding leaves of the terms of G_i.
bool Projector::Implementation::small(int i, std::span<const double> target, double slack) const {
  const double rounding = 4 * epsilon * std::max(std::abs(target[i]), magnitude_[i]);
  return std::abs(residual_[i]) <= slack * std::max(options_.tolerance, rounding);
}

bool Projector::Implementation::all_small(std::span<const double> target, double slack) const {
  for (int i = 0; i < invariants_.count; ++i)
    if (!small(i, target, slack)) return false;
  return true;
}

bool Projector::Implementation::gradient_missing(std::span<const double> target) const {
  for (int i = 0; i < invariants_.count; ++i)
    if (row_length_[i] == 0 && !small(i, target)) return true;
  return false;
}

bool Projector::Implementation::evaluate_residual(double t, std::span<const double> target,
                                                  ProjectionResult& result) {
  result.evaluation = invariants_.values(t, as_span(x_), as_span(values_));
  for (int i = 0; i < invariants_.count; ++i) residual_[i] = target[i] - values_[i];
  result.residual = residual_.size() > 0 ? residual_.lpNorm<Eigen::Infinity>() : 0;
  if (result.evaluation == EvalStatus::Ok && !residual_.allFinite())
    result.evaluation = EvalStatus::Recoverable;
  return result.evaluation == EvalStatus::Ok;
}

bool Projector::Implementation::factor(double t, ProjectionResult& result) {
  result.evaluation =
      invariants_.gradient(t, as_span(x_), {gradient_.data(), static_cast<std::size_t>(gradient_.size())});
  if (result.evaluation == EvalStatus::Ok && !gradient_.allFinite())
    result.evaluation = EvalStatus::Recoverable;
  if (result.evaluation != EvalStatus::Ok) return false;

  for (int i = 0; i < invariants_.count; ++i) {
    double square = 0, magnitude = 0, reach = 0;
    for (int j = 0; j < invariants_.states; ++j) {
      const double element = gradient_(i, j);
      magnitude += std::abs(element * x_[j]);
      reach += std::abs(element) * (std::abs(x_[j]) + weight_[j]);
      const double s = element * scale(j);
      scaled_(j, i) = s;
      square += s * s;
    }
    magnitude_[i] = magnitude;
    // A gradient that could not change G visibly if x doubled is rounding, not a direction.
    row_length_[i] = reach > epsilon * std::abs(values_[i]) ? std::sqrt(square) : 0;
    if (row_length_[i] > 0)
      scaled_.col(i) /= row_length_[i];
    else
      scaled_.col(i).setZero();
  }
  if (invariants_.count == 1) {
    result.rank = row_length_[0] > 0;
  } else {
    factorization_.compute(scaled_);
    result.rank = static_cast<int>(factorization_.rank());
  }
  return true;
}

// change_ = W^-1/2 (J W^-1/2)^+ residual_, of the factored J.
void Projector::Implementation::solve() {
  for (int i = 0; i < invariants_.count; ++i)
    residual_[i] = row_length_[i] > 0 ? residual_[i] / row_length_[i] : 0;
  if (invariants_.count == 1) {
    change_.noalias() = scaled_.col(0) * residual_[0];
  } else {
    change_ = factorization_.transpose().solve(residual_);
  }
  if (options_.weighted)
    for (int j = 0; j < invariants_.states; ++j) change_[j] *= weight_[j];
}

ProjectionResult Projector::Implementation::iterate(double t, std::span<const double> target) {
  ProjectionResult result;
  const auto end = [&](Status status) {
    result.status = status;
    return result;
  };
  if (!evaluate_residual(t, target, result) || !factor(t, result)) return end(Status::EvaluationFailed);
  if (all_small(target)) return end(Status::Satisfied);
  const bool missing = gradient_missing(target);
  const Status success = missing ? Status::GradientVanished : Status::Projected;
  if (result.rank == 0) return end(success);

  const int limit = options_.method == ProjectionMethod::Taylor ? 1 : options_.max_iterations;
  while (result.iterations < limit) {
    const double before = result.residual;
    solve();
    x_ += change_;
    ++result.iterations;
    if (!evaluate_residual(t, target, result)) return end(Status::EvaluationFailed);
    if (options_.method == ProjectionMethod::Taylor || all_small(target)) return end(success);
    // Standing still near the rounding of G is success; so it is where a row without a gradient cannot
    // improve.
    const bool still = result.residual >= 0.5 * before;
    if (still && (missing || all_small(target, 100))) return end(success);
    if (!(result.residual < 10 * before)) break;
    if (options_.method == ProjectionMethod::Newton && !factor(t, result))
      return end(Status::EvaluationFailed);
  }
  return end(missing || all_small(target, 100) ? success : Status::NotConverged);
}

void Projector::Implementation::project_error(std::span<double> error) {
  const Eigen::Map<const Eigen::VectorXd> e(error.data(), static_cast<Eigen::Index>(error.size()));
  residual_.noalias() = gradient_ * e;
  solve();
  for (std::size_t j = 0; j < error.size(); ++j) error[j] -= change_[static_cast<Eigen::Index>(j)];
}

ProjectionResult Projector::Implementation::project(double t, std::span<double> x,
                                                    std::span<const double> target,
                                                    std::span<const double> weight,
                                                    std::span<double> error_estimate) {
  assert(static_cast<int>(x.size()) == invariants_.states &&
         static_cast<int>(target.size()) == invariants_.count);
  assert(weight.size() == x.size());
  if (options_.method == ProjectionMethod::None) return {.status = Status::Disabled};
  weight_ = weight;
  x_ = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  ProjectionResult result = iterate(t, target);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double moved = std::abs(x_[static_cast<Eigen::Index>(j)] - x[j]) / weight[j];
    if (moved > result.perturbation) {
      result.perturbation = moved;
      result.worst_component = static_cast<int>(j);
    }
  }
  if (result.status == Status::NotConverged || result.status == Status::EvaluationFailed) return result;
  std::copy_n(x_.data(), x.size(), x.begin());
  if (!error_estimate.empty()) project_error(error_estimate);
  return result;
}

Projector::Projector(Invariants invariants, ProjectorOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(invariants), options)) {}
Projector::~Projector() = default;
Projector::Projector(Projector&&) noexcept = default;
Projector& Projector::operator=(Projector&&) noexcept = default;

ProjectionResult Projector::project(double t, std::span<double> x, std::span<const double> target,
                                    std::span<const double> weight, std::span<double> error_estimate) {
  return implementation_->project(t, x, target, weight, error_estimate);
}

const Invariants& Projector::invariants() const { return implementation_->invariants(); }

}  // namespace sim

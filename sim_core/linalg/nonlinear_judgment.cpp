// Whether the point where an iteration ended is a solution: what the residual there may still be.
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "sim_core/linalg/all_finite.h"

#include "sim_core/linalg/nonlinear_equations.h"

namespace sim {

namespace {

constexpr double margin = 4;  // of the bounds of rounding errors, which are of first order

double unit_of(double z) {
  const double size = std::fabs(z);
  return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
}

}  // namespace

bool NonlinearSolver::within_tolerance() const {
  double size = 0;
  for (double r : r_) size = std::max(size, std::fabs(r));
  return size == 0 || size <= equations_->tolerance;
}

// By how much the residual changes where each unknown goes to the next number; not finite where slopes are.
void NonlinearSolver::find_slopes() {
  std::fill(slope_.begin(), slope_.end(), linearized_ ? 0.0 : std::numeric_limits<double>::infinity());
  if (!linearized_) return;
  for (std::size_t j = 0; j < n_; ++j) {
    const double unit = unit_of(z_[j]);
    for (std::size_t i = 0; i < n_; ++i) slope_[i] += std::fabs(jacobian_[i + j * n_]) * unit;
  }
}

bool NonlinearSolver::solved() {
  if (within_tolerance()) return !is_arbitrary();
  find_slopes();
  const auto within = [&](const std::vector<double>& allowed, double factor) {
    for (std::size_t i = 0; i < n_; ++i)
      if (!(std::fabs(r_[i]) <= factor * allowed[i])) return false;
    return true;
  };
  // Newton's method has just converged as it does along a smooth function: the slopes can be trusted.
  if (contracted_ && regular_ && all_finite(slope_) && within(slope_, 1)) return true;
  if (is_round_off(z_, r_) || is_lost()) return !is_arbitrary();
  if (!all_finite(slope_)) return false;
  for (std::size_t i = 0; i < n_; ++i)
    if (!(std::fabs(r_[i]) <= margin * bound_[i] + 2 * slope_[i])) return false;
  return within_neighbors() && !is_arbitrary();
}

// Toward a singular solution the residual falls with all its terms, by a factor at each step: it ends where
// it is less than a rounding error of the rounding errors it began with, and the unknowns move no more.
bool NonlinearSolver::is_lost() const {
  constexpr double lost = 1e-30, still = 1e-9;
  if (!linearized_ || !regular_) return false;
  double size = 1;
  for (double z : z_) size = std::max(size, std::fabs(z));
  return std::all_of(r_.begin(), r_.end(), [&](double r) { return std::fabs(r) <= lost * first_; }) &&
         std::all_of(newton_.begin(), newton_.end(), [&](double d) { return std::fabs(d) <= still * size; });
}

// Leaves the bounds in bound_.
bool NonlinearSolver::is_round_off(std::span<const double> z, std::span<const double> r) {
  std::fill(bound_.begin(), bound_.end(), 0.0);
  if (equations_->rounding) equations_->rounding(z, bound_);
  for (std::size_t i = 0; i < n_; ++i)
    if (!(std::fabs(r[i]) <= margin * bound_[i])) return false;
  return true;
}

// Equations whose terms are small are not solved to their last digits where others move the unknowns by the
// rounding errors of large ones: corrections for the former alone.
bool NonlinearSolver::refine() {
  constexpr int passes = 24;  // one that is zero times the others comes to zero by 16 digits each
  constexpr double near = 1e-6;
  for (int pass = 0; pass < passes && linearized_ && regular_; ++pass) {
    is_round_off(z_, r_);
    for (std::size_t i = 0; i < n_; ++i) work_[i] = std::fabs(r_[i]) <= margin * bound_[i] ? 0 : -r_[i];
    lu_.solve(work_);
    double size = 1;
    for (double z : z_) size = std::max(size, std::fabs(z));
    for (std::size_t j = 0; j < n_; ++j) {
      if (!(std::fabs(work_[j]) <= near * size)) return false;
      trial_[j] = z_[j] + work_[j];
    }
    if (trial_ == z_ || !evaluate(trial_, trial_r_)) return false;
    z_.swap(trial_);
    r_.swap(trial_r_);
    if (solved()) return true;
  }
  return false;
}

// A slope may be steeper than the function ever gets high: what the neighboring numbers really change counts.
bool NonlinearSolver::within_neighbors() {
  constexpr std::size_t most = 200;
  if (n_ > most) return true;
  std::vector<double> allowed(n_), at = z_;
  for (std::size_t i = 0; i < n_; ++i) allowed[i] = margin * bound_[i];
  for (std::size_t j = 0; j < n_; ++j) {
    std::fill(work_.begin(), work_.end(), 0.0);
    for (const double direction : {-1.0, 1.0}) {
      at[j] = std::nextafter(z_[j], direction * std::numeric_limits<double>::infinity());
      if (evaluate(at, trial_r_))
        for (std::size_t i = 0; i < n_; ++i) work_[i] = std::max(work_[i], std::fabs(trial_r_[i] - r_[i]));
    }
    at[j] = z_[j];
    for (std::size_t i = 0; i < n_; ++i)
      allowed[i] += std::min(work_[i], 2 * std::fabs(jacobian_[i + j * n_]) * unit_of(z_[j]));
  }
  for (std::size_t i = 0; i < n_; ++i)
    if (!(std::fabs(r_[i]) <= allowed[i])) return false;
  return true;
}

// Where the equations are singular at a solution, the residual may stay zero along a whole line, or to one
// side of it, as where 1/(1 + z^2) has become 0.
bool NonlinearSolver::is_arbitrary() {
  constexpr std::size_t most = 500;
  if (!linearized_ && !linearize()) return false;
  if (regular_ || n_ > most) return false;
  using Matrix = Eigen::MatrixXd;
  const Matrix j = Eigen::Map<const Matrix>(jacobian_.data(), static_cast<Eigen::Index>(n_),
                                            static_cast<Eigen::Index>(n_));
  if (!j.allFinite()) return false;
  const Matrix still = Eigen::FullPivLU<Matrix>(j).kernel();
  std::vector<double> at(n_);
  double size = 1;
  for (double z : z_) size = std::max(size, std::fabs(z));
  for (Eigen::Index column = 0; column < still.cols(); ++column) {
    const double length = still.col(column).cwiseAbs().maxCoeff();
    for (const double share : {-1e-3, 1e-3}) {
      if (!(length > 0)) break;
      const double step = share * size / length;
      for (std::size_t i = 0; i < n_; ++i) at[i] = z_[i] + step * still(static_cast<Eigen::Index>(i), column);
      if (!all_finite(at) || !evaluate(at, trial_r_)) continue;  // beyond the domain
      if (!is_round_off(at, trial_r_)) continue;
      return arbitrary_ = true;
    }
  }
  return false;
}

}  // namespace sim

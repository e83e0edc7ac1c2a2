#include "sim_core/linalg/nonlinear_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

constexpr int most_iterations = 100;     // of one attempt
constexpr double close = 1e-7;           // a correction this small, relatively, is followed by round-off
constexpr double lost_in_noise = 1e-9;   // one this small is accepted where the residual stays as it is
constexpr double shortest_step = 1e-10;  // relative to the Newton correction

bool finite(std::span<const double> v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}
double largest(std::span<const double> v) {
  double m = 0;
  for (double x : v) m = std::max(m, std::fabs(x));
  return m;
}

}  // namespace

void NonlinearSolver::resize(std::size_t n) {
  n_ = n;
  for (auto* v :
       {&z_, &r_, &trial_, &trial_r_, &newton_, &step_, &gradient_, &work_, &weights_, &scale_, &best_z_})
    v->resize(n);
  jacobian_.resize(n * n);
}

bool NonlinearSolver::evaluate(std::span<const double> z, std::vector<double>& r) {
  return equations_->residual(z, r) == EvalStatus::Ok && finite(r);
}

bool NonlinearSolver::within_tolerance() const {
  const double size = largest(r_);
  return size == 0 || size <= equations_->tolerance;
}

void NonlinearSolver::remember_best() {
  const double size = largest(r_);
  if (best_.worst >= 0 && size >= best_.residual) return;
  best_.residual = size;
  best_.worst = 0;
  for (std::size_t i = 0; i < n_; ++i)
    if (std::fabs(r_[i]) == size) best_.worst = static_cast<int>(i);
  best_z_ = z_;
}

double NonlinearSolver::weighted_norm(std::span<const double> r) const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) sum += weights_[i] * r[i] * (weights_[i] * r[i]);
  return std::sqrt(sum);
}

double NonlinearSolver::scaled_norm(std::span<const double> step) const {
  double sum = 0;
  for (std::size_t j = 0; j < n_; ++j) sum += scale_[j] * step[j] * (scale_[j] * step[j]);
  return std::sqrt(sum);
}

bool NonlinearSolver::linearize() {
  ++iterations_;
  regular_ = false;
  if (equations_->jacobian(z_, jacobian_) != EvalStatus::Ok || !finite(jacobian_)) return false;
  const bool first = weights_[0] == 0;
  if (first) {
    for (std::size_t i = 0; i < n_; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < n_; ++j) row = std::max(row, std::fabs(jacobian_[i + j * n_]));
      weights_[i] = row > 0 ? 1 / row : 1;
    }
  }
  for (std::size_t j = 0; j < n_; ++j) {
    double column = 0;
    for (std::size_t i = 0; i < n_; ++i) column = std::hypot(column, weights_[i] * jacobian_[i + j * n_]);
    scale_[j] = std::max(first ? 0 : scale_[j], column);
    if (scale_[j] == 0) scale_[j] = 1;
  }
  regular_ = lu_.factor(static_cast<int>(n_), jacobian_);
  if (!regular_) return true;
  for (std::size_t i = 0; i < n_; ++i) newton_[i] = -r_[i];
  lu_.solve(newton_);
  regular_ = finite(newton_);
  return true;
}

bool NonlinearSolver::near_solution() const {
  if (!regular_) return false;
  for (std::size_t j = 0; j < n_; ++j)
    if (std::fabs(newton_[j]) > close * std::fabs(z_[j])) return false;
  return true;
}

// Nothing makes the residual smaller: is it only rounding that is left of it?
bool NonlinearSolver::noise_is_left() const {
  if (!regular_) return false;
  const double size = 1 + largest(z_);
  for (std::size_t j = 0; j < n_; ++j)
    if (std::fabs(newton_[j]) > close * std::fabs(z_[j]) + lost_in_noise * size) return false;
  return true;
}

// The last digits, with the factors at hand: each correction is smaller than the one before by the relative
// distance to the solution, until rounding makes the residual stay.
void NonlinearSolver::polish() {
  double size = weighted_norm(r_);
  for (int k = 0; k < 6 && size > 0; ++k) {
    for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + newton_[j];
    if (trial_ == z_ || !evaluate(trial_, trial_r_)) return;
    const double next = weighted_norm(trial_r_);
    if (!(next < size)) return;
    const bool slow = next > 0.5 * size;
    z_.swap(trial_);
    r_.swap(trial_r_);
    size = next;
    if (slow) return;
    for (std::size_t i = 0; i < n_; ++i) newton_[i] = -r_[i];
    lu_.solve(newton_);
  }
}

// step_ = the dogleg step within the radius; false: the residual is stationary.
bool NonlinearSolver::dogleg(double radius) {
  const double newton_length = regular_ ? scaled_norm(newton_) : std::numeric_limits<double>::infinity();
  if (newton_length <= radius) {
    step_ = newton_;
    return true;
  }
  // The steepest descent of half the squared weighted residual, in the scaled unknowns.
  double slope = 0, bend = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    double g = 0;
    for (std::size_t i = 0; i < n_; ++i) g -= jacobian_[i + j * n_] * weights_[i] * weights_[i] * r_[i];
    slope += g / scale_[j] * (g / scale_[j]);
    gradient_[j] = g / scale_[j] / scale_[j];
  }
  for (std::size_t i = 0; i < n_; ++i) {
    double change = 0;
    for (std::size_t j = 0; j < n_; ++j) change += jacobian_[i + j * n_] * gradient_[j];
    bend += weights_[i] * change * (weights_[i] * change);
  }
  if (!(slope > 0) || !(bend > 0)) return false;
  const double length = std::sqrt(slope), cauchy = slope / bend;  // times gradient_
  if (!regular_ && cauchy * slope <= 1e-14 * weighted_norm(r_) * weighted_norm(r_)) return false;
  if (cauchy * length >= radius || !regular_) {
    const double t = std::min(cauchy, radius / length);
    for (std::size_t j = 0; j < n_; ++j) step_[j] = t * gradient_[j];
    return true;
  }
  double aa = 0, ab = 0, bb = 0;  // |cauchy + t (newton - cauchy)| = radius
  for (std::size_t j = 0; j < n_; ++j) {
    const double a = scale_[j] * cauchy * gradient_[j], b = scale_[j] * newton_[j] - a;
    aa += a * a, ab += a * b, bb += b * b;
  }
  const double gap = std::max(0.0, radius * radius - aa);
  const double t = gap / (ab + std::sqrt(ab * ab + bb * gap));
  for (std::size_t j = 0; j < n_; ++j)
    step_[j] = cauchy * gradient_[j] + t * (newton_[j] - cauchy * gradient_[j]);
  return true;
}

NonlinearReport::End NonlinearSolver::trust_region() {
  double radius = 0;
  for (int k = 0; k < most_iterations; ++k) {
    if (within_tolerance()) return End::Converged;
    if (!linearize()) return End::Undefined;
    if (near_solution()) {
      polish();
      return End::Converged;
    }
    if (radius == 0)
      radius = std::max(regular_ ? scaled_norm(newton_) : 0.0, 100 * std::max(scaled_norm(z_), 1e-3));
    const double before = weighted_norm(r_);
    for (bool good = false; !good;) {
      if (!dogleg(radius)) return regular_ ? End::Stationary : End::Singular;
      double predicted = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        double linear = r_[i];
        for (std::size_t j = 0; j < n_; ++j) linear += jacobian_[i + j * n_] * step_[j];
        predicted += weights_[i] * linear * (weights_[i] * linear);
      }
      for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + step_[j];
      const double length = scaled_norm(step_);
      if (trial_ == z_ || length <= shortest_step * shortest_step * scaled_norm(z_)) return End::Stationary;
      double ratio = -1;
      if (evaluate(trial_, trial_r_)) {
        const double after = weighted_norm(trial_r_);
        ratio = (before * before - after * after) / std::max(before * before - predicted, 1e-300);
      }
      good = ratio > 1e-4;
      if (ratio < 0.25)
        radius = (ratio < 0 ? 0.1 : 0.25) * length;
      else if (ratio > 0.75)
        radius = std::max(radius, 2 * length);
    }
    z_.swap(trial_);
    r_.swap(trial_r_);
    remember_best();
  }
  return End::Exhausted;
}

NonlinearReport::End NonlinearSolver::line_search() {
  double damping = 1;
  for (int k = 0; k < most_iterations; ++k) {
    if (within_tolerance()) return End::Converged;
    if (!linearize()) return End::Undefined;
    if (!regular_) return End::Singular;
    if (near_solution()) {
      polish();
      return End::Converged;
    }
    const double correction = scaled_norm(newton_);
    for (double next = std::min(1.0, damping * 2);; damping = next) {
      damping = next;
      if (damping < shortest_step) return End::Stationary;
      for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + damping * newton_[j];
      next = damping / 10;
      if (!evaluate(trial_, trial_r_)) continue;
      for (std::size_t i = 0; i < n_; ++i) work_[i] = -trial_r_[i];
      lu_.solve(work_);
      if (!finite(work_)) continue;
      if (scaled_norm(work_) <= (1 - damping / 4) * correction) break;
      for (std::size_t j = 0; j < n_; ++j) work_[j] -= (1 - damping) * newton_[j];
      next = std::clamp(correction * damping * damping / (2 * scaled_norm(work_)), damping / 10, damping / 2);
    }
    z_.swap(trial_);
    r_.swap(trial_r_);
    remember_best();
  }
  return End::Exhausted;
}

NonlinearReport::End NonlinearSolver::attempt(GlobalMethod method) {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  End end = method == GlobalMethod::LineSearch ? line_search() : trust_region();
  if (end == End::Exhausted && !linearize()) end = End::Undefined;
  if ((end == End::Exhausted || end == End::Stationary) && noise_is_left()) end = End::Converged;
  remember_best();
  return end;
}

NonlinearReport NonlinearSolver::solve(const NonlinearEquations& equations, GlobalMethod method,
                                       std::span<double> z) {
  equations_ = &equations;
  resize(z.size());
  best_ = {};
  iterations_ = 0;
  if (n_ == 0) {
    best_.end = End::Converged;
    return best_;
  }
  // A start where the Jacobian is singular or the residual undefined is left by a little, then by more.
  End end = End::Undefined, defined = End::Undefined;
  for (const double nudge : {0.0, 1e-3, -1e-3, 1.0, -1.0}) {
    for (const GlobalMethod one : {GlobalMethod::TrustRegion, GlobalMethod::LineSearch}) {
      if (method != GlobalMethod::Auto && one != method) continue;
      for (std::size_t j = 0; j < n_; ++j) {
        const double away = nudge * (1 + 0.1 * static_cast<double>(j % 7)) * (1 + std::fabs(z[j]));
        z_[j] = z[j] + (nudge == 0 ? 0 : away);
      }
      end = evaluate(z_, r_) ? attempt(one) : End::Undefined;
      if (end == End::Converged) {
        best_.end = end;
        best_.residual = largest(r_);
        best_.iterations = iterations_;
        std::copy(z_.begin(), z_.end(), z.begin());
        return best_;
      }
      if (end != End::Undefined) defined = end;
    }
    if (end == End::Exhausted || end == End::Stationary) break;
  }
  if (best_.worst >= 0) std::copy(best_z_.begin(), best_z_.end(), z.begin());
  best_.end = defined;
  best_.iterations = iterations_;
  return best_;
}

}  // namespace sim

#include "sim_core/linalg/nonlinear_equations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/linalg/all_finite.h"
#include "sim_core/linalg/scalar_root.h"

namespace sim {

namespace {

constexpr int most_iterations = 100;     // of one attempt
constexpr double close = 1e-7;           // a correction this small, relatively, is followed by round-off
constexpr double shortest_step = 1e-10;  // relative to the Newton correction

double largest(std::span<const double> v) {
  double m = 0;
  for (double x : v) m = std::max(m, std::fabs(x));
  return m;
}

// The Euclidean length of n numbers, without overflow.
template <class Number>
double length_of(std::size_t n, const Number& number) {
  double most = 0, sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double v = number(i);
    sum += v * v;
    most = std::max(most, std::fabs(v));
  }
  if (most < 1e150 && most > 1e-150) return std::sqrt(sum);
  if (most == 0 || !std::isfinite(most)) return most;
  sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += number(i) / most * (number(i) / most);
  return most * std::sqrt(sum);
}

}  // namespace

void NonlinearSolver::resize(std::size_t n) {
  if (n == n_ && z_.size() == n) return;
  n_ = n;
  for (auto* v : {&z_, &r_, &trial_, &trial_r_, &newton_, &step_, &gradient_, &work_, &weights_, &scale_,
                  &best_z_, &bound_, &slope_, &start_})
    v->resize(n);
  jacobian_.resize(n * n);
}

bool NonlinearSolver::evaluate(std::span<const double> z, std::vector<double>& r) {
  const EvalStatus status = equations_->residual(z, r);
  stopped_ = stopped_ || status == EvalStatus::Fatal;
  return status == EvalStatus::Ok && all_finite(r);
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
  return length_of(n_, [&](std::size_t i) { return weights_[i] * r[i]; });
}

double NonlinearSolver::scaled_norm(std::span<const double> step) const {
  return length_of(n_, [&](std::size_t j) { return scale_[j] * step[j]; });
}

bool NonlinearSolver::linearize() {
  ++iterations_;
  regular_ = linearized_ = false;
  if (equations_->jacobian(z_, jacobian_) != EvalStatus::Ok || !all_finite(jacobian_)) return false;
  linearized_ = true;
  const bool first = weights_[0] == 0;
  if (first) {
    for (std::size_t i = 0; i < n_; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < n_; ++j) row = std::max(row, std::fabs(jacobian_[i + j * n_]));
      weights_[i] = row > 0 ? 1 / row : 1;
    }
  }
  for (std::size_t j = 0; j < n_; ++j) {
    const double column = length_of(n_, [&](std::size_t i) { return weights_[i] * jacobian_[i + j * n_]; });
    scale_[j] = std::max(first ? 0 : scale_[j], column);
    if (scale_[j] == 0) scale_[j] = 1;
  }
  regular_ = lu_.factor(static_cast<int>(n_), jacobian_);
  if (!regular_) return true;
  for (std::size_t i = 0; i < n_; ++i) newton_[i] = -r_[i];
  lu_.solve(newton_);
  regular_ = all_finite(newton_);
  return true;
}

bool NonlinearSolver::near_solution() const {
  if (!regular_) return false;
  for (std::size_t j = 0; j < n_; ++j)
    if (std::fabs(newton_[j]) > close * std::fabs(z_[j])) return false;
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
    contracted_ = contracted_ || next < 1e-3 * size;
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
  const double size = weighted_norm(r_);  // taken out, so that nothing overflows
  if (!(size > 0) || !std::isfinite(size)) return false;
  double slope = 0, bend = 0;
  for (std::size_t j = 0; j < n_; ++j) {
    double g = 0;
    for (std::size_t i = 0; i < n_; ++i)
      g -= jacobian_[i + j * n_] * weights_[i] * (weights_[i] * r_[i] / size);
    slope += g / scale_[j] * (g / scale_[j]);
    gradient_[j] = g / scale_[j] / scale_[j];
  }
  for (std::size_t i = 0; i < n_; ++i) {
    double change = 0;
    for (std::size_t j = 0; j < n_; ++j) change += jacobian_[i + j * n_] * gradient_[j];
    bend += weights_[i] * change * (weights_[i] * change);
  }
  if (!(slope > 0) || !(bend > 0)) return false;
  const double length = std::sqrt(slope), cauchy = slope / bend * size;  // times gradient_
  if (!regular_ && slope / bend * slope <= 1e-14) return false;
  if (cauchy * length >= radius || !regular_) {
    const double t = std::min(cauchy, radius / length);
    for (std::size_t j = 0; j < n_; ++j) step_[j] = t * gradient_[j];
    return true;
  }
  double aa = 0, ab = 0, bb = 0;  // |cauchy + t (newton - cauchy)| = radius, in units of the radius
  for (std::size_t j = 0; j < n_; ++j) {
    const double a = scale_[j] * cauchy * gradient_[j] / radius, b = scale_[j] * newton_[j] / radius - a;
    aa += a * a, ab += a * b, bb += b * b;
  }
  const double gap = std::max(0.0, 1 - aa);
  const double t = gap / (ab + std::sqrt(ab * ab + bb * gap));
  for (std::size_t j = 0; j < n_; ++j)
    step_[j] = cauchy * gradient_[j] + t * (newton_[j] - cauchy * gradient_[j]);
  return true;
}

NonlinearReport::End NonlinearSolver::trust_region() {
  double radius = 0;
  for (int k = 0; k < most_iterations && !stopped_; ++k) {
    if (within_tolerance()) return End::Converged;
    if (!linearize()) return End::Undefined;
    if (near_solution()) {
      polish();
      return End::Converged;
    }
    if (radius == 0)
      radius = std::max(regular_ ? scaled_norm(newton_) : 0.0, 100 * std::max(scaled_norm(z_), 1e-3));
    const End end = trust_region_step(radius);
    if (end != End::Converged) return end;
    z_.swap(trial_);
    r_.swap(trial_r_);
    remember_best();
  }
  return End::Exhausted;
}

// From z_ to trial_, within a radius that fits. Converged: there is such a step.
NonlinearReport::End NonlinearSolver::trust_region_step(double& radius) {
  constexpr int most_trials = 400;  // the radius passes through all doubles
  const double before = weighted_norm(r_);
  for (int k = 0; k < most_trials && !stopped_; ++k) {
    if (!std::isfinite(radius)) radius = std::numeric_limits<double>::max();
    if (!dogleg(radius)) return regular_ ? End::Stationary : End::Singular;
    std::fill(work_.begin(), work_.end(), 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      work_[i] = r_[i];
      for (std::size_t j = 0; j < n_; ++j) work_[i] += jacobian_[i + j * n_] * step_[j];
    }
    const double predicted = weighted_norm(work_) / before;
    for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + step_[j];
    const double length = scaled_norm(step_);
    if (!std::isfinite(length) || trial_ == z_ || length <= shortest_step * shortest_step * scaled_norm(z_))
      return End::Stationary;
    double ratio = -1, share = 1;
    if (evaluate(trial_, trial_r_)) {
      share = weighted_norm(trial_r_) / before;
      ratio = (1 - share * share) / std::max(1 - predicted * predicted, 1e-300);
    }
    if (ratio < 0.25)
      radius = (ratio < 0 ? 0.1 : 0.25) * length;
    else if (ratio > 0.75)
      radius = std::max(radius, 2 * length);
    if (!(ratio > 1e-4)) continue;
    contracted_ = step_ == newton_ && share < 1e-3;
    return End::Converged;
  }
  return End::Stationary;
}

NonlinearReport::End NonlinearSolver::line_search() {
  double damping = 1;
  for (int k = 0; k < most_iterations && !stopped_; ++k) {
    if (within_tolerance()) return End::Converged;
    if (!linearize()) return End::Undefined;
    if (!regular_) return End::Singular;
    if (near_solution()) {
      polish();
      return End::Converged;
    }
    const double correction = scaled_norm(newton_), before = weighted_norm(r_);
    if (!std::isfinite(correction)) return End::Stationary;
    for (double next = std::min(1.0, damping * 2);; damping = next) {
      damping = next;
      if (damping < shortest_step || stopped_) return End::Stationary;
      for (std::size_t j = 0; j < n_; ++j) trial_[j] = z_[j] + damping * newton_[j];
      next = damping / 10;
      if (!evaluate(trial_, trial_r_)) continue;
      for (std::size_t i = 0; i < n_; ++i) work_[i] = -trial_r_[i];
      lu_.solve(work_);
      if (!all_finite(work_)) continue;
      if (scaled_norm(work_) <= (1 - damping / 4) * correction) break;
      for (std::size_t j = 0; j < n_; ++j) work_[j] -= (1 - damping) * newton_[j];
      next = std::clamp(correction * damping * damping / (2 * scaled_norm(work_)), damping / 10, damping / 2);
    }
    contracted_ = damping == 1 && weighted_norm(trial_r_) < 1e-3 * before;
    z_.swap(trial_);
    r_.swap(trial_r_);
    remember_best();
  }
  return End::Exhausted;
}

// Wherever the iteration ends, the residual there decides.
NonlinearReport::End NonlinearSolver::attempt(GlobalMethod method) {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  linearized_ = regular_ = contracted_ = false;
  first_ = largest(r_);
  End end = method == GlobalMethod::LineSearch ? line_search() : trust_region();
  remember_best();
  if (stopped_ || end == End::Undefined) return end;
  if (end == End::Exhausted && !linearize()) return End::Undefined;
  if (solved() || refine()) return End::Converged;
  return end == End::Converged ? End::Stationary : end;
}

NonlinearReport::End NonlinearSolver::try_methods(GlobalMethod method) {
  start_ = z_;
  End end = End::Undefined, defined = End::Undefined;
  for (const GlobalMethod one : {GlobalMethod::TrustRegion, GlobalMethod::LineSearch}) {
    if (method != GlobalMethod::Auto && one != method) continue;
    z_ = start_;
    end = evaluate(z_, r_) ? attempt(one) : End::Undefined;
    if (end == End::Converged || stopped_) return end;
    if (end != End::Undefined) defined = end;
  }
  return defined;
}

// Where a search begins: at the guess; where that has not led to a solution, a little beside it, then further
// away. False: there are no more starts.
bool NonlinearSolver::start_at(int attempt, std::span<const double> guess) {
  constexpr double nudges[] = {0.0, 1e-3, -1e-3, 1.0, -1.0, 10.0, -10.0, 1e3, -1e3};
  constexpr std::size_t many = 100;  // unknowns: each search is expensive then
  if (attempt >= std::min(equations_->starts, n_ > many ? 5 : 9)) return false;
  const double nudge = nudges[attempt];
  for (std::size_t j = 0; j < n_; ++j) {
    // Unknowns go different ways when they go far.
    const double spread = std::fabs(nudge) > 1 && (static_cast<std::size_t>(attempt) >> (j % 3)) % 2 ? -1 : 1;
    const double away = spread * nudge * (1 + 0.1 * static_cast<double>(j % 7)) * (1 + std::fabs(guess[j]));
    z_[j] = guess[j] + (nudge == 0 ? 0 : away);
  }
  return true;
}

// One unknown can be searched for everywhere.
NonlinearReport::End NonlinearSolver::search_scalar(double start, End before) {
  ScalarEquation equation;
  std::vector<double> at(1), r(1);
  equation.value = [&](double z) {
    at[0] = z;
    const EvalStatus status = equations_->residual(at, r);
    stopped_ = stopped_ || status == EvalStatus::Fatal;
    return status == EvalStatus::Ok ? r[0] : std::numeric_limits<double>::quiet_NaN();
  };
  equation.solves = [&](double z, double value) {
    z_[0] = z;
    r_[0] = value;
    contracted_ = false;
    linearize();
    return solved();
  };
  equation.stopped = [&] { return stopped_; };
  const ScalarRoot root = find_scalar_root(equation, start);
  z_[0] = root.z;
  r_[0] = root.value;
  if (root.found) return End::Converged;
  if (stopped_ || !std::isfinite(root.value)) return before;
  remember_best();
  if (!root.at_jump) return End::Nowhere;
  best_.jump_at = root.jump_at;
  best_.below = root.below;
  best_.above = root.above;
  return End::Jump;
}

NonlinearReport NonlinearSolver::report(End end, std::span<double> z) {
  best_.end = end == End::Converged ? end : stopped_ ? End::Stopped : arbitrary_ ? End::Arbitrary : end;
  best_.iterations = iterations_;
  if (end == End::Converged) {
    best_.residual = largest(r_);
    std::copy(z_.begin(), z_.end(), z.begin());
  } else if (best_.worst >= 0) {
    std::copy(best_z_.begin(), best_z_.end(), z.begin());
  }
  return best_;
}

NonlinearReport NonlinearSolver::solve(const NonlinearEquations& equations, GlobalMethod method,
                                       std::span<double> z) {
  equations_ = &equations;
  resize(z.size());
  best_ = {};
  iterations_ = 0;
  stopped_ = arbitrary_ = false;
  if (n_ == 0) return report(End::Converged, z);
  End end = End::Undefined;
  for (int k = 0; start_at(k, z); ++k) {
    const End now = try_methods(method);
    if (now == End::Converged) return report(now, z);
    if (now != End::Undefined) end = now;
    // A start where the Jacobian is singular or the residual undefined is left by a little, then by more.
    if (stopped_ || (n_ == 1 ? now == End::Exhausted || now == End::Stationary : arbitrary_)) break;
  }
  if (n_ == 1 && !stopped_ && equations.search) end = search_scalar(z[0], end);
  return report(end, z);
}

}  // namespace sim

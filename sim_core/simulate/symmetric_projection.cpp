#include "sim_core/simulate/symmetric_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

// A whole step each; they gain one to three digits.
constexpr int most_corrections = 25;

// x += D' mu
void add(std::span<double> x, const std::vector<double>& directions, const std::vector<double>& mu) {
  for (std::size_t i = 0; i < mu.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) x[j] += mu[i] * directions[i * x.size() + j];
}

double distance(std::span<const double> a, std::span<const double> b, std::span<const double> weight) {
  double largest = 0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::fabs(a[j] - b[j]) / weight[j]);
  return largest;
}

}  // namespace

SymmetricProjection::SymmetricProjection(Invariants invariants, ProjectorOptions options)
    : invariants_(std::move(invariants)), options_(options) {
  const auto k = static_cast<std::size_t>(invariants_.count),
             n = static_cast<std::size_t>(invariants_.states);
  for (std::vector<double>* m : {&at_start_, &at_end_, &gradient_}) m->resize(k * n);
  for (std::vector<double>* v : {&residual_, &residual_before_, &multiplier_, &multiplier_change_})
    v->resize(k);
  slope_.resize(k * k);
  for (std::vector<double>* v : {&shift_, &before_}) v->resize(n);
}

// W^-1 J', as rows; the gradient itself stays in gradient_.
EvalStatus SymmetricProjection::directions(double t, std::span<const double> x,
                                           std::span<const double> weight, std::vector<double>& into) {
  const EvalStatus status = invariants_.gradient(t, x, gradient_);
  for (std::size_t e = 0; e < into.size(); ++e) {
    const double w = options_.weighted ? weight[e % x.size()] : 1;
    into[e] = gradient_[e] * w * w;
    if (!std::isfinite(into[e])) return EvalStatus::Recoverable;
  }
  return status;
}

// Of residual_, which holds -R and is negated, relative to the tolerance.
double SymmetricProjection::largest_residual(std::span<const double> x, std::span<const double> levels) {
  double largest = 0;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    residual_[i] = -residual_[i];
    double terms = 0;
    for (std::size_t j = 0; j < x.size(); ++j) terms += std::fabs(gradient_[i * x.size() + j] * x[j]);
    const double tolerance =
        relative_tolerance(invariants_, options_, static_cast<int>(i)) *
        std::max({terms, std::fabs(levels[i]),
                  std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon()});
    if (!std::isfinite(residual_[i])) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, std::fabs(residual_[i]) / tolerance);
  }
  return largest;
}

// To first order in mu and in the step, what is done at the start does the same again: 2 J D'.
void SymmetricProjection::begin_slope() {
  const std::size_t k = residual_.size(), n = shift_.size();
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t l = 0; l < k; ++l) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += gradient_[i * n + j] * at_end_[l * n + j];
      slope_[i + l * k] = 2 * sum;
    }
}

// Broyden's update, from what the last change did.
void SymmetricProjection::update_slope() {
  const std::size_t k = residual_.size();
  double square = 0;
  for (const double change : multiplier_change_) square += change * change;
  if (!(square > 0)) return;
  for (std::size_t i = 0; i < k; ++i) {
    double error = residual_before_[i] - residual_[i];
    for (std::size_t l = 0; l < k; ++l) error -= slope_[i + l * k] * multiplier_change_[l];
    for (std::size_t l = 0; l < k; ++l) slope_[i + l * k] += error * multiplier_change_[l] / square;
  }
}

SymmetricProjection::Result SymmetricProjection::project(double t0, std::span<const double> start, double t1,
                                                         std::span<double> end,
                                                         std::span<const double> weight,
                                                         std::span<const double> levels, const Step& step) {
  Result result;
  const std::size_t k = residual_.size(), n = end.size();
  const auto failed = [&](EvalStatus status) { return result.status = status, result; };
  if (const EvalStatus status = directions(t0, start, weight, at_start_); status != EvalStatus::Ok)
    return failed(status);
  std::fill(multiplier_.begin(), multiplier_.end(), 0.0);
  std::fill(shift_.begin(), shift_.end(), 0.0);
  std::vector<double> plain(end.begin(), end.end());  // Phi of the shifted start
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0;; ++iteration) {
    // The end with the gradient that it has itself.
    for (int inner = 0; inner < 4; ++inner) {
      if (const EvalStatus status = directions(t1, end, weight, at_end_); status != EvalStatus::Ok)
        return failed(status);
      std::copy(end.begin(), end.end(), before_.begin());
      std::copy(plain.begin(), plain.end(), end.begin());
      add(end, at_end_, multiplier_);
      if (distance(end, before_, weight) < 1e-9) break;
    }
    if (const EvalStatus status = invariants_.values(t1, end, residual_); status != EvalStatus::Ok)
      return failed(status);
    const double largest = largest_residual(end, levels);
    if (!std::isfinite(largest)) return failed(EvalStatus::Recoverable);
    if (largest <= 1) break;
    iteration == 0 ? begin_slope() : update_slope();
    factors_.factor(static_cast<int>(k), static_cast<int>(k), slope_, options_.rank_tolerance);
    factors_.solve(residual_, multiplier_change_);
    residual_before_ = residual_;
    std::copy(end.begin(), end.end(), before_.begin());
    add(before_, at_end_, multiplier_change_);
    // Where an implicit step is no more exact than this, its iteration's error is what is left.
    if (largest >= 0.5 * before && distance(before_, end, weight) < 1e-3) break;
    if (iteration == most_corrections || !(largest < 1e3 * before)) {
      result.converged = false;
      return result;
    }
    before = largest;
    for (std::size_t i = 0; i < k; ++i) multiplier_[i] += multiplier_change_[i];
    std::fill(shift_.begin(), shift_.end(), 0.0);
    add(shift_, at_start_, multiplier_);
    if (const EvalStatus status = step(shift_, plain); status != EvalStatus::Ok) return failed(status);
    std::copy(plain.begin(), plain.end(), end.begin());
    add(end, at_end_, multiplier_);
  }
  for (std::size_t j = 0; j < n; ++j)
    result.size =
        std::max({result.size, std::fabs(shift_[j]) / weight[j], std::fabs(end[j] - plain[j]) / weight[j]});
  return result;
}

}  // namespace sim

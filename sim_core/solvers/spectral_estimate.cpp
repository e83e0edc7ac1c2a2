#include "sim_core/solvers/spectral_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

SpectralEstimate::SpectralEstimate(const OdeProblem& problem) : problem_(problem) {
  for (auto* v : {&v_, &f_, &moved_, &moved_f_}) v->resize(static_cast<std::size_t>(problem.size));
}

void SpectralEstimate::set_direction(std::span<const double> v) {
  known_ = v.size() == v_.size();
  if (known_) std::copy(v.begin(), v.end(), v_.begin());
}

double SpectralEstimate::radius(double t, std::span<const double> x, const ErrorWeights& weights,
                                std::span<const double> direction, int iterations) {
  ++evaluations_;
  if (problem_.rhs(t, x, f_) != EvalStatus::Ok) return -1;
  if (!known_ && direction.size() == v_.size()) std::copy(direction.begin(), direction.end(), v_.begin());
  if (!known_)
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += (i % 2 ? 1 : -1) * weights.absolute[i];
  known_ = true;
  // Small against x, large against rounding, and of a size in units of the tolerance.
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const double size = root * std::max(error_norm(weights, x, x, x).value, 1.0);
  double radius = 0;
  for (int k = 0; k < iterations; ++k) {
    const double norm = error_norm(weights, v_, x, x).value;
    if (!(norm > 0) || !std::isfinite(norm)) return known_ = false, 0;
    for (std::size_t i = 0; i < v_.size(); ++i) moved_[i] = x[i] + size / norm * v_[i];
    ++evaluations_;
    if (problem_.rhs(t, moved_, moved_f_) != EvalStatus::Ok) return -1;
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = moved_f_[i] - f_[i];
    radius = error_norm(weights, v_, x, x).value / size;
  }
  return radius;
}

}  // namespace sim

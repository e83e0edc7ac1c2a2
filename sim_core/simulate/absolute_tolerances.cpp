#include "sim_core/simulate/absolute_tolerances.h"

#include <algorithm>
#include <cmath>

namespace sim {

AbsoluteTolerances::AbsoluteTolerances(const Program& program, const RunOptions& options)
    : initial_(static_cast<std::size_t>(std::max(1, program.state_count)), options.absolute_tolerance),
      largest_(initial_.size(), 0.0) {
  const bool grow = options.scale_absolute_tolerance && options.method->error_control;
  for (int k = 0; k < program.state_count; ++k) {
    const double own = program.absolute_tolerances[static_cast<std::size_t>(k)];
    if (own > 0)
      initial_[static_cast<std::size_t>(k)] = own;
    else if (grow)
      growing_.push_back(k);
  }
}

void AbsoluteTolerances::follow(std::span<const double> x, ErrorWeights& weights) {
  for (int k : growing_) {
    const auto i = static_cast<std::size_t>(k);
    largest_[i] = std::max(largest_[i], std::fabs(x[i]));
    weights.absolute[i] = std::max(initial_[i], weights.relative * largest_[i]);
  }
}

void AbsoluteTolerances::set_largest(std::span<const double> largest) {
  std::fill(largest_.begin(), largest_.end(), 0.0);
  if (largest.size() != largest_.size()) return;
  for (std::size_t i = 0; i < largest.size(); ++i)
    if (std::isfinite(largest[i])) largest_[i] = std::fabs(largest[i]);
}

}  // namespace sim

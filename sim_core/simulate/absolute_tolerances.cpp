#include "sim_core/simulate/absolute_tolerances.h"

#include <algorithm>
#include <cmath>

namespace sim {

AbsoluteTolerances::AbsoluteTolerances(const Program& program, const RunOptions& options)
    : initial_(static_cast<std::size_t>(std::max(1, program.state_count)), options.absolute_tolerance) {
  const bool grow = options.scale_absolute_tolerance && options.method->error_control;
  for (int k = 0; k < program.state_count; ++k) {
    const double own = program.absolute_tolerances[static_cast<std::size_t>(k)];
    if (own > 0)
      initial_[static_cast<std::size_t>(k)] = own;
    else if (grow)
      growing_.push_back(k);
  }
}

void AbsoluteTolerances::follow(std::span<const double> x, ErrorWeights& weights) const {
  for (int k : growing_) {
    const auto i = static_cast<std::size_t>(k);
    weights.absolute[i] = std::max(weights.absolute[i], weights.relative * std::fabs(x[i]));
  }
}

}  // namespace sim

#include "sim_core/solvers/newton_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

// From one correction to the next; and of the state.
constexpr double slow_rate = 0.5, large_part = 0.1;

void NewtonWatch::follow(std::span<const double> x) {
  largest_.resize(x.size(), std::numeric_limits<double>::min());
  for (std::size_t i = 0; i < x.size(); ++i) largest_[i] = std::max(largest_[i], std::fabs(x[i]));
}

void NewtonWatch::compare(double t, double h, std::span<const double> x, std::span<const double> first,
                          std::span<const double> second) {
  double size_of_first = 0, size_of_second = 0;
  int worst = -1;
  for (std::size_t i = 0; i < second.size(); ++i) {
    const double scale = std::max(largest_[i], std::fabs(x[i]));
    size_of_first = std::max(size_of_first, std::fabs(first[i]) / scale);
    const double size = std::fabs(second[i]) / scale;
    if (!std::isfinite(size)) return;  // the step fails
    if (size <= size_of_second) continue;
    size_of_second = size;
    worst = static_cast<int>(i);
  }
  if (size_of_second <= large_part || size_of_second <= slow_rate * size_of_first) return;
  const auto k = static_cast<std::size_t>(worst);
  report_({.t = t, .h = h, .component = worst, .first = first[k], .second = second[k]});
  report_ = nullptr;
}

}  // namespace sim

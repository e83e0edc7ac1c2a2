#pragma once
// For how long a signal is not above each of some evenly spaced values: its distribution, weighted by time. A
// segment adds a ramp between its lowest and its highest value and its duration above; ramps are kept by
// where they begin and end, so that one that spans all values costs no more than a short one.
#include <vector>

#include "sim_core/signal_analysis/segments.h"

namespace sim::analysis {

class TimeBelow {
 public:
  // `edges` values from low to high, at least 2.
  TimeBelow(double low, double high, std::size_t edges)
      : low_(low),
        step_((high - low) / static_cast<double>(edges - 1)),
        slope_(edges + 1),
        level_(edges + 1) {}

  double edge(std::size_t k) const { return low_ + step_ * static_cast<double>(k); }

  void add(const Segment& s) {
    const double low = s.low(), high = s.high();
    const std::size_t first = first_edge_from(low), beyond = first_edge_from(high);
    level_[beyond] += s.duration();
    // The ramp rate (edge - low). So steep a one is a jump: its rounding errors would be larger than it.
    if (beyond == first || high - low < 1e-3 * step_) return;
    const double rate = s.duration() / (high - low), slope = rate * step_, level = rate * (low_ - low);
    slope_[first] += slope;
    level_[first] += level;
    slope_[beyond] -= slope;
    level_[beyond] -= level;
  }

  // One number for each edge, ascending but for rounding errors.
  std::vector<double> sums() const {
    std::vector<double> out(slope_.size() - 1);
    double slope = 0, level = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      slope += slope_[k];
      level += level_[k];
      out[k] = level + slope * static_cast<double>(k);
    }
    return out;
  }

 private:
  // The number of edges where all are below.
  std::size_t first_edge_from(double value) const {
    const std::size_t edges = slope_.size() - 1;
    if (!(step_ > 0)) return value <= low_ ? 0 : edges;
    const double k = std::ceil((value - low_) / step_);
    return k <= 0 ? 0 : k >= static_cast<double>(edges) ? edges : static_cast<std::size_t>(k);
  }

  double low_, step_;
  std::vector<double> slope_, level_;
};

// The least and the greatest value, and the time covered.
struct Extent {
  double low = 0, high = 0, duration = 0;
};
inline Extent extent_of(const Samples& samples, Window window) {
  Extent extent;
  for_each_segment(samples, window, [&](const Segment& s) {
    const bool first = extent.duration == 0;
    extent.low = first ? s.low() : std::min(extent.low, s.low());
    extent.high = first ? s.high() : std::max(extent.high, s.high());
    extent.duration += s.duration();
  });
  return extent;
}

}  // namespace sim::analysis

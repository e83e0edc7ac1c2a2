#pragma once
// The pieces of which a recorded signal consists, cut to a window: what every measurement goes through.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

// From (begin, first) to (end, last) in a straight line; begin < end.
struct Segment {
  double begin = 0, end = 0, first = 0, last = 0;
  double duration() const { return end - begin; }
  double low() const { return std::min(first, last); }
  double high() const { return std::max(first, last); }
  // Of the line at `time`.
  double at(double time) const { return first + (last - first) * ((time - begin) / duration()); }
};

// The first row with a time not before `time`, less one: where the segments of a window begin.
inline std::size_t first_row_for(const Samples& samples, double time) {
  const auto at = std::lower_bound(samples.times.begin(), samples.times.end(), time);
  const auto row = static_cast<std::size_t>(at - samples.times.begin());
  return row == 0 ? 0 : row - 1;
}

// Calls take(segment) for each in order; gaps and jumps have none.
template <class Take>
void for_each_segment(const Samples& samples, Window window, Take&& take) {
  const std::size_t count = std::min(samples.times.size(), samples.values.size());
  for (std::size_t k = first_row_for(samples, window.from); k + 1 < count; ++k) {
    const double t0 = samples.times[k], t1 = samples.times[k + 1];
    if (t0 >= window.to) return;
    const double begin = std::max(t0, window.from), end = std::min(t1, window.to);
    const double y0 = samples.values[k], y1 = samples.held ? y0 : samples.values[k + 1];
    if (!(end > begin) || !std::isfinite(y0) || !std::isfinite(y1)) continue;
    Segment whole{t0, t1, y0, y1};
    take(Segment{begin, end, begin > t0 ? whole.at(begin) : y0, end < t1 ? whole.at(end) : y1});
  }
}

}  // namespace sim::analysis

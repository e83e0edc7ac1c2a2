#include "sim_core/signal_analysis/statistics.h"

#include <limits>

#include "sim_core/signal_analysis/time_below.h"

namespace sim::analysis {

namespace {

// Where several values are below for the same time, the lowest or the highest of them.
enum class Side { Lowest, Highest };

// Narrows the range to one of a thousand parts again and again.
double find_quantile(const Samples& samples, Window window, Extent range, double fraction, Side side) {
  const double target = fraction * range.duration, slack = 1e-9 * range.duration;
  constexpr int rounds = 4;
  constexpr std::size_t edges = 1024;
  for (int round = 0; round < rounds && range.high > range.low; ++round) {
    TimeBelow below(range.low, range.high, edges);
    for_each_segment(samples, window, [&](const Segment& s) { below.add(s); });
    const auto sums = below.sums();
    const auto reached = side == Side::Lowest ? std::lower_bound(sums.begin(), sums.end(), target - slack)
                                              : std::upper_bound(sums.begin(), sums.end(), target + slack);
    const auto k = static_cast<std::size_t>(reached - sums.begin());
    if (k == 0) return range.low;
    if (k == edges) return range.high;
    range.low = below.edge(k - 1);
    range.high = below.edge(k);
  }
  return 0.5 * (range.low + range.high);
}

}  // namespace

std::optional<double> quantile(const Samples& samples, Window window, double fraction) {
  const Extent range = extent_of(samples, window);
  if (!(range.duration > 0)) return std::nullopt;
  fraction = std::clamp(fraction, 0.0, 1.0);
  return 0.5 * (find_quantile(samples, window, range, fraction, Side::Lowest) +
                find_quantile(samples, window, range, fraction, Side::Highest));
}

std::optional<Statistics> statistics(const Samples& samples, Window window) {
  Statistics s;
  s.minimum = std::numeric_limits<double>::infinity();
  s.maximum = -s.minimum;
  double integral = 0;
  const auto reach = [&s](double value, double time) {
    if (value < s.minimum) s.minimum = value, s.time_of_minimum = time;
    if (value > s.maximum) s.maximum = value, s.time_of_maximum = time;
  };
  for_each_segment(samples, window, [&](const Segment& segment) {
    reach(segment.first, segment.begin);
    reach(segment.last, segment.end);
    s.duration += segment.duration();
    integral += segment.duration() * (0.5 * segment.first + 0.5 * segment.last);
  });
  if (!(s.duration > 0)) return std::nullopt;
  s.mean = integral / s.duration;
  double squares = 0, deviations = 0;
  for_each_segment(samples, window, [&](const Segment& segment) {
    const auto square = [&](double a, double b) { return segment.duration() * (a * a + a * b + b * b) / 3; };
    squares += square(segment.first, segment.last);
    deviations += square(segment.first - s.mean, segment.last - s.mean);
  });
  s.rms = std::sqrt(squares / s.duration);
  s.standard_deviation = std::sqrt(deviations / s.duration);
  s.median = *quantile(samples, window, 0.5);
  const std::size_t count = std::min(samples.times.size(), samples.values.size());
  for (std::size_t k = first_row_for(samples, window.from); k < count && samples.times[k] <= window.to; ++k)
    s.rows += samples.times[k] >= window.from && std::isfinite(samples.values[k]);
  return s;
}

}  // namespace sim::analysis

#include "sim_core/signal_analysis/step_response.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/signal_analysis/segments.h"

namespace sim::analysis {

namespace {

// Where the line of a segment passes `level`, which is between its ends.
double passage(const Segment& s, double level) {
  return s.last == s.first
             ? s.begin
             : s.begin + std::clamp((level - s.first) / (s.last - s.first), 0.0, 1.0) * s.duration();
}

}  // namespace

std::optional<StepLevels> levels_at_ends(const Samples& samples, Window window) {
  std::optional<StepLevels> found;
  for_each_segment(samples, window, [&](const Segment& s) {
    if (!found) found = {s.first, s.last};
    found->final = s.last;
  });
  return found;
}

std::optional<StepResponse> step_response(const Samples& samples, Window window, StepLevels levels,
                                          double band) {
  const double way = levels.final - levels.initial;
  if (way == 0 || !std::isfinite(way)) return std::nullopt;
  StepResponse found;
  bool known = false, outside = false;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, entry = window.from;
  std::optional<double> at_10, at_90;
  for_each_segment(samples, window, [&](const Segment& part) {
    const Segment s{part.begin, part.end, (part.first - levels.initial) / way,
                    (part.last - levels.initial) / way};
    const auto is_outside = [&](double p) { return std::abs(p - 1) > band; };
    if (!at_10 && s.high() >= 0.1) at_10 = s.first >= 0.1 ? s.begin : passage(s, 0.1);
    if (!at_90 && s.high() >= 0.9) at_90 = s.first >= 0.9 ? s.begin : passage(s, 0.9);
    if (is_outside(s.last))
      outside = true;
    else if (is_outside(s.first))
      entry = passage(s, s.first < s.last ? 1 - band : 1 + band), outside = false;
    else if (outside)
      entry = s.begin, outside = false;
    lowest = std::min(lowest, s.low()), highest = std::max(highest, s.high());
    found.off_at_end = std::abs(s.last - 1);
    known = true;
  });
  if (!known) return std::nullopt;
  if (at_10 && at_90) found.rise_time = *at_90 - *at_10;
  if (!outside) found.settling_time = entry - window.from;
  found.reached = highest;
  found.overshoot = 100 * std::max(highest - 1, 0.0);
  found.undershoot = 100 * std::max(-lowest, 0.0);
  return found;
}

std::optional<double> largest_distance(const Samples& samples, Window window, double level) {
  std::optional<double> largest;
  for_each_segment(samples, window, [&](const Segment& s) {
    largest = std::max({largest.value_or(0), std::abs(s.first - level), std::abs(s.last - level)});
  });
  return largest;
}

}  // namespace sim::analysis

#pragma once
// Whether one signal stays within a band around another. The band at t reaches from the least to the greatest
// that the baseline y is within [t - time, t + time], widened by max(absolute, relative |y|) on either side.
// Compared are the rows of both, over the time both cover, each interpolated where only the other has a row;
// where one of them jumps, the values before and after are compared by themselves.
#include <limits>
#include <optional>
#include <vector>

#include "sim_core/run_archive/time_series.h"

namespace sim {

struct Tolerance {
  double absolute = 0;  // in the signal's unit
  double relative = 0;  // of |y|
  double time = 0;      // s
  bool operator==(const Tolerance&) const = default;
};

struct SeriesComparison {
  double largest_difference = 0;    // |other - baseline| at one time
  double time_of_largest = 0;       // where that is
  double largest_excess = 0;        // how far outside the band
  double largest_at_baseline = 0;   // |other - baseline| at rows of the baseline
  double largest_at_other = 0;      // and at rows of the other
  std::optional<double> first_out;  // when it first is outside
  std::vector<double> leaves;       // when it goes outside, the first 10,000 times
  bool within() const { return !first_out; }
};

// Two numbers that are not numbers are alike; a number and one that is none differ infinitely.
SeriesComparison compare_series(const TimeSeries& baseline, const TimeSeries& other,
                                const Tolerance& tolerance);

// What a picture of it is drawn from; all have as many rows as `t`.
struct DifferenceCurves {
  std::vector<double> t, baseline, other, difference, lower, upper;  // lower and upper: the band
};
DifferenceCurves difference_curves(const TimeSeries& baseline, const TimeSeries& other,
                                   const Tolerance& tolerance);

}  // namespace sim

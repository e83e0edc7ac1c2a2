#pragma once
// What a signal y(t) was like within a window, weighted by time and not by rows, so that where a solver took
// small steps counts no more than elsewhere. With T the time that is covered by values:
//   mean = 1/T integral of y dt;   rms = sqrt(1/T integral of y^2 dt);
//   standard deviation = sqrt(1/T integral of (y - mean)^2 dt);
//   median: for half of T the signal is not above it, and for half not below (in between two such values:
//   midway).
// The integrals are those of the lines between rows, exactly; of a staircase those of its treads.
#include <cstddef>
#include <optional>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

struct Statistics {
  std::size_t rows = 0;  // with finite values, in the window
  double duration = 0;   // T
  double minimum = 0, time_of_minimum = 0;
  double maximum = 0, time_of_maximum = 0;  // the first times at which they are reached
  double mean = 0, rms = 0, standard_deviation = 0, median = 0;
  double peak_to_peak() const { return maximum - minimum; }
};

// None where no time of the window is covered. Goes through the rows a few times and needs no memory.
std::optional<Statistics> statistics(const Samples& samples, Window window);

// The value that the signal does not exceed for `fraction` of the time, 0 to 1.
std::optional<double> quantile(const Samples& samples, Window window, double fraction);

}  // namespace sim::analysis

#pragma once
// A signal on its way from one known level to another: the response to a step at the window's begin. With
// p = (y - initial) / (final - initial), which is 0 before and 1 behind the step:
//   rise time = from the first passage of p = 0.1 to that of p = 0.9;
//   settling time = from the window's begin until |p - 1| stays within a band;
//   overshoot = 100 max(p - 1, 0), undershoot = 100 max(-p, 0), in percent.
// Unlike transitions.h, which finds the levels in the signal, this measures a response against the levels
// that it should have: all are continuous in the signal, but for the settling time.
#include <optional>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

struct StepLevels {
  double initial = 0, final = 0;
};

// The values at the ends of the window. None where nothing of it is known.
std::optional<StepLevels> levels_at_ends(const Samples& samples, Window window);

struct StepResponse {
  std::optional<double> rise_time;       // none: it does not come to 90 %
  std::optional<double> settling_time;   // none: it is outside the band at the end
  double overshoot = 0, undershoot = 0;  // percent
  double reached = 0;                    // the largest p
  double off_at_end = 0;                 // |p - 1| at the window's end
};

// None where nothing of the window is known or the levels are the same.
std::optional<StepResponse> step_response(const Samples& samples, Window window, StepLevels levels,
                                          double band = 0.02);

// The largest |y - level| in the window; none where nothing of it is known.
std::optional<double> largest_distance(const Samples& samples, Window window, double level);

}  // namespace sim::analysis

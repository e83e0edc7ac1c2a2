#pragma once
// A signal that goes between two levels: a step response, a square wave, a clock.
//
// The levels are the most frequent values, by time, of the lower and of the upper half of the signal's range:
// the mean of the signal while it is near the highest bin of a histogram. With A = high - low, the reference
// lines are at low + 10 %, 50 % and 90 % of A. A transition is a passage from beyond one outer line to beyond
// the other; its rise or fall time is that between the two (the last crossing of the one before the first of
// the other, interpolated). After a transition, until the next one:
//   overshoot = the most by which the signal goes beyond the level it has come to, in percent of A;
//   undershoot = the most by which, once it was there, it falls back short of it, in percent of A;
//   settling time = from the crossing of 50 % until it stays within a band about the level.
// Period = between transitions of one direction, at 50 %; duty cycle = time above 50 % in a period / period.
// All are means over the window, overshoot, undershoot and settling time the largest.
#include <cstddef>
#include <optional>

#include "sim_core/signal_analysis/samples.h"

namespace sim::analysis {

struct Levels {
  double low = 0, high = 0;
  double amplitude() const { return high - low; }
};

// None where the signal is constant or nothing is known of it.
std::optional<Levels> levels(const Samples& samples, Window window);

struct Transitions {
  Levels levels;
  std::size_t rising = 0, falling = 0;
  std::optional<double> rise_time, fall_time;
  std::optional<double> overshoot, undershoot;  // percent
  std::optional<double> settling_time;          // none where it has not settled
  std::optional<double> period, duty_cycle;     // duty cycle: 0 to 1
  std::optional<double> frequency() const {
    return period && *period > 0 ? std::optional(1 / *period) : std::nullopt;
  }
};

// `band`: how far from its level a settled signal may be, relative to A. None as for levels().
std::optional<Transitions> transitions(const Samples& samples, Window window, double band = 0.02);

}  // namespace sim::analysis

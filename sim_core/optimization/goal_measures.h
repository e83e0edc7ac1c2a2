#pragma once
// What a run says of a goal: the value of its quantity, and how far it is from what is wanted. Signals are
// straight lines between the rows of the log, or staircases; extremes and integrals of these are exact.
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/optimization/goal.h"
#include "sim_core/signal_analysis/samples.h"

namespace sim {

struct GoalMeasure {
  // Of the quantity, in its unit; of a bound the farthest that the signal is beyond it, negative where it
  // keeps away.
  double value = 0;
  // How far it is beyond what is allowed, by the goal's scale; not above 0: it is kept. 0 of objectives. It
  // is continuous in the signal: a settling time by how far the signal is outside of its band behind the
  // limit.
  double excess = 0;
  double time = 0;  // where the farthest is, of bounds, minima and maxima
  // False: the response does not come to 90 %, or has not settled at the end; the value is then longer than
  // the window, the more the farther away it is.
  bool reached = true;
};

// What counts as 1 of its excess: the magnitude of its limit or of its bound's points, or 1 where that is 0.
double scale_of(const Goal& goal);

// What of the excess counts as kept: a limit of 5 % is kept by an overshoot of 5.0005 %.
inline constexpr double goal_tolerance = 1e-4;

// The signals of a run that a goal looks at, at the rows of its log.
struct GoalSignal {
  std::vector<double> times, values;
  bool held = false;
  std::vector<double> reference;  // at the same times; empty: the goal has points, or tracks nothing
  bool reference_held = false;
  analysis::Samples samples() const { return {times, values, held}; }
};

// Errors: the signal is not finite, or does not cover the window; no step where there has to be one.
Result<GoalMeasure> measure(const Goal& goal, const GoalSignal& signal);

}  // namespace sim

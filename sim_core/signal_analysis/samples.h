#pragma once
// A piece of a signal as it was recorded: values at ascending times that need not be evenly spaced. Two rows
// at one time are a jump. A value that is not finite is a gap: nothing is known up to the next one.
#include <span>

namespace sim::analysis {

struct Samples {
  std::span<const double> times, values;  // equally many
  // Between rows the signal is a straight line; held: the value of the row before, a staircase.
  bool held = false;
};

// What is looked at. What lies outside takes no part; lines that cross its ends are cut there.
struct Window {
  double from = 0, to = 0;
};

}  // namespace sim::analysis

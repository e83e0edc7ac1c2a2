#pragma once
// A recorded signal as a function of time: straight between its rows, and where two rows have one time it
// jumps, from the first to the last of them.
#include <vector>

#include "sim_core/simulate/signal_log.h"

namespace sim {

struct TimeSeries {
  std::vector<double> t, y;  // t ascends; the same time may come again
  bool empty() const { return t.empty(); }
};

// A column of a log. A signal that is held becomes a staircase: it jumps at the rows where it changes.
TimeSeries read_series(const LogView& log, int column, bool held);

}  // namespace sim

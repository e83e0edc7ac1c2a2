#pragma once
// What a recorded signal is at an instant, by search in the log itself. A log that grows converts into a view
// of it.
#include <optional>

#include "sim_core/simulate/signal_log.h"

namespace fluxion {

// The first row with t >= time; the number of rows where there is none.
std::size_t firstRowFrom(const sim::LogView& log, double time);
// The row nearest to an instant; none in an empty log.
std::optional<std::size_t> nearestRow(const sim::LogView& log, double time);
// Interpolated between rows, or held; none outside of the recorded time.
std::optional<double> valueAt(const sim::LogView& log, int column, double time, bool held);

}  // namespace fluxion

#include "editor/scopes/signal_rows.h"

#include <algorithm>

#include "editor/scopes/log_reader.h"
#include "editor/scopes/measured_plot.h"

namespace fluxion {

std::optional<sim::analysis::Window> recordedTime(const std::vector<MeasuredSignal>& signalsOf) {
  std::optional<sim::analysis::Window> all;
  for (const MeasuredSignal& signal : signalsOf) {
    const sim::LogView& log = signal.recorded;
    if (log.size() == 0) continue;
    const double first = log.time(0), last = log.time(log.size() - 1);
    all = all ? sim::analysis::Window{std::min(all->from, first), std::max(all->to, last)}
              : sim::analysis::Window{first, last};
  }
  return all;
}

SignalRows::SignalRows(const MeasuredSignal& signal, sim::analysis::Window window) : held(signal.held) {
  const sim::LogView& log = signal.recorded;
  const std::size_t rows = log.size(), from = firstRowFrom(log, window.from);
  const std::size_t first = from > 0 ? from - 1 : 0;
  std::size_t end = firstRowFrom(log, window.to);
  while (end < rows && log.time(end) <= window.to) ++end;  // both rows of a jump at the end
  end = std::min(end + 1, rows);
  if (first >= end) return;
  times.resize(end - first);
  values.resize(end - first);
  log.copy_times(first, times);
  log.copy_values(signal.column, first, values);
}

double SignalRows::density() const {
  const double time = times.size() > 1 ? times.back() - times.front() : 0;
  return time > 0 ? static_cast<double>(times.size() - 1) / time : 0;
}

}  // namespace fluxion

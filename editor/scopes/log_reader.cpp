#include "editor/scopes/log_reader.h"

namespace fluxion {

std::size_t firstRowFrom(const sim::LogView& log, double time) {
  std::size_t low = 0, high = log.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (log.time(middle) < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::optional<std::size_t> nearestRow(const sim::LogView& log, double time) {
  const std::size_t rows = log.size(), from = firstRowFrom(log, time);
  if (rows == 0) return std::nullopt;
  if (from == rows) return rows - 1;
  if (from == 0) return 0;
  return time - log.time(from - 1) <= log.time(from) - time ? from - 1 : from;
}

std::optional<double> valueAt(const sim::LogView& log, int column, double time, bool held) {
  const std::size_t rows = log.size();
  std::size_t row = firstRowFrom(log, time);
  if (row == rows || (row == 0 && log.time(0) > time)) return std::nullopt;
  if (log.time(row) == time) {
    while (row + 1 < rows && log.time(row + 1) == time) ++row;  // behind a jump
    return log.value(column, row);
  }
  const double t0 = log.time(row - 1), t1 = log.time(row), y0 = log.value(column, row - 1);
  return held ? y0 : y0 + (log.value(column, row) - y0) * ((time - t0) / (t1 - t0));
}

}  // namespace fluxion

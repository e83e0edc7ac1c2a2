#include "sim_core/run_archive/time_series.h"

namespace sim {

TimeSeries read_series(const LogView& log, int column, bool held) {
  TimeSeries series;
  series.t.resize(log.size());
  series.y.resize(series.t.size());
  log.copy_times(0, series.t);
  log.copy_values(column, 0, series.y);
  if (!held) return series;
  TimeSeries stairs;
  for (std::size_t k = 0; k < series.t.size(); ++k) {
    if (k > 0 && series.t[k] > series.t[k - 1] && series.y[k] != series.y[k - 1]) {
      stairs.t.push_back(series.t[k]);
      stairs.y.push_back(series.y[k - 1]);
    }
    stairs.t.push_back(series.t[k]);
    stairs.y.push_back(series.y[k]);
  }
  return stairs;
}

}  // namespace sim

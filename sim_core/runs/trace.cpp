#include "sim_core/runs/trace.h"

namespace sim {

Trace read_trace(const SignalLog& log, int column, bool held) {
  Trace trace;
  trace.t.resize(log.size());
  trace.y.resize(trace.t.size());
  log.copy_times(0, trace.t);
  log.copy_values(column, 0, trace.y);
  if (!held) return trace;
  Trace stairs;
  for (std::size_t k = 0; k < trace.t.size(); ++k) {
    if (k > 0 && trace.t[k] > trace.t[k - 1] && trace.y[k] != trace.y[k - 1]) {
      stairs.t.push_back(trace.t[k]);
      stairs.y.push_back(trace.y[k - 1]);
    }
    stairs.t.push_back(trace.t[k]);
    stairs.y.push_back(trace.y[k]);
  }
  return stairs;
}

}  // namespace sim

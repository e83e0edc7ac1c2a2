#include "editor/scopes/signal_rows.h"

#include <algorithm>

#include "editor/scopes/log_reader.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

std::vector<MeasuredSignal> measuredSignals(ScopePanel& panel) {
  std::vector<MeasuredSignal> out;
  const ScopeSource* source = panel.source();
  if (!source) return out;
  if (panel.isPhase()) {
    for (const ScopeAxes& axes : source->axes)
      for (const ScopeSignal& signal : axes.curves)
        out.push_back({signal.name, {}, source->log, signal.column, signal.held});
    return out;
  }
  for (int k = 0; k < panel.curveCount(); ++k) {
    const CurveData* data = panel.timeData(k);
    if (!data || panel.isGhost(k) || !panel.isCurveVisible(k)) continue;
    out.push_back({panel.curveName(k), panel.canvas().curveColor(panel.canvasCurve(k)), data->log(),
                   data->column(), data->isHeld()});
  }
  return out;
}

SignalRows::SignalRows(const MeasuredSignal& signal, sim::analysis::Window window) : held(signal.held) {
  const sim::SignalLog& log = *signal.log;
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

}  // namespace fluxion

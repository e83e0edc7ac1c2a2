#pragma once
// A signal of a scope as a question for a background thread, and its rows once they are read there.
#include <QColor>
#include <QString>
#include <memory>
#include <vector>

#include "sim_core/analysis/samples.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

class ScopePanel;

struct MeasuredSignal {
  QString name;
  QColor color;
  std::shared_ptr<const sim::SignalLog> log;
  int column = 0;
  bool held = false;
};

// The visible ones of the newest run, in their order; in a phase portrait those of both axes.
std::vector<MeasuredSignal> measuredSignals(ScopePanel& panel);

// The rows of [from, to] and one more on either side.
struct SignalRows {
  SignalRows(const MeasuredSignal& signal, sim::analysis::Window window);
  sim::analysis::Samples samples() const { return {times, values, held}; }

  std::vector<double> times, values;
  bool held = false;
};

}  // namespace fluxion

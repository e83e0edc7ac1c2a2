#pragma once
// A signal of a plot as a question for a background thread, and its rows once they are read there.
#include <QColor>
#include <QString>
#include <memory>
#include <vector>

#include "sim_core/signal_analysis/samples.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

struct MeasuredSignal {
  QString name;
  QColor color;
  std::shared_ptr<const sim::SignalLog> log;  // keeps `recorded` alive
  sim::LogView recorded;                      // as it was when the question was asked
  int column = 0;
  bool held = false;
};

// The rows of [from, to] and one more on either side.
struct SignalRows {
  SignalRows(const MeasuredSignal& signal, sim::analysis::Window window);
  sim::analysis::Samples samples() const { return {times, values, held}; }
  double density() const;  // rows a second; 0: there is no time between them

  std::vector<double> times, values;
  bool held = false;
};

}  // namespace fluxion

#pragma once
// What a scope shows of one run: which columns of the log, in which axes, under which names.
#include <QString>
#include <memory>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/base/time_unit.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

struct ScopeSignal {
  QString name;
  int column = 0;     // of the log; -1: the run has no such signal
  bool held = false;  // changes at major steps only: a staircase
  // What it is, to find it in other runs: the path of its block, the signal there, and which of its elements.
  QString block = {}, signal = {};
  int element = 0;
  std::shared_ptr<const sim::SignalLog> log = {};  // where it is in another than that of the source
  // When its samples are, where a table is played: marks are there. Null: wherever something was recorded.
  std::shared_ptr<const std::vector<double>> samples = {};
};

struct ScopeAxes {
  QString label;
  std::vector<ScopeSignal> curves;
  QString unit = {};  // empty: not known
};

struct ScopeSource {
  sim::Id block = sim::no_id;
  QString title;                // the block's name
  bool phase = false;           // an XY graph: axes[0] runs to the right, axes[1] up
  std::vector<ScopeAxes> axes;  // one for each input port
  std::shared_ptr<const sim::SignalLog> log;
  QString run;  // what tells this run from others: "Run 2, no projection"
  double startTime = 0, stopTime = 10;
  sim::TimeUnit timeUnit;  // what times are shown in
  int color = 0;           // of an earlier run: which of the theme's colors its lines have
};

// The elements of a signal, as curves, without their samples.
std::vector<ScopeSignal> scopeSignals(const sim::Program& program, const sim::LoggedSignal& signal);

// One for each Scope and XY Graph of the program, in the program's order.
std::vector<ScopeSource> scopeSources(const sim::Program& program,
                                      const std::shared_ptr<const sim::SignalLog>& log, const QString& run,
                                      double startTime, double stopTime);

// Whether a block of this type is shown in a scope.
bool isScopeType(const std::string& blockType);

}  // namespace fluxion

#pragma once
// What a scope shows of one run: which columns of the log, in which axes, under which names.
#include <QString>
#include <memory>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

struct ScopeSignal {
  QString name;
  int column = 0;     // of the log
  bool held = false;  // changes at major steps only: a staircase
};

struct ScopeAxes {
  QString label;
  std::vector<ScopeSignal> curves;
};

struct ScopeSource {
  sim::Id block = sim::no_id;
  QString title;                // the block's name
  bool phase = false;           // an XY graph: axes[0] runs to the right, axes[1] up
  std::vector<ScopeAxes> axes;  // one for each input port
  std::shared_ptr<const sim::SignalLog> log;
  QString run;  // what tells this run from others: "run 2, projection off"
  double startTime = 0, stopTime = 10;
};

// One for each Scope and XY Graph of the program, in the program's order.
std::vector<ScopeSource> scopeSources(const sim::Program& program,
                                      const std::shared_ptr<const sim::SignalLog>& log, const QString& run,
                                      double startTime, double stopTime);

// Whether a block of this type is shown in a scope.
bool isScopeType(const std::string& blockType);

}  // namespace fluxion

#pragma once
// The values that the last run recorded, by output of the diagram. Only what reaches a scope or a file is
// recorded, so of other signals no value is known.
#include <QString>
#include <map>
#include <memory>

#include "sim_core/diagram/signal_origins.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

class SignalValues {
 public:
  SignalValues(const sim::Diagram& diagram, const sim::Program& program,
               std::shared_ptr<const sim::SignalLog> log);

  bool isRecorded(sim::PortRef output) const;
  // The newest: "1.25", or "[1 2 3 …]" for the first elements of more; empty where nothing is recorded (yet).
  QString text(sim::PortRef output) const;
  // Of the newest row; empty while there is none.
  QString time() const;

 private:
  struct Columns {
    int first = 0, count = 0;
  };
  const Columns* columns(sim::PortRef output) const;

  sim::SignalOrigins m_origins;
  std::map<sim::PortRef, Columns> m_columns;
  std::shared_ptr<const sim::SignalLog> m_log;
};

}  // namespace fluxion

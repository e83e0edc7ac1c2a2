#pragma once
// The newest values of the last run, by output of the diagram: of all signals that it computes; those that
// reach a scope or a file, from the log, where the run was not asked for the others.
#include <QString>
#include <map>
#include <memory>

#include "sim_core/diagram/signal_origins.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/simulate/watched_values.h"

namespace fluxion {

class SignalValues {
 public:
  SignalValues(const sim::Diagram& diagram, const sim::Program& program,
               std::shared_ptr<const sim::SignalLog> log, std::shared_ptr<sim::WatchedValues> board);

  // Looks at what the run has written by now, and asks it for more.
  void refresh();
  bool isKnown(sim::PortRef output) const;
  // The newest: "1.25", or "[1 2 3 …]" for the first elements of more; empty where nothing is known (yet).
  QString text(sim::PortRef output) const;
  // Of the newest values; empty while there are none.
  QString time() const;

 private:
  struct Place {
    bool watched = false;  // on the board, else in the log
    int first = 0, count = 0, total = 0;
  };
  const Place* place(sim::PortRef output) const;

  sim::SignalOrigins m_origins;
  std::map<sim::PortRef, Place> m_places, m_logged;
  std::shared_ptr<const sim::SignalLog> m_log;
  std::shared_ptr<sim::WatchedValues> m_board;
  bool m_written = false;  // on the board
  double m_time = 0;
  std::vector<double> m_watched;
};

}  // namespace fluxion

#pragma once
// What the Display blocks and indicators of a run's model show: the newest value that arrived at each, as
// lines of text or as a number.
#include <QStringList>
#include <map>
#include <memory>
#include <optional>

#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion {

bool isDisplay(const sim::Block& block);

class DisplayValues {
 public:
  DisplayValues(const sim::Program& program, std::shared_ptr<const sim::SignalLog> log);

  bool empty() const { return m_displays.empty(); }
  // The rows of the value in the block's format, at most `rows`, the last an ellipsis where there are more
  // (of one row, behind it). Empty: nothing has arrived yet.
  QStringList lines(sim::Id block, const std::string& format, int rows) const;
  // The first element of it; none: nothing has arrived yet.
  std::optional<double> number(sim::Id block) const;

 private:
  struct Display {
    std::vector<int> columns;  // of the log
    sim::Shape shape;
    bool integer = false;
  };
  std::map<sim::Id, Display> m_displays;
  std::shared_ptr<const sim::SignalLog> m_log;
};

// A number as a Display block of this format shows it.
QString displayText(double value, const std::string& format, bool integer);

}  // namespace fluxion

#pragma once
// Logs for scopes, and what shows them: a circle over time or as a phase portrait.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "editor/scopes/scope_source.h"
#include "sim_core/simulate/signal_log.h"

namespace fluxion::test {

inline std::shared_ptr<sim::SignalLog> makeLog(std::vector<std::string> names) {
  return std::make_shared<sim::SignalLog>(std::move(names));
}

// x = sin t, y = cos t, with a peak of one row.
inline void fillCircle(sim::SignalLog& log, std::size_t rows, double end) {
  const std::size_t first = log.size();
  for (std::size_t k = first; k < first + rows; ++k) {
    const double t = end * static_cast<double>(k) / static_cast<double>(rows);
    const double row[] = {std::sin(t), std::cos(t)};
    log.append(t, row);
  }
}

inline ScopeSource source(std::shared_ptr<const sim::SignalLog> log, const QString& run, bool phase = false) {
  ScopeSource s;
  s.title = QStringLiteral("Scope");
  s.phase = phase;
  s.log = std::move(log);
  s.run = run;
  s.stopTime = 10;
  s.axes = {{QStringLiteral("x"), {{QStringLiteral("x"), 0}}},
            {QStringLiteral("y"), {{QStringLiteral("y"), 1}}}};
  return s;
}

}  // namespace fluxion::test

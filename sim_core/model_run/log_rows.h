#pragma once
// Which rows of a log are written to a file, and which columns belong together there.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_log.h"

namespace sim {

// Every `step`-th row of [first, end).
struct LogRows {
  std::size_t first = 0, end = static_cast<std::size_t>(-1), step = 1;
  // Within what the log has.
  LogRows within(const LogView& log) const {
    const std::size_t last = std::min(end, log.size());
    return {std::min(first, last), last, std::max<std::size_t>(step, 1)};
  }
  std::size_t count() const { return (end - first + step - 1) / step; }
};

// A signal: its columns of the log, one for each element.
struct LogVariable {
  std::string name;
  std::vector<int> columns;
};

// Of everything that is recorded.
inline std::vector<LogVariable> log_variables(const Program& program) {
  std::vector<LogVariable> variables;
  for (const LoggedSignal& signal : program.logged) {
    LogVariable variable{signal.name, {}};
    for (int k = 0; k < signal.count(); ++k) variable.columns.push_back(signal.first + k);
    variables.push_back(std::move(variable));
  }
  return variables;
}

}  // namespace sim

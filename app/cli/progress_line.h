#pragma once
// One line about a running simulation, rewritten in place; only where the standard error is a terminal.
#include <chrono>

#include "sim_core/simulate/run_control.h"

namespace fluxion {

class ProgressLine {
 public:
  // The simulated time it covers, in seconds; without an end there is no percentage.
  ProgressLine(double start, double stop);
  void show(const sim::RunProgress& progress);
  void clear();

 private:
  double m_start, m_stop;
  std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
  bool m_terminal, m_shown = false;
};

}  // namespace fluxion

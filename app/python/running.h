#pragma once
// Runs that threads of Python wait for. Python ends threads that want its lock once it is ending, in the
// middle of a call: runs are stopped before, and their calls return.
#include "sim_core/simulate/run_control.h"

namespace fluxion::python {

class Running {
 public:
  // Raises ModelError where Python is ending.
  explicit Running(sim::RunControl& control);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  sim::RunControl& m_control;
};

// Stops all, and waits for their calls, for some seconds at most. With Python's lock, at its end.
void endRuns();

}  // namespace fluxion::python

#pragma once
// What SensitivityEquations holds, for the room's own files.
#include <optional>

#include "sim_core/sensitivities/lifted_rows.h"
#include "sim_core/sensitivities/run_sensitivities.h"

namespace sim {

struct SensitivityEquations::Parts {
  Parts(const Program& program, std::vector<ParameterRange> slots);

  void forget_run();

  std::vector<double> parameters;  // of the program it was made of
  std::vector<ParameterRange> slots;
  int state_count = 0, discrete_count = 0;
  std::vector<std::string> names;  // of the states
  std::string refusal;
  std::vector<std::string> without_derivative;
  // Without a program that is refused there are none. Those of an instant have the time as a column.
  std::optional<LiftedRows> rates, outputs;  // dx/dt; what is recorded
  std::optional<LiftedRows> initial;         // states, then slots
  std::optional<LiftedRows> latches, updates, resets, crossings, event_times;
};

}  // namespace sim

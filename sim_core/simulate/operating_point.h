#pragma once
// The whole state of a run between two major steps: what another run of the same program needs to go on from
// there as this one does. Sample hits follow from the time; random sources keep their state in slots.
#include <map>
#include <string>
#include <vector>

#include "sim_core/simulate/consecutive_crossings.h"
#include "sim_core/simulate/histories.h"

namespace sim {

struct OperatingPoint {
  double time = 0;                     // s
  double next_step = 0;                // s: what the solver would try next
  std::vector<double> solver;          // what it keeps from step to step (Stepper::memory)
  std::vector<double> states;          // continuous
  std::vector<double> largest;         // magnitudes so far, where absolute tolerances grow with them
  std::vector<double> discrete;        // slots
  std::vector<double> modes;           // 0 or 1
  std::vector<double> captured;        // levels of invariants
  std::vector<double> loop_solutions;  // where algebraic loops begin their search; NaN: nowhere yet
  Histories::Content histories;        // of delayed signals
  std::vector<char> relaxed;           // by located crossing function: its threshold applies
  ConsecutiveCrossings consecutive;    // until it does
  // What inputs of the model are held at, by the names of their Inports; others are as the model says.
  std::map<std::string, double> inputs;
};

}  // namespace sim

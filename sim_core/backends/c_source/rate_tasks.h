#pragma once
// A program with several sample rates, cut into what is computed in each step and what slower rates compute
// apart, as long as it takes until their next sample hit.
//
// A discrete slot belongs to the task of a rate if it changes at hits of that rate only and nothing reads it
// between them but the task itself: then its next value may be there as late as at the next hit. What a task
// reads from outside is copied at its hit, into slots of the base program that are updated then. So the two
// share nothing that changes while the task is computed, and results are those of a run, to the last bit.
// What faster blocks read at the hit itself stays with the base.
#include <map>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"
#include "sim_core/program/program.h"

namespace sim::c_source {

struct RateTask {
  int rate = 0;                       // into Program::rates
  Kernel results;                     // the next values of `slots`, then the outputs
  std::vector<int> slots;             // of the base program
  std::vector<int> copied;            // slots of the base program that hold what it reads from outside
  std::vector<LoggedSignal> outputs;  // `first` counts from the first output
  std::vector<int> columns;           // by output element: its column in the whole program
  Kernel first_outputs;               // what they are before the first hit
};

struct TaskedProgram {
  Program base;
  std::vector<RateTask> tasks;  // fastest first
  std::vector<int> early;       // blocks of slower rates that the base computes, by index
};

// `run`: with the grids of the rates, and the inputs of the model.
TaskedProgram tasks_of(const Program& program, const FixedStepRun& run);

}  // namespace sim::c_source

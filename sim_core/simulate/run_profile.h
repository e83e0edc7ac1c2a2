#pragma once
// What a run cost, by step, state, block and phase: numbers and names only, so that it can be kept in a file.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/simulate/step_trace.h"
#include "sim_core/solvers/phase_clock.h"

namespace sim {

struct StateCost {
  std::string name;                         // "Plant/x", "Plant/x[2]"
  std::string block;                        // path
  Id id = no_id;                            // of the block
  std::uint64_t limited = 0, rejected = 0;  // steps and trials for whose length its error was the reason
};

struct BlockCost {
  std::string path;
  Id id = no_id;
  std::uint64_t crossings = 0;  // located
  double operations = 0;        // arithmetic in all, each function counted as several; see block_operations.h
};

// How fast the fastest component of the equations was at one instant, against how fast the solution moved.
struct StiffnessSample {
  double t = 0;             // s
  double step = 0;          // s, taken there
  double rate = 0;          // 1/s: |lambda| of the largest eigenvalue of df/dx
  double scale = 0;         // s: in which the mean slope changes by as much as it is; 0: the states rest
  std::uint64_t steps = 0;  // that it stands for: those since the one before
  std::int32_t state = -1;  // that the fastest component moves most; its name, and its block
  std::string state_name = {}, block = {};
  Id id = no_id;
};

struct RunProfile {
  std::uint64_t rejected_by_error = 0, rejected_by_projection = 0, rejected_by_evaluation = 0;
  std::array<std::uint64_t, step_limit_count> limited{};  // steps, by StepLimit
  double max_step = 0;                                    // s: what it was set to, or stood for
  double relative_tolerance = 0;
  std::vector<StateCost> states;  // those with any cost, most steps first
  std::vector<BlockCost> blocks;  // those with any cost, most operations first
  double operations = 0;          // of all blocks
  // Where profiling was switched on; else empty.
  bool timed = false;
  std::array<double, phase_count> seconds{};  // by Phase
  std::vector<StiffnessSample> stiffness;
  std::uint64_t operator[](StepLimit limit) const { return limited[static_cast<std::size_t>(limit)]; }
  double operator[](Phase phase) const { return seconds[static_cast<std::size_t>(phase)]; }
};

}  // namespace sim

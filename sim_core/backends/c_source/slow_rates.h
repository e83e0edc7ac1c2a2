#pragma once
// Which sample rates are slower than the base step, and what follows from one having a hit.
#include <vector>

#include "sim_core/backends/c_source/c_source.h"

namespace sim::c_source {

struct SlowRate {
  int rate = 0;  // into Program::rates
  int mode = 0;  // 1 at its hits
  std::vector<int>
      contains;             // modes of slow rates that have a hit whenever this one does, its own among them
  std::vector<int> within;  // modes of those that have one only when this one does, its own among them
};

// Fastest first.
std::vector<SlowRate> slow_rates(const Program& program, const FixedStepRun& run);

// By block: whether its sample time is one of these.
std::vector<char> blocks_of(const Program& program, const std::vector<SlowRate>& rates);

}  // namespace sim::c_source

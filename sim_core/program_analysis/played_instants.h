#pragma once
// The instants of the samples that blocks play (From File, From Variable, a piecewise-linear signal): where
// measurements are, rather than where the solver happened to step.
#include <cstddef>
#include <map>
#include <vector>

#include "sim_core/program/program.h"

namespace sim::ir {
class KnownInstants;
}

namespace sim {

class PlayedInstants {
 public:
  // Looks through the program once; valid as long as it is there.
  explicit PlayedInstants(const Program& program);
  // In [from, to], ascending, two equal ones for a jump. Empty for blocks that play no samples, and where
  // there are more than `most`.
  std::vector<double> of(int block, double from, double to, std::size_t most) const;

 private:
  std::map<int, const ir::KnownInstants*> known_;  // by block
};

}  // namespace sim

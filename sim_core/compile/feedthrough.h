#pragma once
// Finds which inputs, and which outputs of its controller, each output of an instance reads at the same
// instant: BlockEquations::reads and reads_controller. A mode is frozen while outputs are computed, so what
// decides it is not read in this sense.
#include <cstdint>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class FeedthroughFinder {
 public:
  // For one block of the model after the other, while its graph grows.
  explicit FeedthroughFinder(const EquationSystem& model) : model_(model) {}
  void find(const Instance& instance, BlockEquations& equations);

 private:
  class Places;
  struct Known {
    std::uint64_t reads = 0;
    int block = -1;  // that it was looked at for
  };
  std::uint64_t few_reads_of(ir::NodeId result, const Places& places, int block);

  const EquationSystem& model_;
  std::vector<Known> known_;  // by node, where a block has few inputs
  std::vector<ir::NodeId> stack_;
};

}  // namespace sim::compile_phases

#pragma once
// Random numbers at sample hits, as blocks draw them.
#include "sim_core/block/builder.h"

namespace sim::blocks {

enum class Distribution { Uniform, Normal };  // in (0, 1); of mean 0 and variance 1

// The parameters Seed and SampleTime, and the state that counts the draws.
struct RandomDraws {
  Param seed, first, sample_time;
  DiscreteState count;

  explicit RandomDraws(BlockTypeBuilder& b, std::string default_seed = "0");
  // The number of this sample for each element of `shape`.
  ir::Value draw(Equations& e, Shape shape, Distribution distribution) const;
};

}  // namespace sim::blocks

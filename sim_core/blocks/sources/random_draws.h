#pragma once
// Random numbers at sample hits, as blocks draw them.
#include "sim_core/block/builder.h"

namespace sim::blocks {

enum class Distribution { Uniform, Normal };  // in (0, 1); of mean 0 and variance 1

// The parameters Seed, Stream and SampleTime, and the state that counts the draws.
struct RandomDraws {
  Param seed, stream, first, sample_time;
  DiscreteState count;

  explicit RandomDraws(BlockTypeBuilder& b, std::string default_seed = "0");
  // The numbers of this sample, for each element of `shape` one, or as many as `each` one after the other.
  ir::Value draw(Equations& e, Shape shape, Distribution distribution, int each = 1) const;
  // Those of the sample before the first: what is random at the start. Of parameters only.
  ir::Value draw_before(Equations& e, Shape shape, Distribution distribution, int each = 1) const;

 private:
  ir::Value drawn(Equations& e, ir::Value number, Shape shape, Distribution distribution, int each) const;
};

// For their documentation.
inline constexpr const char* random_repeats_itself =
    "The same seed gives the same sequence in every run, whatever the solver: a draw is a function of the "
    "seed, "
    "of the block and of its number, by the generator Philox 4x32-10. Blocks are independent of each other "
    "though their seeds are the same; a block keeps its sequence when it is moved or renamed, and a copy of "
    "it "
    "gets another one. A stream number gives all blocks of that seed and number one sequence.";

}  // namespace sim::blocks

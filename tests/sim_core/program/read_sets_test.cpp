#include "sim_core/program/read_sets.h"

#include <gtest/gtest.h>

namespace sim {

TEST(ReadSets, OutputsShareWhatTheyRead) {
  ReadSets reads;
  const int nothing = reads.add_set({}), both = reads.add_set({0, 3});
  for (const int set : {both, nothing, both}) reads.add_output(set);
  EXPECT_EQ(reads.outputs(), 3u);
  EXPECT_EQ(reads.sets(), 2u);
  EXPECT_EQ(reads.set_of(0), reads.set_of(2));
  EXPECT_EQ(reads.of(0), (std::vector<int>{0, 3}));
  EXPECT_TRUE(reads.of(1).empty());
  EXPECT_TRUE(reads(2, 3));
  EXPECT_FALSE(reads(2, 1));
  EXPECT_FALSE(reads(1, 0));
}

}  // namespace sim

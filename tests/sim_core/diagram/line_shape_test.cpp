#include "sim_core/diagram/line_shape.h"

#include <gtest/gtest.h>

namespace sim {

using Points = std::vector<Point>;

TEST(LineShape, APointThatStandsTwiceIsWhereTheLineBranches) {
  EXPECT_EQ(shape_of({}), LineShape{});
  EXPECT_EQ(shape_of({{1, 2}, {3, 2}}), (LineShape{{}, {{1, 2}, {3, 2}}}));
  EXPECT_EQ(shape_of({{5, 0}, {5, 0}}), (LineShape{{{5, 0}}, {}}));
  EXPECT_EQ(shape_of({{5, 0}, {5, 9}, {5, 9}, {8, 9}}), (LineShape{{{5, 0}, {5, 9}}, {{8, 9}}}));
}

TEST(LineShape, IsWrittenAsItIsRead) {
  for (const Points& corners :
       {Points{}, Points{{1, 2}}, Points{{1, 2}, {1, 2}}, Points{{1, 2}, {3, 2}, {3, 2}, {3, 7}, {4, 7}}})
    EXPECT_EQ(waypoints_of(shape_of(corners)), corners);
}

TEST(LineShape, TheBranchStaysWhereTheOwnCornersGo) {
  EXPECT_EQ(branch_of({{1, 2}, {3, 2}}), Points());
  EXPECT_EQ(branch_of({{5, 0}, {5, 9}, {5, 9}, {8, 9}}), (Points{{5, 0}, {5, 9}, {5, 9}}));
}

}  // namespace sim

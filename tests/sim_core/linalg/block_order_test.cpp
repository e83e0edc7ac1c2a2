#include "sim_core/linalg/block_order.h"

#include <gtest/gtest.h>

namespace sim {

// 0 and 2 hang on one another, 1 reads 0, and 3 reads 1.
TEST(BlockOrder, PutsWhatIsReadBehindWhoReadsIt) {
  const std::vector<std::pair<int, int>> entries = {{0, 0}, {0, 2}, {2, 0}, {2, 2},
                                                    {1, 1}, {1, 0}, {3, 3}, {3, 1}};
  const auto order = block_order(make_pattern(4, 4, entries));
  ASSERT_TRUE(order);
  EXPECT_EQ(order->count, 3);
  EXPECT_EQ(order->of_row[0], order->of_row[2]);
  EXPECT_LT(order->of_row[1], order->of_row[0]);
  EXPECT_LT(order->of_row[3], order->of_row[1]);
  EXPECT_EQ(order->of_row, order->of_column);
}

TEST(BlockOrder, FindsUnknownsBesideTheDiagonal) {
  const auto order =
      block_order(make_pattern(2, 2, std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}}));
  ASSERT_TRUE(order);
  EXPECT_EQ(order->count, 2);
  EXPECT_EQ(order->of_column[1], order->of_row[0]);  // what equation 0 is solved for
  EXPECT_LT(order->of_row[1], order->of_row[0]);
}

TEST(BlockOrder, OfNothingAndOfWhatIsSingular) {
  EXPECT_EQ(block_order(make_pattern(0, 0, {}))->count, 0);
  EXPECT_FALSE(block_order(make_pattern(2, 2, std::vector<std::pair<int, int>>{{0, 0}, {1, 0}})));
}

}  // namespace sim

#include "sim_core/simulate/time_grid.h"

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(TimeGrid, HitsAreProductsNotSums) {
  const TimeGrid grid(0.1, 0.05);
  double sum = 0.05;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_EQ(grid.time(k), (10 * k + 5) / 100.0);
    sum += 0.1;
  }
  EXPECT_NE(sum, grid.time(1000)) << "the sum would have drifted";
}

TEST(TimeGrid, FindsItsOwnHitsAgain) {
  for (double period : {0.1, 1e-3, 1.0 / 3, 7.0, 1e-9})
    for (double offset : {0.0, 0.03, -2.0, 12345.678}) {
      const TimeGrid grid(period, offset);
      for (std::int64_t k : {0L, 1L, 2L, 3L, 10L, 999L, 123456789L}) {
        EXPECT_EQ(grid.first_at_or_after(grid.time(k)), k) << period << " " << offset;
        EXPECT_EQ(grid.first_after(grid.time(k)), k + 1);
        EXPECT_EQ(grid.first_at_or_after(grid.time(k) + 0.4 * period), k + 1);
        EXPECT_EQ(grid.first_after(grid.time(k) + 0.4 * period), k + 1);
      }
    }
}

TEST(TimeGrid, ATimeThatMissesAHitByRoundingIsThatHit) {
  const TimeGrid grid(0.1);
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += 0.1;  // 0.30000000000000004
  EXPECT_TRUE(grid.is_hit(sum, 3));
  EXPECT_EQ(grid.first_at_or_after(sum), 3);
  EXPECT_EQ(grid.first_at_or_after(0.3 + 1e-9), 4);
}

TEST(TimeGrid, TimesBeforeTheOffsetHaveNegativeHits) {
  const TimeGrid grid(1, 10);
  EXPECT_EQ(grid.first_at_or_after(7.5), -2);
  EXPECT_EQ(grid.first_at_or_after(8), -2);
  EXPECT_EQ(grid.first_after(8), -1);
}

}  // namespace
}  // namespace sim

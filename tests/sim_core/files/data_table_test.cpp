#include "sim_core/files/data_table.h"

#include <gtest/gtest.h>

namespace sim {

// What a From File block plays is in seconds, whatever the file is in.
TEST(DataTable, TimesAreInSeconds) {
  const auto table = csv_table("time [d],speed [m/s]\n0,1\n0.5,2\n");
  ASSERT_TRUE(table);
  const auto all = picked_columns(*table, "", "");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->values, (std::vector<double>{0, 43200, 1, 2}));
  const auto other = csv_table("speed,minutes [min]\n1,0\n2,3\n");
  ASSERT_TRUE(other);
  EXPECT_EQ(picked_columns(*other, "minutes", "speed")->values, (std::vector<double>{0, 180, 1, 2}));
}

TEST(DataTable, ATimeInAnythingElseIsRefused) {
  const auto table = csv_table("time [km],speed\n0,1\n1,2\n");
  ASSERT_TRUE(table);
  const auto picked = picked_columns(*table, "", "");
  ASSERT_FALSE(picked);
  EXPECT_EQ(picked.error().message, "'km' is not a unit of time");
}

}  // namespace sim

#include "sim_core/base/time_unit.h"

#include <gtest/gtest.h>

namespace sim {

TEST(TimeUnit, IsCountedInSeconds) {
  const std::pair<const char*, double> units[] = {
      {"", 1},         {"s", 1},    {"sec", 1},      {"ms", 1e-3}, {"us", 1e-6},   {"min", 60},
      {"minutes", 60}, {"h", 3600}, {"hours", 3600}, {"d", 86400}, {"days", 86400}};
  for (const auto& [unit, seconds] : units) {
    const auto found = seconds_in(unit);
    ASSERT_TRUE(found) << unit;
    EXPECT_DOUBLE_EQ(*found, seconds) << unit;
  }
}

TEST(TimeUnit, StandsBehindTheNameOfAColumn) {
  for (const auto& [title, seconds] : {std::pair{"time", 1.0},
                                       {"time [d]", 86400.0},
                                       {"t(ms)", 1e-3},
                                       {"Time (min) ", 60.0},
                                       {"p(1)", 1.0},
                                       {"x[2,1]", 1.0}})
    EXPECT_DOUBLE_EQ(*seconds_of_title(title), seconds) << title;
}

TEST(TimeUnit, OtherUnitsAreRefused) {
  for (const char* title : {"time [m]", "time [UTC]", "t (rpm)"}) {
    const auto found = seconds_of_title(title);
    ASSERT_FALSE(found) << title;
    EXPECT_NE(found.error().message.find("is not a unit of time"), std::string::npos);
    EXPECT_NE(found.error().remedy.find("time [s]"), std::string::npos);
  }
}

}  // namespace sim

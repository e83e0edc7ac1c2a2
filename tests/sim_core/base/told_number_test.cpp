#include "sim_core/base/told_number.h"

#include <gtest/gtest.h>

#include <limits>

namespace sim {

TEST(ToldNumber, HasAsManyDigitsAsHelp) {
  EXPECT_EQ(told(0.1 + 0.2), "0.3");
  EXPECT_EQ(told(1.0 / 3), "0.333333");
  EXPECT_EQ(told(-1e-12), "-1e-12");
  EXPECT_EQ(told(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(told_time(0.1 + 0.2), "0.3");
  EXPECT_EQ(told_time(86400.001), "86400.001");
}

}  // namespace sim

#include "sim_core/response_estimation/settling.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sim {

// 2 + 0.1^k: after four, 0.1^3 is still to come.
TEST(Settling, GoesOnAsItDid) {
  const Phasors course{3, 2.1, 2.01, 2.001};
  const Settling settling = settling_of(course, 2);
  EXPECT_NEAR(settling.ratio, 0.1, 1e-9);
  EXPECT_NEAR(settling.rest, 0.001, 1e-9);
  EXPECT_DOUBLE_EQ(settling.spread, 1);
  EXPECT_EQ(
      unsettled_text("y", settling, 2, 7),
      "y is still 50 % of the response away from where it settles after 7 periods: let it settle longer, "
      "unless something else moves it");
}

TEST(Settling, WhatGrowsIsSaid) {
  const Settling settling = settling_of({1, 2, 4, 8}, 3);
  EXPECT_NEAR(settling.ratio, 2, 1e-12);
  EXPECT_TRUE(std::isinf(settling.rest));
  EXPECT_EQ(
      unsettled_text("y", settling, 3, 9),
      "y grows from period to period after 9 periods: the model may be unstable there, or not be at rest");
}

TEST(Settling, WhatDoesNotMoveIsThere) {
  const Settling settling = settling_of({1, 1, 1}, 1);
  EXPECT_EQ(settling.spread, 0);
  EXPECT_EQ(settling.rest, 0);
}

}  // namespace sim

#include "sim_core/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sim {

TEST(Text, NumbersReadBackExactly) {
  for (double value : {0.1, 1.0 / 3, 1e300, 5e-324, -0.0, 121.8481287142731777}) {
    auto back = parse_number(to_text(value));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, value);
    EXPECT_EQ(std::signbit(*back), std::signbit(value));
  }
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Text, ANumberIsTheWholeText) {
  EXPECT_FALSE(parse_number(""));
  EXPECT_FALSE(parse_number("1.5x"));
  EXPECT_FALSE(parse_number("1,5"));
}

TEST(Text, NearNamesForgiveTypingErrors) {
  EXPECT_EQ(near_names("RelTool", {"RelTol", "AbsTol", "Solver"}).front(), "RelTol");
  EXPECT_TRUE(near_names("zebra", {"RelTol", "Solver"}).empty());
  EXPECT_EQ(did_you_mean("omga", {"omega", "alpha"}), "did you mean omega?");
  EXPECT_EQ(did_you_mean("kpp", {"Kpi", "k", "kp"}), "did you mean Kpi?");
  EXPECT_EQ(did_you_mean("c", {"k", "m", "cc", "mass"}), "") << "every letter is near every other";
  EXPECT_EQ(did_you_mean("cc", {"c", "k", "ccc"}), "");
  EXPECT_EQ(did_you_mean("C", {"c", "k"}), "did you mean c?") << "no guess: the same but for its case";
}

}  // namespace sim

#include "sim_core/diagram/json.h"

#include <gtest/gtest.h>

namespace sim {

TEST(Json, KeepsOrderAndDigits) {
  const std::string text =
      R"({"z": 1.50, "a": [1e+05, 123456789012345678901234567890, -0.0, null, true], "": {}})";
  EXPECT_EQ(to_text(*parse_json(text, "f")), text);
}

TEST(Json, StopsAtItsLimits) {
  EXPECT_TRUE(parse_json("[1,2]", "f", {5, 1, 3}));
  EXPECT_EQ(parse_json("[1,2] ", "f", {5, 1, 3}).error().path, "f");
  EXPECT_EQ(parse_json("[[2]]", "f", {5, 1, 3}).error().path, "f: line 1, column 2");
  EXPECT_EQ(parse_json("[1,\n2,3]", "f", {9, 1, 3}).error().path, "f: line 2, column 4");
}

TEST(Json, TextThatIsNotUtf8IsReplacedOnWriting) {
  EXPECT_EQ(json_string("a\xff\"\n"), "\"a\uFFFD\\\"\\n\"");
}

}  // namespace sim

#include "sim_core/base/json_numbers.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace sim {

using Json = nlohmann::ordered_json;

TEST(JsonNumbers, WholeNumbersAreReadAsTheirTypeHoldsThem) {
  EXPECT_EQ(integer_from_json<int>(Json::parse("-7")), -7);
  EXPECT_EQ(integer_from_json<int>(Json::parse("3.0")), 3);
  EXPECT_EQ(integer_from_json<std::int64_t>(Json::parse("-9223372036854775808")),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer_from_json<std::uint64_t>(Json::parse("18446744073709551615")),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(integers_from_json<std::uint32_t>(Json::parse("[0, 4294967295, 1e3]")),
            (std::vector<std::uint32_t>{0, 4294967295U, 1000}));
}

// Each of these was converted, which C++ leaves undefined or cuts to other bits.
TEST(JsonNumbers, OthersAreRefused) {
  for (const char* text : {"1e300", "-1e300", "9223372036854775808.0", "1.5", "1e10", "-2147483649", "true",
                           "null", "\"7\"", "[1]"})
    EXPECT_THROW(integer_from_json<int>(Json::parse(text)), JsonMismatch) << text;
  EXPECT_THROW(integer_from_json<std::uint64_t>(Json::parse("-1")), JsonMismatch);
  EXPECT_THROW(integer_from_json<std::uint64_t>(Json::parse("-1.0")), JsonMismatch);
  EXPECT_THROW(integer_from_json<std::int64_t>(Json::parse("9223372036854775808")), JsonMismatch);
  EXPECT_THROW(integer_from_json<std::int64_t>(Json::parse("1e19")), JsonMismatch);
}

}  // namespace sim

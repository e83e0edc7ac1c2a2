#include "sim_core/code_generation/struct_sizes.h"

#include <gtest/gtest.h>

namespace sim {

TEST(StructSizes, TheyAreThoseOfTheMembers) {
  const std::string header =
      "enum { ROOM = 3, LESS = 1 };\n"
      "typedef struct other {\n  double no;\n} other;\n"
      "typedef struct model {\n"
      "  other parameters;\n"
      "  double x[3], k[2][3]; /* a; b[7] */\n"
      "\n"
      "  int64_t n;\n"
      "  int due[5];\n"
      "  double matrix[ROOM * ROOM], more[ROOM + 1];\n"
      "  other several[ROOM];\n"
      "  const char *message;\n"
      "  void (*on_row)(void *context, const int *row);\n"
      "} model;\n";
  const auto members = sizes_of_struct(header, "model");
  ASSERT_EQ(members.size(), 7U);
  EXPECT_EQ(members[0].bytes, 8);
  EXPECT_EQ(members[1].bytes, 72);
  EXPECT_EQ(members[2].bytes, 8);
  EXPECT_EQ(members[3].bytes, 20);
  EXPECT_EQ(members[4].bytes, 8 * (9 + 4));
  EXPECT_EQ(members[5].bytes, 3 * 8);
  EXPECT_EQ(members[6].bytes, 8);
  EXPECT_EQ(size_of_struct(header, "model"), 8 + 72 + 8 + 20 + 104 + 24 + 8);
  EXPECT_TRUE(sizes_of_struct(header, "none").empty());
}

}  // namespace sim

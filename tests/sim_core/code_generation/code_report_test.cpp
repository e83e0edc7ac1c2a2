#include "sim_core/code_generation/code_report.h"

#include <gtest/gtest.h>

#include "sim_core/code_generation/html_text.h"

namespace sim {

TEST(CodeReport, LinesOfABlockGoToTheNextOneOrTheEndOfTheFunction) {
  const std::string text =
      "static void f(void) {\n"    // 1
      "  /* Plant/Gain */\n"       // 2
      "  const double a = 1.0;\n"  // 3
      "  /* Sum */\n"              // 4
      "  const double b = a;\n"    // 5
      "  if (b) {\n"               // 6
      "    /* Plant/Gain */\n"     // 7
      "    c();\n"                 // 8
      "  }\n"                      // 9
      "  /* all blocks */\n"       // 10
      "  d();\n"                   // 11
      "}\n"                        // 12
      "/* Sum */\n";               // 13
  const auto lines = lines_of_blocks(text, {{"Sum", ""}, {"None", ""}, {"Plant/Gain", ""}});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].path, "Sum");
  EXPECT_EQ(lines[0].ranges, (std::vector<std::pair<int, int>>{{4, 6}}));
  EXPECT_EQ(lines[1].ranges, (std::vector<std::pair<int, int>>{{2, 3}, {7, 8}}));
}

TEST(CodeReport, TextsOfAModelAreNoHtml) {
  EXPECT_EQ(html_text("<a href=\"x\">&\x01"), "&lt;a href=&quot;x&quot;&gt;&amp; ");
}

}  // namespace sim

// Text that must not become markup: Markdown, HTML, borders of tables, formulas.
#include "sim_core/reports/markdown.h"

#include <gtest/gtest.h>

using namespace sim;

TEST(Markdown, TextIsOneLineWithoutMarkup) {
  EXPECT_EQ(markdown_text("Gain of 5, or less"), "Gain of 5, or less");
  EXPECT_EQ(markdown_text("a\n\n  b\tc"), "a b c");
  EXPECT_EQ(markdown_text("<b>|x|</b>"), "&#60;b&#62;&#124;x&#124;&#60;/b&#62;");
  EXPECT_EQ(markdown_text("*a* [l](u) `c` $x$"), "&#42;a&#42; &#91;l&#93;(u) &#96;c&#96; &#36;x&#36;");
  EXPECT_EQ(markdown_text("&amp;"), "&#38;amp;");
  EXPECT_EQ(markdown_text(std::string_view("a\0\x1b"
                                           "b",
                                           4)),
            "ab");
  EXPECT_EQ(markdown_text(""), "");
}

TEST(Markdown, ALineIsNoListHeadingOrQuotation) {
  EXPECT_EQ(markdown_text("- a"), "&#45; a");
  EXPECT_EQ(markdown_text("1. a"), "&#49;. a");
  EXPECT_EQ(markdown_text("# a"), "&#35; a");
  EXPECT_EQ(markdown_text("> a"), "&#62; a");
  EXPECT_EQ(markdown_text("=== a"), "&#61;== a");
  EXPECT_EQ(markdown_text("über"), "über");
}

TEST(Markdown, CodeKeepsItsLinesAndNothingElse) {
  EXPECT_EQ(markdown_code("matrix K*u"), "<code>matrix K&#42;u</code>");
  EXPECT_EQ(markdown_code("</code><script>"), "<code>&#60;/code&#62;&#60;script&#62;</code>");
  EXPECT_EQ(markdown_code("if u > 0\n  y = 1;\nend\n"),
            "<code>if u &#62; 0<br>&nbsp;&nbsp;y = 1;<br>end</code>");
}

TEST(Markdown, ProseHasCodeEmphasisAndFormulas) {
  EXPECT_EQ(markdown_prose("a `b|c` d"), "a <code>b&#124;c</code> d");
  EXPECT_EQ(markdown_prose("an *inner* and **outer** word"),
            "an <em>inner</em> and <strong>outer</strong> word");
  EXPECT_EQ(markdown_prose("is $|x| < \\|y\\| \\leq 1$ here"),
            "is $\\vert x\\vert  \\lt  \\Vert y\\Vert  \\leq 1$ here");
}

TEST(Markdown, HalfAMarkupIsText) {
  EXPECT_EQ(markdown_prose("2*3*4"), "&#50;&#42;3&#42;4");
  EXPECT_EQ(markdown_prose("a * b * c"), "a &#42; b &#42; c");
  EXPECT_EQ(markdown_prose("costs $ 5 or 5 $"), "costs &#36; 5 or 5 &#36;");
  EXPECT_EQ(markdown_prose("open ` and **bold"), "open &#96; and &#42;&#42;bold");
  EXPECT_EQ(markdown_prose("``"), "&#96;&#96;");
  EXPECT_EQ(markdown_prose("*a<b*"), "<em>a&#60;b</em>");
}

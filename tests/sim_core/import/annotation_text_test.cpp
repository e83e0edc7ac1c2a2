#include "sim_core/import/annotation_text.h"

#include <gtest/gtest.h>

namespace sim::importing {

TEST(AnnotationText, ReducesHtmlToMarkdown) {
  EXPECT_EQ(
      annotation_text(
          "<!DOCTYPE HTML><html><head><style>p { x }</style></head><body><p>A <b>bold</b> &lt;word&gt;</p>"
          "<p>next<br/>line</p><script>alert()</script></body></html>"),
      "A **bold** <word>\n\nnext\nline");
  EXPECT_EQ(annotation_text("<html>\n  <body>\n    one\n    line\n  </body>\n</html>\n"), "one line");
  EXPECT_EQ(annotation_text("two\nlines"), "two  \nlines");
  EXPECT_EQ(annotation_text("<html><"), "");
}

}  // namespace sim::importing

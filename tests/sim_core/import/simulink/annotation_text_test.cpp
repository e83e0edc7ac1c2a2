#include "sim_core/import/simulink/annotation_text.h"

#include <gtest/gtest.h>

namespace sim::importing::simulink {

TEST(AnnotationText, ReducesHtmlToMarkdown) {
  EXPECT_EQ(
      annotation_text(
          "<!DOCTYPE HTML><html><head><style>p { x }</style></head><body><p>A <b>bold</b> &lt;word&gt;</p>"
          "<p>next<br/>line</p><script>alert()</script></body></html>"),
      "A **bold** <word>\n\nnext\nline");
  EXPECT_EQ(annotation_text("two\nlines"), "two  \nlines");
  EXPECT_EQ(annotation_text("<html><"), "");
}

}  // namespace sim::importing::simulink

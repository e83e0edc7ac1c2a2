// The elements of a matrix as they are written, cut where the parser cuts them.
#include "sim_core/expr/matrix_elements.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/workspace.h"

namespace sim::expr {

static std::string cut(std::string_view text) {
  const auto elements = matrix_elements(text);
  if (!elements) return "none";
  std::string out;
  for (const auto& row : *elements) {
    for (const std::string_view element : row) out.append("<").append(element).append(">");
    out += "|";
  }
  return out;
}

TEST(MatrixElements, AreCutWhereTheParserCutsThem) {
  EXPECT_EQ(cut("[1 2; 3 K]"), "<1><2>|<3><K>|");
  EXPECT_EQ(cut(" [ 1 , 2 ] "), "<1><2>|");
  EXPECT_EQ(cut("[1 -2]"), "<1><-2>|");
  EXPECT_EQ(cut("[1 - 2 3]"), "<1 - 2><3>|");
  EXPECT_EQ(cut("[1-2, 3]"), "<1-2><3>|");
  EXPECT_EQ(cut("[(1 + 2) f(3, 4); a' b(1, 2)]"), "<(1 + 2)><f(3, 4)>|<a'><b(1, 2)>|");
  EXPECT_EQ(cut("[1 2 % first\n 3 4]"), "<1><2>|<3><4>|");
  EXPECT_EQ(cut("[1 2 ...\n 3 4]"), "<1><2><3><4>|");
  EXPECT_EQ(cut("[1; 2;]"), "<1>|<2>|");
  EXPECT_EQ(cut("[]"), "none");
}

TEST(MatrixElements, ThereAreNoneWhereATextIsMoreOrLess) {
  for (const char* text : {"eye(2)*3", "[1 2]*3", "[1 2]'", "[1 2; 3]", "[1 2", "1", "", "[1:3 4]",
                           "[[1 2] 3]", "[\"a\" 3]", "[1 2] mm"})
    EXPECT_EQ(cut(text), "none") << text;
}

// Put together again the elements are worth the same.
TEST(MatrixElements, TogetherAreWorthWhatTheTextIs) {
  std::mt19937 random(7);
  const Workspace none;
  const char* const terms[] = {"1", "-2", "3.5e1", "(1 + 2)", "sqrt(4)", "2*3", "-(1)", "pi", "1 - 2", "+4"};
  const char* const commas[] = {" ", ", ", " , ", "  "};
  const char* const semicolons[] = {";", " ; ", "\n"};
  const auto any = [&](const auto& choices) { return choices[random() % std::size(choices)]; };
  for (int k = 0; k < 500; ++k) {
    const unsigned rows = 1 + random() % 3, columns = 1 + random() % 4;
    std::string text = "[";
    for (unsigned i = 0; i < rows; ++i)
      for (unsigned j = 0; j < columns; ++j)
        text.append(j > 0 ? any(commas) : i > 0 ? any(semicolons) : "").append(any(terms));
    text += "]";
    const auto elements = matrix_elements(text);
    ASSERT_TRUE(elements) << text;
    ASSERT_EQ(elements->size(), rows) << text;
    std::string again = "[";
    for (const auto& row : *elements) {
      ASSERT_EQ(row.size(), columns) << text;
      for (const std::string_view element : row) again.append("(").append(element).append(") ");
      again += ";";
    }
    again.back() = ']';
    const auto wanted = evaluate(text, WorkspaceScope(none)), got = evaluate(again, WorkspaceScope(none));
    ASSERT_TRUE(wanted && got) << text << " " << again;
    EXPECT_EQ(wanted->shape(), got->shape()) << text << " " << again;
    EXPECT_EQ(wanted->real(), got->real()) << text << " " << again;
  }
}

}  // namespace sim::expr

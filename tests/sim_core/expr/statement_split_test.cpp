#include "sim_core/expr/statement_split.h"

#include <gtest/gtest.h>

namespace sim::expr {

using Pieces = std::vector<std::string>;

TEST(StatementSplit, CutsAtSemicolonsCommasAndLineEndsOutsideOfBracketsAndStrings) {
  EXPECT_EQ(split_statements("a = 1; b = [1, 2; 3, 4], c = 'x; y'\n\nd=3"),
            (Pieces{"a = 1", "b = [1, 2; 3, 4]", "c = 'x; y'", "d=3"}));
  EXPECT_EQ(split_statements("m = [1 2\n3 4]\nn = {1,\n2}"), (Pieces{"m = [1 2\n3 4]", "n = {1,\n2}"}));
  EXPECT_EQ(split_statements(""), Pieces{});
  EXPECT_EQ(split_statements(" ;;\n,"), Pieces{});
}

TEST(StatementSplit, KnowsATransposeFromAString) {
  EXPECT_EQ(split_statements("a = b'; c = x.'; d = [1 2]'; e = 'f'"),
            (Pieces{"a = b'", "c = x.'", "d = [1 2]'", "e = 'f'"}));
  EXPECT_EQ(split_statements("disp('it''s; one'); b = 1"), (Pieces{"disp('it''s; one')", "b = 1"}));
  EXPECT_EQ(split_statements("a = b''; c = 1"), (Pieces{"a = b''", "c = 1"}));
  EXPECT_EQ(split_statements("disp('R''(psi)*v'), x = 2"), (Pieces{"disp('R''(psi)*v')", "x = 2"}));
}

TEST(StatementSplit, LeavesCommentsOutAndJoinsContinuedLines) {
  EXPECT_EQ(split_statements("a = 1 % one; two\nb = 2;% 'open\nc = 3"), (Pieces{"a = 1", "b = 2", "c = 3"}));
  EXPECT_EQ(split_statements("t = f(1, ... the first\n 2)\ns = 1 + ...\n 2"),
            (Pieces{"t = f(1,   2)", "s = 1 +   2"}));
  EXPECT_EQ(split_statements("disp('50 % of it')"), Pieces{"disp('50 % of it')"});
}

TEST(StatementSplit, AnythingIsCutSomehow) {
  for (const char* text : {"'", "[[[[", "]]]", "a = '\nb = 2", "...", "%", "''''", "({[", "\"x\ny"})
    EXPECT_LT(split_statements(text).size(), 4u) << text;
  // A string ends with its line at the latest.
  EXPECT_EQ(split_statements("a = 'open\nb = 2").back(), "b = 2");
}

TEST(StatementSplit, OfArguments) {
  EXPECT_EQ(split_arguments("x, [1, 2], 'a, b', f(c, d)'"), (Pieces{"x", "[1, 2]", "'a, b'", "f(c, d)'"}));
  EXPECT_EQ(split_arguments("  "), Pieces{});
  EXPECT_EQ(split_arguments("a,"), (Pieces{"a", ""}));
}

}  // namespace sim::expr

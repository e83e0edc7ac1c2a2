#include "sim_core/diagram/mask_initialization.h"

#include <gtest/gtest.h>

namespace sim {

static std::string joined(const std::vector<std::string_view>& names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ",") + std::string(name);
  return out;
}

static std::string shown(std::string_view text) {
  std::string out;
  const MaskInitialization read = read_initialization(text);
  for (const MaskStatement& s : read.statements)
    out += std::to_string(s.line) + ":" + std::to_string(s.column) + " " + joined(s.names) + "=" +
           std::string(s.expression) + "\n";
  for (const Diagnostic& d : read.problems) out += d.path + "\n";
  return out;
}

TEST(MaskInitialization, IsANameAndAnExpressionALine) {
  EXPECT_EQ(shown("w = 2*pi*f\n  J=m*r^2"), "1:4 w= 2*pi*f\n2:5 J=m*r^2\n");
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("w ="), "1:4 w=\n");
}

TEST(MaskInitialization, RemarksAndSemicolonsAreNoCode) {
  EXPECT_EQ(shown("% first\n\nw = 2; % half\r\n  % last"), "3:4 w= 2\n");
  EXPECT_EQ(shown("s = 'a % b'"), "1:4 s= 'a % b'\n");
}

TEST(MaskInitialization, OpenBracketsAndDotsGoOnInTheNextLine) {
  EXPECT_EQ(shown("A = [1 2\n     3 4]\nb = 1 + ...\n 2\nc = A"),
            "1:4 A= [1 2\n     3 4]\n3:4 b= 1 + ...\n 2\n5:4 c= A\n");
  EXPECT_EQ(shown("A = [1 2"), "1:4 A= [1 2\n")
      << "an open bracket at the end is the expression's own problem";
}

TEST(MaskInitialization, LinesThatAreNoStatementAreNamed) {
  EXPECT_EQ(shown("2*K\nK == 2\n2x = 1\nend = 1\nx y = 1"),
            "initialization line 1\ninitialization line 2\ninitialization line 3\ninitialization line "
            "4\ninitialization line 5\n");
  EXPECT_EQ(shown("w = 1\n)(*\nv = 2"), "1:4 w= 1\n3:4 v= 2\ninitialization line 2\n");
}

TEST(MaskInitialization, NamesInBracketsAreResultsOfOneCall) {
  EXPECT_EQ(shown("[K, S] = lqr(A, B, ...\n Q, R)\n[b a] = butter(2, 0.1); % filter"),
            "1:9 K,S= lqr(A, B, ...\n Q, R)\n3:8 b,a= butter(2, 0.1)\n");
  EXPECT_EQ(shown("[] = f(1)\n[a, 2] = f(1)\n[a, a] = f(1)\n[a = f(1)"),
            "initialization line 1\ninitialization line 2\ninitialization line 3\ninitialization line 4\n");
  const MaskInitialization read = read_initialization("[q, r] = deconv([1 2], c)\n[a, b] = 1 + c");
  EXPECT_EQ(expression_of_name(read.statements[0], 1), "nthargout(2, 2, 'deconv', [1 2], c)");
  EXPECT_EQ(expression_of_name(read.statements[1], 0), "");
}

TEST(MaskInitialization, HasALimit) {
  std::string text;
  for (std::size_t k = 0; k <= max_mask_statements; ++k) text += "a = 1\n";
  const MaskInitialization read = read_initialization(text);
  EXPECT_EQ(read.statements.size(), max_mask_statements);
  EXPECT_EQ(read.problems.size(), 1u);
}

TEST(MaskInitialization, BracketsInStringsAndRemarksAreNone) {
  EXPECT_EQ(shown("a = '[('\nb = 2 % [(\nc = [1 ... (\n 2 % ]\n '[', 'b'\n]'\nd = 1"),
            "1:4 a= '[('\n2:4 b= 2\n3:4 c= [1 ... (\n 2 % ]\n '[', 'b'\n]'\n7:4 d= 1\n");
}

TEST(MaskInitialization, TextThatIsNoneIsReadInNoTime) {
  std::string open = "a = [", wrong, deep = "a = ";
  for (int k = 0; k < 200'000; ++k) open += "1\n", wrong += "?\n", deep += "(\n";
  EXPECT_EQ(read_initialization(open).statements.size(), 1u);
  EXPECT_EQ(read_initialization(wrong).problems.size(), max_mask_problems);
  EXPECT_FALSE(read_initialization(deep).problems.empty());
}

}  // namespace sim

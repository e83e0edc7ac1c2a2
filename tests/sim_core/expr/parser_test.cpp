#include "sim_core/expr/parser.h"

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Parser, Numbers) {
  expect_same("1e-3", "0.001");
  expect_same(".5", "0.5");
  expect_same("5.", "5");
  expect_same("1.5E+2", "150");
  expect_same("1e-400", "0");
  EXPECT_EQ(value_of("2j"), Value::complex({0, 2}));
  EXPECT_EQ(value_of("1 + 2i"), Value::complex({1, 2}));
  expect_message("1e400", "too large at column 1");
  expect_message("2x", "followed by 'x' at column 2");
  expect_message("1.2.3", "at column 4");
}

TEST(Parser, PrecedenceIsTheUsualOne) {
  expect_same("1 + 2 * 3", "7");
  expect_same("2 * 3 ^ 2", "18");
  expect_same("-2 ^ 2", "-4");
  expect_same("2 ^ -1", "0.5");
  expect_same("2 ^ 3 ^ 2", "64");
  expect_same("2 ^ -2 ^ 2", "0.0625");
  expect_same("10 - 4 - 3", "3");
  expect_same("12 / 3 / 2", "2");
  expect_same("1 + 1 : 2 + 2", "[2 3 4]");
  expect_same("1 : 3 == 1 : 3", "[true true true]");
  expect_same("~1 == 0", "true");
  expect_same("1 | 0 & 0", "true");
  expect_same("1 || 0 && 0", "true");
  expect_same("1 < 2 & 3 > 2", "true");
  expect_same("- - 2", "2");
  expect_same("2 \\ 6", "3");
  expect_same("6 .\\ [3 12]", "[0.5 2]");
  expect_same("[1 2; 3 4]' .^ 2", "[1 9; 4 16]");
}

TEST(Parser, SpacesInMatricesSeparateElements) {
  expect_same("[1 -2]", "[1, -2]");
  expect_same("[1 - 2]", "-1");
  expect_same("[1-2]", "-1");
  expect_same("[1 -2 + 3]", "[1, 1]");
  expect_same("[1 +2]", "[1, 2]");
  expect_same("[ 1 , 2 ; 3 , 4 ; ]", "[1 2; 3 4]");
  expect_same("[1 2\n3 4\n]", "[1 2; 3 4]");
  expect_same("[1 2 ...\n 3]", "[1 2 3]");
  expect_same("[a' a']", "[1 1; 2 2]", {{"a", Value::row({1, 2})}});
  expect_same("[a (1)]", "[1 2 1]", {{"a", Value::row({1, 2})}});
  expect_same("[a(1) a[2]]", "[1 2]", {{"a", Value::row({1, 2})}});
  expect_same("[(1 -2) 3]", "[-1 3]");
  expect_same("[max(1, -2) 3]", "[1 3]");
  expect_same("[1 ~= 2]", "true");
  expect_same("[1 ~2]", "[1 0]");
  expect_same("['a' 'b']", "'ab'");
  expect_same("1 + ... the rest\n 2", "3");
  expect_same("1 + 2 % comment", "3");
}

TEST(Parser, StringsDoubleTheirQuotes) {
  EXPECT_EQ(value_of("'it''s'"), Value::string("it's"));
  EXPECT_EQ(value_of("\"say \"\"a\"\"\""), Value::string("say \"a\""));
  EXPECT_EQ(value_of("''"), Value::string(""));
  expect_message("'abc", "not closed at column 1");
}

TEST(Parser, ConditionalAndRange) {
  expect_same("1 > 0 ? 2 : 3", "2");
  expect_same("0 ? 2 : 3", "3");
  expect_same("1 ? (1:3) : 4", "[1 2 3]");
  expect_same("0 ? 1 : 0 ? 2 : 3", "3");
  expect_same("1 ? 0 ? 1 : 2 : 3", "2");
  expect_same("0 ? 1 : 2 + 3", "5");
  expect_same("[1 ? 2 : 3, 4]", "[2 4]");
  expect_message("1 ? 2 : 3 : 4", "at column 11");
  expect_message("1 ? 2", "expected ':'");
  expect_message("1:2:3:4", "two or three parts at column 6");
}

TEST(Parser, ErrorsNameTheColumnAndWhatWasExpected) {
  expect_message("", "expected a value, found the end at column 1");
  expect_message("1 + ", "expected a value, found the end at column 5");
  expect_message("(1 + 2", "expected an operator or ')', found the end at column 7");
  expect_message("1 2", "expected an operator or the end, found '2' at column 3");
  expect_message("[1 2", "expected ',', ';' or ']'");
  expect_message("[1 2)", "found ')' at column 5");
  expect_message("sin(1", "expected ',' or ')', found the end at column 6");
  expect_message("sin(1,)", "expected an argument");
  expect_message("a = 2", "write == to compare");
  expect_message("2(3)", "a number cannot be indexed at column 2");
  expect_message("1 + é", "unexpected character 'é' at column 5");
  expect_message("'é' + $", "unexpected character '$' at column 7");
  expect_message("end", "only inside an index at column 1");
  expect_message("1 ; 2", "found ';' at column 3");
}

TEST(Parser, DeepNestingIsADiagnostic) {
  const auto nested = [](int n, const std::string& open, const std::string& close) {
    std::string text;
    for (int k = 0; k < n; ++k) text += open;
    text += "1";
    for (int k = 0; k < n; ++k) text += close;
    return text;
  };
  expect_same(nested(200, "(", ")"), "1");
  expect_same(nested(199, "-", ""), "-1");
  for (int n : {201, 100'000}) {
    for (const char* open : {"(", "[", "-", "~", "sin(", "1+(", "2^-(", "1?", "1?2:", "[1 "}) {
      expect_message(nested(n, open, ""), "more than 200 levels of nesting");
    }
    expect_message(nested(n, "", "'"), "more than 200 levels of nesting");
    expect_message("[1]" + nested(n, "", "(1)").substr(1), "more than 200 levels of nesting");
  }
}

TEST(Parser, LongChainsAreNoNesting) {
  std::string sum = "1", vector = "[1", either = "0";
  for (int k = 1; k < 100'000; ++k) {
    sum += "+1";
    vector += " 1";
    either += "||0";
  }
  expect_same(sum, "100000");
  expect_same("sum(" + vector + "])", "100000");
  expect_same(either, "false");
}

TEST(Parser, TheLengthIsLimited) {
  EXPECT_TRUE(parse("1" + std::string(999'999, ' ')));
  const auto too_long = parse("1" + std::string(1'000'000, ' '));
  ASSERT_FALSE(too_long);
  EXPECT_NE(too_long.error().message.find("1000000"), std::string::npos);
}

TEST(Parser, OperandsPrecedeTheirNode) {
  const auto ast = parse("c ? [1, x(end, :)] + 2 .\\ y : sin(-u[1])'");
  ASSERT_TRUE(ast);
  EXPECT_EQ(ast->root() + 1, static_cast<int>(ast->nodes().size()));
  EXPECT_TRUE(std::holds_alternative<Conditional>((*ast)[ast->root()].content));
  for (int id = 0; id <= ast->root(); ++id) {
    std::visit(Overloaded{[&](const Unary& n) { EXPECT_LT(n.operand, id); },
                          [&](const Binary& n) { EXPECT_LT(std::max(n.left, n.right), id); },
                          [&](const Apply& n) {
                            EXPECT_LT(n.target, id);
                            for (NodeId argument : n.arguments) EXPECT_LT(argument, id);
                          },
                          [](const auto&) {}},
               (*ast)[id].content);
  }
}

TEST(Parser, FreeNamesAreThoseTheLanguageLacks) {
  const auto ast = parse("sin(u[1]) + K*u(2) - pi*t + K + e + atan2(y, 1)");
  ASSERT_TRUE(ast);
  EXPECT_EQ(free_names(*ast), (std::vector<std::string>{"u", "K", "t", "y"}));
  EXPECT_EQ(names(*ast).front(), "sin");
}

TEST(Parser, Names) {
  EXPECT_TRUE(is_name("a_1"));
  for (const char* wrong : {"", "1a", "a b", "end", "a-b", "é"}) EXPECT_FALSE(is_name(wrong)) << wrong;
}

}  // namespace sim::expr

// Strings: compared, changed, and made of numbers as printf makes them.
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Texts, AreComparedAndJoined) {
  expect_same("strcmp('a', 'a') & !strcmp('a', 'A') & !strcmp('a', 1) & strcmpi('aB', \"Ab\")", "true");
  expect_same("[upper('ab1'), lower('CD')]", "'AB1cd'");
  expect_message("upper(3)", "expected a string");
}

TEST(Texts, AreMadeOfNumbers) {
  expect_same("num2str(3)", "'3'");
  expect_same("num2str(pi)", "'3.1416'");
  expect_same("num2str(-123456.789)", "'-123456.789'");
  expect_same("num2str([1 2.5])", "'1  2.5'");
  expect_same("num2str(pi, 8)", "'3.1415927'");
  expect_same("num2str(pi, '%.2f')", "'3.14'");
  expect_same("num2str(0.1)", "'0.1'");
  expect_same("num2str(inf)", "'Inf'");
  expect_message("num2str([1; 2])", "row");
}

TEST(Texts, FollowAFormat) {
  expect_same("sprintf('%d of %s, %5.2f|%-6g|%06.1f|%+d%%', 3, 'x', pi, 1.5, -2.5, 7)",
              "'3 of x,  3.14|1.5   |-002.5|+7%'");
  expect_same("sprintf('%d,', [1 2 3])", "'1,2,3,'");
  expect_same("sprintf('plain')", "'plain'");
  expect_same("sprintf('%d', 2.5)", "'2.500000e+00'");
  expect_same("sprintf('a%d,%d ', 1, 2, 3)", "'a1,2 a3,'");
  expect_message("sprintf('%q', 1)", "a conversion is one of");
  expect_message("sprintf('%d', 'x')", "write %s");
  expect_message("sprintf('%500d', 1)", "at most 99");
}

}  // namespace sim::expr

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(SystemForms, TransferFunctions) {
  const auto s = results_of("tf2ss([2 7 1], [1 6 11 6])", 4);
  expect_close(s[0], "[-6 -11 -6; 1 0 0; 0 1 0]");
  expect_close(s[1], "[1; 0; 0]");
  expect_close(s[2], "[2 7 1]");
  expect_close(s[3], "0");
  const auto direct = results_of("ss([2 3 4], [0 2 4 6])", 4);  // leading zeros do not count
  expect_close(direct[2], "[-0.5 -1]");
  expect_close(direct[3], "1");
  const auto zp = results_of("tf2zp([2 7 1], [1 6 11 6])", 3);
  expect_close(zp[0], "[-3.3507810593582122; -0.14921894064178783]");
  expect_close("sort(nthargout(2, 3, 'tf2zp', [2 7 1], [1 6 11 6]))", "[-3; -2; -1]", 1e-12);
  expect_close(zp[2], "2");
  const auto tf = results_of("zp2tf([-3.3507810593582122; -0.14921894064178783], [-1 -2 -3], 2)", 2);
  expect_close(tf[0], "[0 2 7 1]");
  expect_close(tf[1], "[1 6 11 6]");
}

TEST(SystemForms, ThereAndBack) {
  const char* zeros = "[-1+3i -1-3i -2]";
  const char* poles = "[-0.5+1i -0.5-1i -3 -4 -2+5i -2-5i 0.5]";
  const std::string arguments = std::string(zeros) + ", " + poles + ", 1.5";
  const auto s = results_of("zp2ss(" + arguments + ")", 4);
  const ValueScope::Variables v{{"A", s[0]}, {"B", s[1]}, {"C", s[2]}, {"D", s[3]}};
  const auto tf = results_of("ss2tf(A, B, C, D)", 2, v), wanted = results_of("zp2tf(" + arguments + ")", 2);
  EXPECT_LT(difference(tf[0], wanted[0]), 1e-12);
  EXPECT_LT(difference(tf[1], wanted[1]), 1e-12);
  // More real zeros than pairs of poles, and as many zeros as poles.
  const auto full = results_of("zp2ss([1 2 3], [-1+1i -1-1i -5], 2)", 4);
  const ValueScope::Variables w{{"A", full[0]}, {"B", full[1]}, {"C", full[2]}, {"D", full[3]}};
  const auto back = results_of("ss2tf(A, B, C, D)", 2, w);
  expect_close(back[0], "2*poly([1 2 3])", 1e-12);
  const auto pairs = results_of("zp2ss([1i -1i], [-1 -2 -3], 1)", 4);
  const ValueScope::Variables x{{"A", pairs[0]}, {"B", pairs[1]}, {"C", pairs[2]}, {"D", pairs[3]}};
  expect_close(results_of("ss2tf(A, B, C, D)", 2, x)[0], "[0 1 0 1]", 1e-12);
  // From the second of two inputs, to two outputs.
  const auto rows = results_of("ss2tf([-1 0; 0 -2], eye(2), [1 1; 0 1], [0 5; 0 0], 2)", 2);
  expect_close(rows[0], "[5 16 11; 0 1 1]");
  expect_close(rows[1], "[1 3 2]");
}

TEST(SystemForms, ErrorsSayWhatIsWrong) {
  expect_message("tf2ss([1 0 0], [1 1])", "num has the order 2, den only 1");
  expect_message("tf2ss(1, 0)", "den is zero");
  expect_message("ss([0 1; 0 0], [0; 1], [1 0 0], 0)", "C has 3 columns, but A has 2 states");
  expect_message("ss([0 1; 0 0], [0; 1], [1 0], [1 2])", "D is 1x2, but C has 1 row and B has 1 column");
  expect_message("ss(1, 1, 1)", "three matrices are no system");
  expect_message("ss2tf(eye(2), eye(2), eye(2), 0)", "say from which input");
  expect_message("ss2tf(1, 1, 1, 0, 2)", "there is no input 2: B has 1 column");
  expect_message("zp2tf([1+1i], -1, 1)", "the complex numbers in z are not in conjugate pairs");
  expect_message("zp2ss([1 2], -1, 1)", "there are 2 zeros, but only 1 poles");
}

}  // namespace sim::expr

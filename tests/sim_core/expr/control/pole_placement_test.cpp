#include <cmath>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

// The gain of a single input is unique. Plant and poles of the family in Ogata, Modern Control Engineering;
// in 40 digits, and by SLICOT's SB01BD to 3e-15.
TEST(PolePlacement, OfOneInputIsUnique) {
  const char* wanted = "[-6.6238532110091743 5.9334862385321101 9.823394495412844]";
  for (const char* f : {"place", "acker"})
    expect_close(std::string(f) + "([0 1 0; 0 0 1; 1 5 7], [1; 3; 1], [-2+4i -2-4i -10])", wanted, 1e-12);
  expect_close("acker([1 0.2; 0 1], [0.02; 0.2], [0 0])", "[25 7.5]");
  expect_message("place([1 0.2; 0 1], [0.02; 0.2], [0 0])", "the pole 0 is there 2 times, but B has rank 1");
}

// With several inputs the gain is one of many: the poles are judged, and how well conditioned they are.
TEST(PolePlacement, OfSeveralInputsMeetsThePoles) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int n = 2 + static_cast<int>(seed % 7), m = 1 + static_cast<int>(seed % 3);
    ValueScope::Variables v{{"A", random_matrix(n, n, seed)},
                            {"B", random_matrix(n, std::min(m, n), seed + 50)}};
    std::string poles = "[-1+2i -1-2i";
    for (int k = 2; k < n; ++k) poles += " -" + std::to_string(k);
    poles += "]";
    v["K"] = value_of("place(A, B, " + poles + ")", v);
    expect_close("poly(A - B*K)", "poly(" + poles + ")", 1e-6,
                 v);  // of 8 states and one input the gain is huge
  }
  // As often as there are inputs.
  ValueScope::Variables v{{"A", random_matrix(4, 4, 3)}, {"B", random_matrix(4, 2, 4)}};
  v["K"] = value_of("place(A, B, [-2 -2 -3 -3])", v);
  expect_close("poly(A - B*K)", "poly([-2 -2 -3 -3])", 1e-10, v);
  v["K"] = value_of("place(A, B, [-2+1i -2-1i -2+1i -2-1i])", v);
  expect_close("poly(A - B*K)", "poly([-2+1i -2-1i -2+1i -2-1i])", 1e-10, v);
  v["K"] = value_of("place(A, [B B*[1; 2] ], [-1 -2 -3 -4])", v);  // dependent inputs
  expect_close("poly(A - [B B*[1; 2] ]*K)", "poly([-1 -2 -3 -4])", 1e-10, v);
  v["K"] = value_of("place(A, eye(4), [-1+1i -1-1i -3 -3])", v);
  expect_close("sort(abs(eig(A - K)))", "[sqrt(2); sqrt(2); 3; 3]", 1e-12, v);
}

// Kautsky, Nichols, Van Dooren (1985), example 1: a chemical reactor. NumPy finds 4.05 by the same method.
TEST(PolePlacement, EigenvectorsAreWellConditioned) {
  ValueScope::Variables v{
      {"A", value_of("[1.38 -0.2077 6.715 -5.676; -0.5814 -4.29 0 0.675; 1.067 4.273 -6.654 5.893;"
                     "0.048 4.273 1.343 -2.104]")},
      {"B", value_of("[0 0; 5.679 0; 1.136 -3.146; 1.136 0]")}};
  v["K"] = value_of("place(A, B, [-0.2 -0.5 -5.0566 -8.6659])", v);
  expect_close("sort(real(eig(A - B*K)))", "[-8.6659; -5.0566; -0.5; -0.2]", 1e-12, v);
  v["V"] = results_of("eig(A - B*K)", 2, v)[0];
  EXPECT_LT(value_of("norm(V)*norm(inv(V))", v)[0], 5);
}

TEST(PolePlacement, ErrorsSayWhatIsWrong) {
  expect_message("place([2 3 0; -3 2 0; 0 0 -1], [0; 0; 1], [-1 -2 -3])",
                 "i is not controllable: no gain moves it");
  expect_message("acker([1 0; 0 2], [0; 1], [-1 -2])", "the eigenvalue 1 is not controllable");
  expect_message("place([0 1; 0 0], [0; 1], [-1 -2 -3])", "there are 3 poles, but A has 2 states");
  expect_message("place([0 1; 0 0], [0; 1; 2], [-1 -2])", "B has 3 rows, but A has 2 states");
  expect_message("place([0 1; 0 0], [0; 1], [-1+1i -2])",
                 "the pole -1+1i stands without its conjugate -1-1i");
  expect_message("acker(eye(2), eye(2), [1 2])", "this method is for a single input");
  expect_message("place([0 1 2], 1, 1)", "A must be square, but is [1x3]");
  expect_message("place([0 1; 0 0], [0; 1], [nan -1])", "p has elements that are inf or nan");
}

}  // namespace sim::expr

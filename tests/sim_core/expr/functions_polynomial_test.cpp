#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Polynomials, QuotientsAndFits) {
  const auto found = results_of("deconv([4 13 22 15], [1 2 3])", 2);
  expect_same("deconv([4 13 22 15], [1 2 3])", "[4 5]");
  EXPECT_TRUE(found[1] == value_of("[0 0 0 0]"));
  const auto rest = results_of("deconv([1 0 0 1], [1 1 1])", 2);
  expect_close(rest[0], "[1 -1]");
  expect_close(rest[1], "[0 0 0 2]");
  expect_same("deconv([1 2], [1 2 3])", "0");
  expect_close("poly([1 2; 3 4])", "[1 -5 -2]", 1e-14);
  expect_close("polyfit(0:4, [1 2.7 5.8 11.1 17.9], 2)",
               "[0.88571428571428571 0.67714285714285714 1.0314285714285714]");
  expect_close("polyfit(1e6*(1:5), [3 5 7 9 11], 1)", "[2e-6 1]", 1e-13);
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const ValueScope::Variables v{{"r", random_matrix(1, 5, seed)}};
    expect_close("sort(real(roots(poly(r))))", "sort(r)'", 1e-10, v);
    expect_close("sum(deconv(conv(r, [1 2 3]), r))", "6", 1e-10, v);
  }
  // Real, also where the roots are in pairs.
  EXPECT_FALSE(
      value_of("poly([0.1+0.7i 0.1-0.7i 0.3+0.2i 0.3-0.2i 0.123+0.456i 0.123-0.456i])").is_complex());
}

TEST(Polynomials, PartialFractions) {
  const auto simple = results_of("residue([2 7 1], [1 6 11 6])", 3);
  expect_close(simple[1], "[-3; -2; -1]", 1e-12);
  expect_close(simple[0], "[-1; 5; -2]", 1e-12);
  EXPECT_TRUE(simple[2].is_empty());
  // (s + 3)/((s + 1)^3 (s + 2)): powers of the triple pole in turn.
  const auto triple = results_of("residue([1 3], conv(poly([-1 -1 -1]), [1 2]))", 3);
  expect_close(triple[1], "[-2; -1; -1; -1]", 1e-9);
  expect_close(triple[0], "[-1; 1; -1; 2]", 1e-8);
  const auto improper = results_of("residue([1 0 0 0], [1 3 2])", 3);
  expect_close(improper[2], "[1 -3]");
  expect_close(improper[0], "[8; -1]", 1e-12);
  const auto pair = results_of("residue([1 0], [1 0 4])", 3);
  expect_close(pair[0], "[0.5; 0.5]", 1e-12);
  // Poles near to one another are not one.
  const auto near = results_of("residue(1, poly([-1 -1.001]))", 3);
  expect_close("sort(abs(x))", "[1000; 1000]", 1e-6, {{"x", near[0]}});
  const auto constant = results_of("residue([6 4], 2)", 3);
  expect_close(constant[2], "[3 2]");
}

TEST(Polynomials, ErrorsSayWhatIsWrong) {
  expect_message("deconv([1 2 3], [0 1])", "the first coefficient of d is 0");
  expect_message("deconv([1 2; 3 4], 1)", "p must be a vector of coefficients, not [2x2]");
  expect_message("polyfit(1:3, 1:4, 1)", "x has 3 elements, y has 4");
  expect_message("polyfit(1:3, 1:3, 3)", "a polynomial of order 3 needs at least 4 points, not 3");
  expect_message("polyfit([1 1 1], 1:3, 1)", "the points do not determine a polynomial of order 1");
  expect_message("residue(1, 0)", "a is zero");
}

}  // namespace sim::expr

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

TEST(Interpolation, Methods) {
  expect_close("interp1([1 2 4], [10 20 0], [1 1.5 3 4])", "[10 15 10 0]");
  expect_same("interp1([1 2], [3 4], [0 3])", "[nan nan]");
  expect_close("interp1([1 2], [3 4], [0; 3], 'linear', 'extrap')", "[2; 5]");
  expect_close("interp1([4 2 1], [0 20 10], 3)", "10");  // falling x
  expect_same("interp1([1 2 3], [5 6 7], [1.4 1.5 2.6], 'nearest')", "[5 6 7]");
  expect_same("interp1([1 2 3], [5 6 7], [1 1.9 3], 'previous')", "[5 5 7]");
  expect_same("interp1([1 2 3], [5 6 7], [1 1.1 3], 'next')", "[5 6 7]");
  // A spline is the cubic itself, three points give the parabola.
  expect_close("interp1([0 1 3 4 7], [0 1 3 4 7].^3 - 2, [0.5 2 6], 'spline')", "[0.5 2 6].^3 - 2");
  expect_close("interp1([0 1 3], [0 1 3].^2, [0.5 2], 'spline')", "[0.25 4]");
  expect_close("interp1([0 2], [0 4], 1, 'pchip')", "2");
  // The table of Akima (1970), without overshoot: SciPy 1.10, PchipInterpolator.
  expect_close("interp1([0 1 2 3 4 5], [0 0 0 1 1 1], [1.5 2.5 3.5], 'pchip')", "[0 0.5 1]");
  expect_close("interp1([0 1 2 4], [0 1 4 16], 3, 'pchip')", "251/28", 1e-13);
}

TEST(Interpolation, Trapezoids) {
  expect_same("trapz([1 2 3])", "4");
  expect_same("trapz([0 2 3], [1 2 3])", "5.5");
  expect_same("trapz([1 2; 3 4])", "[2 3]");
  expect_same("trapz([1i 3i])", "2i");
  expect_same("trapz([])", "0");
  expect_same("trapz(5)", "0");
}

TEST(Interpolation, ErrorsSayWhatIsWrong) {
  expect_message("interp1([1 1 2], [1 2 3], 1)", "x is not in order at the value 1");
  expect_message("interp1([1 2], [1 2 3], 1)", "x has 2 elements, y has 3");
  expect_message("interp1([1 2], [1 2], 1, 'cubic')", "there is no method 'cubic'");
  expect_message("interp1(1, 1, 1)", "at least two points");
  expect_message("trapz([1 2], [1 2 3])", "x has 2 elements, y has 3");
}

}  // namespace sim::expr

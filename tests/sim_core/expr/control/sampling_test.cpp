#include <cmath>

#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static const char* const resonant = "[0 1; -9 -1.2], [0; 9], [1 0], 0, 0.2";

// G(s) = 9/(s^2 + 1.2 s + 9), T = 0.2: by mpmath in 40 digits, and by Octave's c2d.
TEST(Sampling, ResonantSystem) {
  const auto zoh = results_of("c2d([0 1; -9 -1.2], [0; 9], 0.2)", 2);
  expect_close(zoh[0], "[0.83842905768547512 0.16734187341460884; -1.5060768607314795 0.63761880958794451]");
  expect_close(zoh[1], "[0.16157094231452488; 1.5060768607314795]");
  const std::tuple<const char*, const char*, const char*> methods[] = {
      {"'zoh'", "[0 0.16157094231452488 0.1490090514786089]", "[1 -1.4760478672734196 0.78662786106655341]"},
      {"'tustin'", "[0.074380165289256198 0.1487603305785124 0.074380165289256198]",
       "[1 -1.5041322314049587 0.80165289256198347]"},
      {"'prewarp', 3", "[0.078470623191608879 0.15694124638321776 0.078470623191608879]",
       "[1 -1.4831781535932785 0.79706064635971403]"},
      {"'matched'", "[0 0.15528999689656689 0.15528999689656689]",
       "[1 -1.4760478672734196 0.78662786106655341]"}};
  for (const auto& [method, num, den] : methods) {
    const auto direct = results_of(std::string("c2d(9, [1 1.2 9], 0.2, ") + method + ")", 2);
    expect_close(direct[0], num);
    expect_close(direct[1], den);
    const auto system = results_of("c2d(" + std::string(resonant) + ", " + method + ")", 4);
    const ValueScope::Variables v{{"A", system[0]}, {"B", system[1]}, {"C", system[2]}, {"D", system[3]}};
    const auto tf = results_of("ss2tf(A, B, C, D)", 2, v);
    expect_close(tf[0], num);
    expect_close(tf[1], den);
  }
}

// One integrator: sums by closed forms.
TEST(Sampling, Integrator) {
  expect_close(results_of("c2d(1, [1 0], 0.5, 'zoh')", 2)[0], "[0 0.5]");
  expect_close(results_of("c2d(1, [1 0], 0.5, 'foh')", 2)[0], "[0.25 0.25]");  // trapezoids
  expect_close(results_of("c2d(1, [1 0], 0.5, 'tustin')", 2)[0], "[0.25 0.25]");
  expect_close(results_of("c2d(1, [1 0], 0.5, 'impulse')", 2)[0], "[0.5 0]");
  expect_close(results_of("c2d(1, [1 0], 0.5, 'matched')", 2)[0], "[0 0.5]", 1e-12);
  // A sampled exponential, times T.
  expect_close(results_of("c2d(1, [1 2], 0.5, 'impulse')", 2)[0], "[0.5 0]");
  // 'foh' of a lag is exact for a ramp: y = t - 1 + exp(-t) at 1, from x = 0, u = 0, 1.
  expect_close(results_of("c2d(1, [1 1], 1, 'foh')", 2)[0], "[exp(-1) 1-2*exp(-1)]");
}

TEST(Sampling, BackAgain) {
  const auto back = results_of(
      "d2c([0.83842905768547512 0.16734187341460884; -1.5060768607314795 0.63761880958794451], "
      "[0.16157094231452488; 1.5060768607314795], 0.2)",
      2);
  expect_close(back[0], "[0 1; -9 -1.2]", 1e-13);
  expect_close(back[1], "[0; 9]", 1e-13);
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const int n = static_cast<int>(seed);
    ValueScope::Variables v{{"A", random_matrix(n, n, seed)},
                            {"B", random_matrix(n, 2, seed + 1)},
                            {"C", random_matrix(3, n, seed + 2)},
                            {"D", random_matrix(3, 2, seed + 3)}};
    for (const char* method : {"'zoh'", "'tustin'", "'prewarp', 2"}) {
      const auto there = results_of(std::string("c2d(A, B, C, D, 0.3, ") + method + ")", 4, v);
      const ValueScope::Variables w{{"A", there[0]}, {"B", there[1]}, {"C", there[2]}, {"D", there[3]}};
      const auto again = results_of(std::string("d2c(A, B, C, D, 0.3, ") + method + ")", 4, w);
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_LT(difference(again[k], v.at(std::string(1, "ABCD"[k]))), 1e-11) << method << seed;
    }
  }
  expect_close(results_of("d2c([0.5], [1 -0.5], 1, 'zoh')", 2)[1], "[1 log(2)]");
}

TEST(Sampling, ErrorsSayWhatIsWrong) {
  expect_message("c2d(1, 1, 0)", "the sample time must be a positive number, not 0");
  expect_message("c2d([1 2], 1, 0.1)", "A must be square, but is [1x2]");
  expect_message("c2d(eye(2), [1 2 3], 0.1)", "B has 1 row, but A has 2 states");
  expect_message("c2d(1, [1 1], 0.1, 'euler')", "choose one of: zoh foh impulse tustin prewarp matched");
  expect_message("c2d(1, [1 1], 0.1, 'prewarp')", "the frequency is missing");
  expect_message("c2d(1, [1 1], 0.1, 'prewarp', 40)", "below pi/T, 31.416 rad/s");
  expect_message("c2d([1 0 0], [1 1], 0.1, 'zoh')", "num has the order 2, den only 1");
  expect_message("c2d([1 0], [1 1], 0.1, 'impulse')", "direct path");
  expect_message("c2d(20, 1, 0.1, 'tustin')", "den");
  expect_message("c2d(20, 1, 1, 0, 0.1, 'tustin')", "A has an eigenvalue at 20");
  expect_message("d2c(-0.5, 1, 0.1)", "A has the negative eigenvalue -0.5");
  expect_message("d2c(0, 1, 0.1)", "A has the eigenvalue 0");
  expect_message("d2c(-1, 1, 1, 0, 0.1, 'tustin')", "A has the eigenvalue -1");
  EXPECT_FALSE(evaluate((*parse_results("c2d(1, 1, 0.1)", 3))[2], ValueScope()));
}

}  // namespace sim::expr

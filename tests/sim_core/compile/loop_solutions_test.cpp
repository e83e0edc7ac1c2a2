// What counts as the solution of an algebraic loop, and loops that are solved together with their modes.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

class Loop : public ModelBuilder {
 public:
  explicit Loop(const std::string& stop) { set("AlgebraicLoopMsg", "none").set("StopTime", stop); }
  Id gain(const std::string& name, const std::string& k) { return block("math/gain", name, {{"k", k}}); }
  Id sum(const std::string& name, const std::string& signs) {
    return block("math/sum", name, {{"signs", signs}});
  }
  Loop& connect(Id from, int output, Id to, int input) {
    ModelBuilder::connect(from, output, to, input);
    return *this;
  }
  Loop& connect(Id from, Id to) { return connect(from, 0, to, 0); }
  Loop& record(Id id) {
    connect(id, block("sinks/scope", "Scope" + std::to_string(++scopes_)));
    return *this;
  }
  // dx/dt = f(v), v = s - 3 f(v), with the block f.
  Id feed_back(Id s, Id f) {
    const Id v = sum("v", "+-"), back = gain("Back", "3"), x = block("continuous/integrator", "x");
    connect(s, 0, v, 0).connect(v, f).connect(f, back).connect(back, 0, v, 1).connect(f, x);
    record(x).record(f);
    return f;
  }
  Id wave() { return block("sources/sine_wave", "s", {{"amplitude", "3"}}); }

 private:
  int scopes_ = 0;
};

double last(const RunOutcome& run, const std::string& column) {
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  const std::vector<double> values = run.column(column);
  EXPECT_FALSE(values.empty()) << "no column " << column;
  return values.empty() ? std::nan("") : values.back();
}

void expect_words(const RunOutcome& run, std::initializer_list<const char*> words) {
  EXPECT_EQ(run.end, RunEnd::Failed);
  for (const char* word : words)
    EXPECT_NE(run.messages().find(word), std::string::npos) << word << ": " << run.messages();
}

// z - 1 - 3 sqrt|z| = 0: with z = w^2, w^2 - 3 w - 1 = 0. On the way Newton's method comes to the cusp, where
// its correction is nothing and the residual -1.
TEST(LoopSolution, IsNoPointWhereOnlyTheCorrectionIsSmall) {
  Loop m("1");
  const Id z = m.block("math/algebraic_constraint", "z", {{"guess", "0.5"}}),
           size = m.block("math/abs", "abs", {{"ZeroCross", "off"}}), root = m.block("math/sqrt", "sqrt"),
           three = m.gain("Three", "3"), f = m.sum("f", "--+");
  m.connect(z, size).connect(size, root).connect(root, three);
  m.connect(m.block("sources/constant", "One", {{"value", "1"}}), 0, f, 0)
      .connect(three, 0, f, 1)
      .connect(z, 0, f, 2);
  m.connect(f, z).record(z).record(f);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NEAR(last(run, "z"), (11 + 3 * std::sqrt(13.0)) / 2, 4e-15);
  EXPECT_NEAR(last(run, "f"), 0, 1e-14);
}

RunOutcome constraint(const std::string& expression, const std::string& guess) {
  Loop m("1");
  const Id z = m.block("math/algebraic_constraint", "z", {{"guess", guess}}),
           f = m.block("user_defined/fcn", "f", {{"expression", expression}});
  m.connect(z, f).connect(f, z).record(z);
  return run_diagram(m.diagram);
}

TEST(LoopSolution, IsRefusedInWordsWhereThereIsNone) {
  expect_words(constraint("1+sqrt(abs(u))", "0.5"),
               {"algebraic loop through 'f', 'z' cannot be solved at t = 0", "smallest residual is 1",
                "z of 'z' = ", "first guess"});
  expect_words(
      constraint("1 - 2*(u < 0.7) + u/10", "0"),
      {"jumps over zero, from -0.93 to 1.07 between two neighboring numbers, where the unknown is 0.7"});
  expect_words(constraint("1/(u - 0.5)", "0"), {"cannot be solved", "jumps over zero"});
}

// A step of a Newton iteration leads beyond all numbers; z^3 + 2 z = 1e155 has a solution all the same. Torn
// at another place it has none among doubles: 1e155 - z is 1e155 to the last digit. What hung ends either
// way.
TEST(LoopSolution, IsFoundAmongTheLargestNumbers) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_NEAR(last(constraint("u^3 + 2*u - 1e155", "0"), "z") / std::cbrt(1e155), 1, 1e-15);
  Loop m("1");
  const Id c = m.block("sources/constant", "C", {{"value", "1e155"}}), s = m.sum("S", "+-"),
           f = m.block("user_defined/fcn", "F", {{"expression", "u^3+u"}});
  m.connect(c, 0, s, 0).connect(s, f).connect(f, 0, s, 1).record(s);
  expect_words(run_diagram(m.diagram),
               {"algebraic loop through 'F', 'S' cannot be solved", "jumps over zero, from inf"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

// A pole of 1e6 in a loop: what hung is refused or solved, but it ends.
TEST(LoopSolution, EndsWithAFarZeroOfADiscreteFilterToo) {
  Loop m("20");
  m.set("RelTol", "1e-6");
  const Id one = m.block("sources/constant", "One"), damping = m.sum("Damping", "+-"),
           product = m.block("math/product", "Product"), force = m.sum("Force", "+-"),
           velocity = m.block("discrete/transfer_fcn_real_zero", "Velocity", {{"ZeroZ", "1e6"}}),
           position = m.block("continuous/integrator", "Position", {{"x0", "2"}}),
           square = m.block("math/math_function", "Square", {{"function", "square"}});
  m.connect(one, 0, damping, 0).connect(damping, 0, product, 0).connect(product, 0, force, 0);
  m.connect(force, velocity).connect(velocity, position).connect(velocity, 0, product, 1);
  m.connect(position, square).connect(square, 0, damping, 1).connect(position, 0, force, 1).record(position);
  const auto start = std::chrono::steady_clock::now();
  run_diagram(m.diagram);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// A Switch passes its own output while 1 <= t: there nothing says what it is.
TEST(LoopSolution, IsNotWhateverTheSearchBeginsWith) {
  Loop m("2");
  const Id y = m.block("routing/switch", "y", {{"Threshold", "1"}}), t = m.block("sources/clock", "t"),
           two = m.block("sources/constant", "Two", {{"value", "2"}});
  m.connect(y, 0, y, 0).connect(t, 0, y, 1).connect(two, 0, y, 2).record(y);
  expect_words(run_diagram(m.diagram),
               {"algebraic loop through 'y' cannot be solved at t = 1",
                "every value of what it is solved for satisfies its equations", "Memory"});
}

// y |y| = s - 3 y with s = 1 + 2 sin t: y = (-3 + sqrt(9 + 4 s)) / 2 for s >= 0, and odd. The integral from 0
// to 10 by adaptive quadrature with 30 digits (mpmath) between the zeros of s.
TEST(LoopWithModes, OfAnOrifice) {
  // Beyond the zeros of s the branch has no solution: steps that end there would be off by up to 2,000
  // tolerances.
  for (const std::string solver : {"ode45", "ode23", "dop853", "radau5"})
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      if (solver == "ode23" && tolerance < 1e-10) continue;
      Loop m("10");
      m.set("Solver", solver).set("RelTol", to_text(tolerance));
      m.feed_back(m.block("sources/sine_wave", "s", {{"amplitude", "2"}, {"bias", "1"}}),
                  m.block("math/sqrt", "y", {{"Operator", "signedSqrt"}}));
      EXPECT_NEAR(last(run_diagram(m.diagram), "x"), 3.722094616465437, std::max(10 * tolerance, 1e-12))
          << solver << " " << tolerance;
    }
  for (const char* tolerance : {"1e-6", "1e-9"}) {
    Loop m("10");
    m.set("RelTol", tolerance);
    const Id s = m.block("sources/sine_wave", "s", {{"amplitude", "2"}, {"bias", "1"}});
    m.feed_back(s, m.block("math/sqrt", "y", {{"Operator", "signedSqrt"}}));
    m.record(s);
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_LE(run.statistics.zero_crossings, 6u);
    const auto y = run.column("y"), given = run.column("s");
    for (std::size_t k = 0; k < y.size(); ++k)
      EXPECT_NEAR(y[k], std::copysign((-3 + std::sqrt(9 + 4 * std::fabs(given[k]))) / 2, given[k]), 1e-14);
  }
}

// v = s - 3 f(v), f limiting to 0.5 either way: f = s / 4 within the limits. The integral of min(|3/4 sin t|,
// 1/2) with its sign, as above.
TEST(LoopWithModes, OfLimitsInAnyForm) {
  constexpr double exact = 1.1023383286253747;
  const std::string script =
      "function y = f(u)\nif u > 0.5\n y = 0.5\nelseif u < -0.5\n y = -0.5\nelse\n y = u\nend\nend\n";
  for (const std::string solver : {"ode45", "ode15s", "ode23t", "radau5"})
    for (const char* form : {"function", "table", "saturation"}) {
      Loop m("10");
      m.set("Solver", solver).set("RelTol", "1e-8").set("AbsTol", "1e-10");
      const Id f =
          form == std::string("function") ? m.block("user_defined/function", "f", {{"script", script}})
          : form == std::string("table")
              ? m.block("lookup_tables/lookup_1d", "f",
                        {{"BreakpointsForDimension1", "[-10 -0.5 0.5 10]"}, {"Table", "[-0.5 -0.5 0.5 0.5]"}})
              : m.block("discontinuities/saturation", "f");
      m.feed_back(m.wave(), f);
      const RunOutcome run = run_diagram(m.diagram);
      EXPECT_NEAR(last(run, "x"), exact, 1e-6) << solver << ", " << form;
      EXPECT_GE(run.statistics.zero_crossings, 6u) << solver << ", " << form;
    }
}

// v = 5 e + I, u = v within -1 ... 1, e = r - y, y = x + u/2, dI/dt = e + 2 (u - v), dx/dt = u - x; r
// = 1.659... in pulses of 4 s. By matrix exponentials from switch to switch with 40 digits (mpmath).
TEST(LoopWithModes, OfAControllerThatDoesNotWindUp) {
  for (const std::string solver : {"ode45", "ode15s"}) {
    Loop m("20");
    m.set("Solver", solver).set("RelTol", "1e-9").set("AbsTol", "1e-11");
    const Id r = m.block("sources/pulse_generator", "r",
                         {{"Amplitude", "1.6593038383554288"}, {"Period", "8"}}),
             e = m.sum("e", "+-"), integral = m.block("continuous/integrator", "I"),
             x = m.block("continuous/integrator", "x"), p = m.gain("P", "5"), v = m.sum("v", "++"),
             u = m.block("discontinuities/saturation", "u", {{"upper", "1"}, {"lower", "-1"}}),
             through = m.gain("Through", "0.5"), y = m.sum("y", "++"), dx = m.sum("dx", "-+"),
             excess = m.sum("Excess", "+-"), back = m.gain("Back", "2"), di = m.sum("dI", "++");
    m.connect(r, 0, e, 0).connect(y, 0, e, 1).connect(e, p).connect(p, 0, v, 0).connect(integral, 0, v, 1);
    m.connect(v, u).connect(u, through).connect(through, 0, y, 0).connect(x, 0, y, 1).connect(x, 0, dx, 0);
    m.connect(u, 0, dx, 1)
        .connect(dx, x)
        .connect(u, 0, excess, 0)
        .connect(v, 0, excess, 1)
        .connect(excess, back);
    m.connect(e, 0, di, 0).connect(back, 0, di, 1).connect(di, integral).record(y).record(u);
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_NEAR(last(run, "y"), 0.3747830047961994, 1e-8) << solver;
    EXPECT_EQ(last(run, "u"), -1) << solver;
  }
}

// y = s - 3 sign(y): no value of y agrees with itself while 0 < |s| < 3.
TEST(LoopWithModes, WithoutAConsistentBranchNamesBoth) {
  Loop m("1");
  const Id y = m.sum("y", "+-"), g = m.block("math/sum", "g", {{"signs", "++"}}),
           s = m.block("sources/constant", "s", {{"value", "1"}}), half = m.gain("Half", "0.5"),
           choice = m.block("routing/switch", "Switch"),
           up = m.block("sources/constant", "Up", {{"value", "3"}}),
           down = m.block("sources/constant", "Down", {{"value", "-3"}});
  m.connect(up, 0, choice, 0).connect(y, 0, choice, 1).connect(down, 0, choice, 2);
  m.connect(choice, 0, g, 0)
      .connect(y, half)
      .connect(half, 0, g, 1)
      .connect(s, 0, y, 0)
      .connect(g, 0, y, 1)
      .record(y);
  // 1.5 y = 1 - 3: on the branch at or above zero y = -4/3, below it is 8/3.
  expect_words(run_diagram(m.diagram), {"Switch: its branch switches to and fro without end at t = 0",
                                        "no consistent branch exists", "is -1.33333", "is 2.66667"});
}

}  // namespace
}  // namespace sim

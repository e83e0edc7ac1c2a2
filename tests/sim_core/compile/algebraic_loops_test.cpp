// Algebraic loops on whole models: found, torn, solved, differentiated, refused.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "sim_core/backends/interpreter/interpreter.h"
#include "sim_core/reports/info.h"
#include "tests/support/block_bench.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

class Loop : public ModelBuilder {
 public:
  Loop() { set("AlgebraicLoopMsg", "none").set("StopTime", "1").set("RelTol", "1e-9"); }
  Id gain(const std::string& name, const std::string& k) { return block("math/gain", name, {{"k", k}}); }
  Id sum(const std::string& name, const std::string& signs = "++") {
    return block("math/sum", name, {{"signs", signs}});
  }
  Id constant(const std::string& name, const std::string& value) {
    return block("sources/constant", name, {{"value", value}});
  }
  Id fcn(const std::string& name, const std::string& expression) {
    return block("user_defined/fcn", name, {{"expression", expression}});
  }
  Id constraint(const std::string& name, const std::string& guess = "0") {
    return block("math/algebraic_constraint", name, {{"guess", guess}});
  }
  Loop& connect(Id from, int output, Id to, int input) {
    ModelBuilder::connect(from, output, to, input);
    return *this;
  }
  Loop& connect(Id from, Id to, int input = 0) { return connect(from, 0, to, input); }
  Loop& record(Id id, int port = 0) {
    connect(id, port, block("sinks/scope", "Scope" + std::to_string(++scopes_)), 0);
    return *this;
  }
  // z with expression(z, u) = 0, u being given.
  Id solve(const std::string& expression, const std::string& guess, Id u) {
    const Id z = constraint("z", guess), f = fcn("f", expression), mux = block("routing/mux", "Both");
    connect(z, mux, 0).connect(u, mux, 1).connect(mux, f).connect(f, z).record(z);
    return z;
  }

 private:
  int scopes_ = 0;
};

double last(const RunOutcome& run, const std::string& column) {
  const std::vector<double> values = run.column(column);
  EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
  return values.empty() ? std::nan("") : values.back();
}

TEST(AlgebraicLoop, FindsTheRootNearItsGuess) {
  for (const std::string method : {"Auto", "TrustRegion", "LineSearch"})
    for (const double sign : {1.0, -1.0}) {
      Loop m;
      m.set("AlgebraicLoopSolver", method);
      m.solve("u[1]^2 - u[2]", sign > 0 ? "1" : "-1", m.constant("u", "4"));
      EXPECT_EQ(last(run_diagram(m.diagram), "z"), 2 * sign) << method;
    }
}

// The branch is kept while u moves from 4 to 9.
TEST(AlgebraicLoop, FollowsItsSolution) {
  for (const double sign : {1.0, -1.0}) {
    Loop m;
    const Id u = m.block("sources/ramp", "u", {{"slope", "5"}, {"initial", "4"}});
    m.solve("u[1]^2 - u[2]", sign > 0 ? "1" : "-1", u);
    m.record(u);
    const RunOutcome run = run_diagram(m.diagram);
    const auto z = run.column("z"), given = run.column("u");
    ASSERT_EQ(z.size(), given.size());
    ASSERT_GT(z.size(), 5u) << run.messages();
    for (std::size_t k = 0; k < z.size(); ++k) EXPECT_NEAR(z[k], sign * std::sqrt(given[k]), 1e-15 * 8);
  }
}

// y = u - 3 y, a feedback without dynamics.
TEST(AlgebraicLoop, OfGainsIsExact) {
  Loop m;
  const Id u = m.constant("u", "8"), sum = m.sum("Sum", "+-"), gain = m.gain("Gain", "3");
  m.connect(u, sum, 0).connect(sum, gain).connect(gain, sum, 1).record(sum);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(last(run, "Sum"), 2);
  EXPECT_GT(run.statistics.loop_solves, 0u);
}

TEST(AlgebraicLoop, OfABlockOnItself) {
  Loop m;
  const Id sum = m.sum("Sum"), cosine = m.block("math/trigonometric_function", "Cos", {{"function", "cos"}});
  m.connect(cosine, cosine).record(cosine);
  m.connect(m.constant("One", "1"), sum, 0).connect(cosine, sum, 1).record(sum);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NEAR(last(run, "Cos"), 0.7390851332151607, 1e-15);
  EXPECT_NEAR(last(run, "Sum"), 1.7390851332151607, 1e-15);
}

// a = cos(b)/2, b = sin(a) + a b / 4 + 1: coupled, two cycles through a.
TEST(AlgebraicLoop, OfCoupledEquations) {
  Loop m;
  const Id cosine = m.fcn("a", "cos(u)/2"), mux = m.block("routing/mux", "Mux"),
           b = m.fcn("b", "sin(u[1]) + u[1]*u[2]/4 + 1");
  m.connect(cosine, mux, 0).connect(b, mux, 1).connect(mux, b).connect(b, cosine).record(cosine).record(b);
  const RunOutcome run = run_diagram(m.diagram);
  const double y = last(run, "b"), x = last(run, "a");
  EXPECT_NEAR(x, std::cos(y) / 2, 1e-15);
  EXPECT_NEAR(y, std::sin(x) + x * y / 4 + 1, 1e-15);
}

// Only what goes round is solved for: 1 of 3 elements; the rest of the vector follows.
TEST(AlgebraicLoop, SolvesForTheElementsThatGoRound) {
  Loop m;
  const Id u = m.constant("u", "[1; 2; 3]"), sum = m.sum("Sum", "+-"),
           demux = m.block("routing/demux", "Demux", {{"outputs", "3"}}), gain = m.gain("Gain", "4");
  m.connect(u, sum, 0).connect(gain, sum, 1).connect(sum, demux).connect(demux, 0, gain, 0).record(sum);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  ASSERT_EQ(compiled->program->loops.size(), 1u);
  EXPECT_EQ(compiled->program->unknown_count, 1);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NEAR(last(run, "Sum[1]"), 0.2, 1e-16);
  EXPECT_NEAR(last(run, "Sum[2]"), 2 - 0.8, 1e-15);
  EXPECT_NEAR(last(run, "Sum[3]"), 3 - 0.8, 1e-15);
}

// A block whose outputs all read the same: only those that are fed back are in the loop.
TEST(AlgebraicLoop, OfSomeOutputsThatReadTheSame) {
  for (const int fed_back : {1, 2}) {
    Loop m;
    const Id f = m.block("user_defined/function", "f",
                         {{"script",
                           "function [a, b, c, d, e, g] = f(u)\na = u\nb = 2*u\nc = 3*u\nd = 4*u\n"
                           "e = 5*u\ng = 6*u"}}),
             sum = m.sum("Sum", fed_back == 1 ? "+-" : "+--");
    m.connect(m.constant("u", "1"), sum, 0).connect(sum, f).connect(f, 1, sum, 1);
    if (fed_back == 2) m.connect(f, 5, sum, 2);
    for (int output : {0, 1, 2, 3, 4, 5})
      m.connect(f, output, m.block("sinks/terminator", "T" + std::to_string(output)), 0);
    m.record(sum);
    const auto compiled = compile(m.diagram, the_library());
    ASSERT_TRUE(compiled);
    ASSERT_EQ(compiled->program->loops.size(), 1u);
    EXPECT_EQ(compiled->program->loops[0].members.size(), static_cast<std::size_t>(1 + fed_back));
    EXPECT_NEAR(last(run_diagram(m.diagram), "Sum"), fed_back == 1 ? 1.0 / 3 : 1.0 / 9, 1e-15);
  }
}

// y = u - K y with a full matrix.
TEST(AlgebraicLoop, OfVectors) {
  Loop m;
  const Id u = m.constant("u", "[1; 2; 3]"), sum = m.sum("y", "+-"),
           gain =
               m.block("math/gain", "K", {{"k", "[1 2 0; 0 1 3; 4 0 1]"}, {"multiplication", "matrix K*u"}});
  m.connect(u, sum, 0).connect(sum, gain).connect(gain, sum, 1).record(sum);
  const RunOutcome run = run_diagram(m.diagram);
  const double y1 = last(run, "y[1]"), y2 = last(run, "y[2]"), y3 = last(run, "y[3]");
  EXPECT_NEAR(2 * y1 + 2 * y2, 1, 1e-14);
  EXPECT_NEAR(2 * y2 + 3 * y3, 2, 1e-14);
  EXPECT_NEAR(4 * y1 + 2 * y3, 3, 1e-14);
}

TEST(AlgebraicLoop, InSeriesWithALoop) {
  Loop m;
  const Id first = m.sum("First", "+-"), gain = m.gain("Gain", "1"),
           second = m.fcn("Second", "cos(u[1]) + u[2]"), mux = m.block("routing/mux", "Mux");
  m.connect(m.constant("u", "1"), first, 0).connect(first, gain).connect(gain, first, 1);
  m.connect(second, mux, 0).connect(first, mux, 1).connect(mux, second).record(second).record(first);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->program->loops.size(), 2u);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(last(run, "First"), 0.5);
  const double y = last(run, "Second");
  EXPECT_NEAR(y, std::cos(y) + 0.5, 1e-15);
}

// Chains with one chord each: one unknown is enough for all of them.
TEST(AlgebraicLoop, IsTornToFewUnknowns) {
  Loop m;
  const Id sum = m.sum("Sum", "+++");
  m.connect(m.constant("u", "1"), sum, 0);
  Id from = sum;
  for (int k = 0; k < 40; ++k) {
    const Id f = m.fcn("f" + std::to_string(k), "0.7*sin(u)");
    m.connect(from, f);
    from = f;
    if (k == 19) m.connect(f, sum, 1);
  }
  m.connect(from, sum, 2).record(sum);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->program->unknown_count, 1);
  const double y = last(run_diagram(m.diagram), "Sum");
  double x = y, middle = 0;
  for (int k = 0; k < 40; ++k) {
    x = 0.7 * std::sin(x);
    if (k == 19) middle = x;
  }
  EXPECT_NEAR(y, 1 + middle + x, 1e-14);
}

// y = sat(u - 2 y): in the limits y = u/3; the modes settle with the loop.
TEST(AlgebraicLoop, WithASaturationIsSolvedBranchByBranch) {
  Loop m;
  const Id u = m.block("sources/ramp", "u", {{"slope", "10"}, {"initial", "-5"}}), sum = m.sum("Sum", "+-"),
           gain = m.gain("Gain", "2"),
           sat = m.block("discontinuities/saturation", "y", {{"upper", "1"}, {"lower", "-1"}});
  m.connect(u, sum, 0).connect(sum, sat).connect(sat, gain).connect(gain, sum, 1).record(sat).record(u);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const auto y = run.column("y"), given = run.column("u");
  for (std::size_t k = 0; k < y.size(); ++k)
    EXPECT_NEAR(y[k], std::fmax(-1, std::fmin(1, given[k] / 3)), 1e-12) << given[k];
  EXPECT_GE(run.statistics.zero_crossings, 2u);
}

// y = y/2 + (y >= 0 ? a : b): consistent with a = 1 where y = 2, not with a = -1, b = 1.
TEST(AlgebraicLoop, WithASwitchIsSolvedBranchByBranchOrReported) {
  for (const std::string a : {"1", "-1"}) {
    Loop m;
    const Id relay = m.block("routing/switch", "Switch"), sum = m.sum("y"), half = m.gain("Half", "0.5");
    m.connect(m.constant("a", a), relay, 0).connect(sum, relay, 1).connect(m.constant("b", "1"), relay, 2);
    m.connect(relay, sum, 0).connect(sum, half).connect(half, sum, 1).record(sum);
    const RunOutcome run = run_diagram(m.diagram);
    if (a == "1") {
      EXPECT_EQ(last(run, "y"), 2);
      continue;
    }
    EXPECT_EQ(run.end, RunEnd::Failed);
    EXPECT_NE(run.messages().find("Switch: its branch switches to and fro"), std::string::npos)
        << run.messages();
  }
}

TEST(AlgebraicLoop, WithoutASolutionEndsInWords) {
  const auto start = std::chrono::steady_clock::now();
  Loop m;
  m.solve("u[1]^2 + u[2]", "1", m.constant("u", "1"));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  for (const char* word : {"algebraic loop", "'z'", "'f'", "t = 0", "residual", "guess", "Unit Delay"})
    EXPECT_NE(run.messages().find(word), std::string::npos) << word << ": " << run.messages();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  // The solution ends on the way, at u = 0.
  Loop n;
  n.solve("u[1]^2 - u[2]", "1", n.block("sources/ramp", "u", {{"slope", "-2"}, {"initial", "1"}}));
  const RunOutcome later = run_diagram(n.diagram);
  EXPECT_EQ(later.end, RunEnd::Failed);
  EXPECT_NE(later.messages().find("algebraic loop"), std::string::npos) << later.messages();
}

TEST(AlgebraicLoop, BlamesWhatItReadsWhereThatIsNoNumber) {
  Loop m;
  m.solve("u[1] - u[2]", "1", m.fcn("Bad", "log(-1 - t)"));
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished) << "a logged NaN is no error, " << run.messages();
}

TEST(AlgebraicLoop, IsNamedAsTheSettingSays) {
  Loop m;
  const Id sum = m.sum("Sum", "+-"), gain = m.gain("Gain", "3");
  m.connect(m.constant("u", "8"), sum, 0).connect(sum, gain).connect(gain, sum, 1).record(sum);
  EXPECT_TRUE(compile(m.diagram, the_library())->warnings.empty());
  m.set("AlgebraicLoopMsg", "warning");
  const auto warned = compile(m.diagram, the_library());
  ASSERT_TRUE(warned);
  ASSERT_EQ(warned->warnings.size(), 1u);
  const std::string text = to_text(warned->warnings.front());
  for (const char* word : {"algebraic loop 'Gain' -> 'Sum' (input u2) -> 'Gain':", "Unit Delay", "1 unknown"})
    EXPECT_NE(text.find(word), std::string::npos) << text;
  m.set("AlgebraicLoopMsg", "error");
  const auto refused = compile(m.diagram, the_library());
  ASSERT_FALSE(refused);
  EXPECT_NE(to_text(refused.error()).find("'Gain'"), std::string::npos);
}

TEST(AlgebraicLoop, IsShownByInfo) {
  Loop m;
  m.solve("u[1]^2 - u[2]", "1", m.constant("u", "4"));
  auto run = ModelRun::prepare(m.diagram, the_library());
  ASSERT_TRUE(run);
  EXPECT_NE(info_text(**run).find("1 unknown in z.z; through "), std::string::npos) << info_text(**run);
  EXPECT_NE(info_json(**run).find("\"unknowns\": 1"), std::string::npos);
}

// z = (z + 4/z)/2 has the solutions 2 and -2.
TEST(InitialValue, IsTheValueAtTheStartAndTheFirstGuess) {
  for (const std::string value : {"1", "-1"}) {
    Loop m;
    const Id z = m.block("attributes/ic", "z", {{"Value", value}}), f = m.fcn("f", "(u + 4/u)/2");
    m.connect(f, z).connect(z, f).record(z);
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_NEAR(last(run, "z"), value == "1" ? 2 : -2, 1e-15);
    EXPECT_EQ(run.column("z").front(), value == "1" ? 1 : -1);
  }
}

TEST(AlgebraicConstraint, NeedsItsOutputToComeBack) {
  Loop m;
  const Id z = m.constraint("z"), u = m.constant("u", "1");
  m.connect(u, z).record(z);
  const auto alone = compile(m.diagram, the_library());
  ASSERT_FALSE(alone);
  EXPECT_NE(to_text(alone.error()).find("does not depend on its output"), std::string::npos);
  // Two constraints, both on the first unknown: the second is not determined.
  Loop n;
  const Id a = n.constraint("a"), b = n.constraint("b"), f = n.fcn("f", "u - 1"),
           g = n.fcn("g", "u[1] + 0*u[2]"), mux = n.block("routing/mux", "Mux");
  n.connect(a, f).connect(f, b).connect(a, mux, 0).connect(b, mux, 1).connect(mux, g).connect(g, a).record(b);
  EXPECT_TRUE(compile(n.diagram, the_library())) << "structurally it may be solved";
  EXPECT_EQ(run_diagram(n.diagram).end, RunEnd::Failed);
}

// z^2 = sin t + 0.5 has no solution where sin t < -0.5; the subsystem is executed while sin t > 0.
TEST(AlgebraicConstraint, RestsWhileItsSubsystemDoes) {
  Loop m;
  m.set("StopTime", "8");
  const Id wave = m.block("sources/sine_wave", "wave"), sub = m.block("ports/subsystem", "Sub");
  m.block("ports/enable", "Enable", {}, sub);
  const Id u = m.block("ports/inport", "u", {}, sub), out = m.block("ports/outport", "out", {}, sub),
           z = m.block("math/algebraic_constraint", "z", {{"guess", "1"}}, sub),
           f = m.block("user_defined/fcn", "f", {{"expression", "u[1]^2 - u[2] - 0.5"}}, sub),
           mux = m.block("routing/mux", "Mux", {}, sub);
  m.connect(z, mux, 0).connect(u, mux, 1).connect(mux, f).connect(f, z).connect(z, out);
  m.connect(wave, sub, 0).connect(wave, sub, 1).record(sub);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const auto t = run.times(), y = run.column("out");
  for (std::size_t k = 1; k < t.size(); ++k)
    EXPECT_NEAR(y[k], std::sqrt(std::fmax(0, std::sin(t[k])) + 0.5), 1e-9) << t[k];
}

// Two constraints at once: x + y = 3, x y = 2.
TEST(AlgebraicConstraint, MayStandBesideOthers) {
  Loop m;
  const Id x = m.constraint("x", "0.5"), y = m.constraint("y", "3"), mux = m.block("routing/mux", "Mux"),
           f = m.fcn("f", "u[1] + u[2] - 3"), g = m.fcn("g", "u[1]*u[2] - 2");
  m.connect(x, mux, 0)
      .connect(y, mux, 1)
      .connect(mux, f)
      .connect(mux, g)
      .connect(f, x)
      .connect(g, y)
      .record(x)
      .record(y);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NEAR(last(run, "x"), 1, 1e-15);
  EXPECT_NEAR(last(run, "y"), 2, 1e-15);
}

TEST(AlgebraicConstraint, SolvesForAFixedPoint) {
  Loop m;
  const Id z = m.block("math/algebraic_constraint", "z", {{"constraint", "f(z) = z"}}),
           f = m.fcn("f", "cos(u)");
  m.connect(z, f).connect(f, z).record(z);
  EXPECT_NEAR(last(run_diagram(m.diagram), "z"), 0.7390851332151607, 1e-15);
}

// dx/dt = -z, 0 = z + z^3 - x: an index-1 DAE. t = integral of dx/z: with x = z + z^3, t = ln(z0/z) + 3 (z0^2
// - z^2)/2.
Diagram dae(const std::string& tolerance) {
  Loop m;
  m.set("RelTol", tolerance).set("StopTime", "2");
  const Id x = m.block("continuous/integrator", "x", {{"x0", "2"}}), z = m.constraint("z", "1"),
           minus = m.gain("Minus", "-1"), mux = m.block("routing/mux", "Mux"),
           f = m.fcn("f", "u[1] + u[1]^3 - u[2]");
  m.connect(minus, x)
      .connect(z, minus)
      .connect(z, mux, 0)
      .connect(x, mux, 1)
      .connect(mux, f)
      .connect(f, z)
      .record(z)
      .record(x);
  return m.diagram;
}

TEST(AlgebraicConstraint, MakesADifferentialAlgebraicSystem) {
  const RunOutcome run = run_diagram(dae("1e-11"));
  const auto t = run.times(), z = run.column("z");
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (std::size_t k = 0; k < t.size(); ++k)
    EXPECT_NEAR(-std::log(z[k]) + 1.5 * (1 - z[k] * z[k]), t[k], 1e-9);
}

// d(-z)/dx = -1/(1 + 3 z^2), by the implicit function theorem.
TEST(AlgebraicConstraint, IsDifferentiatedExactly) {
  const auto compiled = compile(dae("1e-6"), the_library());
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(compiled->program->analytical);
  EXPECT_EQ(compiled->program->jacobian_pattern.nonzeros(), 1);
  KernelRunner runner(compiled->program);
  for (double z : {0.1, 0.7, 1.0, 3.0}) {
    const double x = z + z * z * z;
    runner.settle(0, {x});
    EXPECT_NEAR(runner.tangent(0, {x}, {1})[0], -1 / (1 + 3 * z * z), 1e-14);
  }
}

// A vector loop that reads states and time; each column against differences.
TEST(AlgebraicLoop, IsDifferentiatedAsDifferencesSay) {
  Loop m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[0.3; -0.2; 0.5]"}}), y = m.sum("y", "++"),
           k = m.block("math/gain", "K",
                       {{"k", "[0.1 0.2 0; 0 0.3 0.4; 0.2 0 0.1]"}, {"multiplication", "matrix K*u"}}),
           bend = m.block("math/trigonometric_function", "Bend", {{"function", "sin"}}),
           time = m.sum("Later", "++");
  m.connect(x, y, 0).connect(y, time, 0).connect(m.block("sources/clock", "t"), time, 1);
  m.connect(time, bend).connect(bend, k).connect(k, y, 1).connect(y, x).record(y);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->program->unknown_count, 3);
  KernelRunner runner(compiled->program);
  const std::vector<double> at{0.4, -0.6, 1.1};
  runner.settle(0.7, at);
  const std::vector<double> jacobian = runner.colored_jacobian(0.7, at);
  for (std::size_t column = 0; column < 3; ++column) {
    const std::vector<double> d = runner.difference(0.7, at, column, 1e-5);
    for (std::size_t row = 0; row < 3; ++row) EXPECT_NEAR(jacobian[row + 3 * column], d[row], 1e-9);
  }
}

// Elements that do not mix keep a diagonal Jacobian.
TEST(AlgebraicLoop, KeepsElementsApart) {
  Loop m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1:50"}}), y = m.sum("y", "+-"),
           bend = m.block("math/trigonometric_function", "Bend", {{"function", "atan"}});
  m.connect(x, y, 0).connect(y, bend).connect(bend, y, 1).connect(y, x);
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->program->unknown_count, 50);
  EXPECT_EQ(compiled->program->jacobian_pattern.nonzeros(), 50);
  EXPECT_EQ(compiled->program->jacobian_coloring.count, 1);
}

TEST(AlgebraicLoop, BeginsWhereTheLastSolutionWas) {
  Loop m;
  m.solve("u[1]^2 - u[2]", "1", m.constant("u", "4"));
  const auto compiled = compile(m.diagram, the_library());
  ASSERT_TRUE(compiled);
  const auto executable = make_interpreter(compiled->program);
  const Program& program = *compiled->program;
  Frame frame;
  frame.p = program.parameters.data();
  ASSERT_EQ(executable->loop_solutions().size(), 1u);
  EXPECT_TRUE(std::isnan(executable->loop_solutions()[0]));
  ASSERT_EQ(executable->hold(frame), EvalStatus::Ok);
  EXPECT_EQ(executable->loop_solutions()[0], 2);
  executable->loop_solutions()[0] = -5;
  ASSERT_EQ(executable->hold(frame), EvalStatus::Ok);
  EXPECT_EQ(executable->loop_solutions()[0], -2);
}

}  // namespace
}  // namespace sim

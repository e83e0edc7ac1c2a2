// Which signals are complex, and what blocks make of them.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "tests/support/compiling.h"
#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

using Complex = std::complex<double>;

Id scope(ModelBuilder& m, Id block, int port = 0) {
  const Id id = m.block("sinks/scope", "Scope of " + m.diagram.blocks.at(block).name + std::to_string(port));
  m.connect(block, port, id, 0);
  return id;
}

// The last value of a complex signal.
Complex last(const RunOutcome& run, const std::string& name) {
  const auto re = run.column(name + ".re"), im = run.column(name + ".im");
  if (re.empty() || im.empty()) {
    ADD_FAILURE() << name << " is not complex";
    return {};
  }
  return {re.back(), im.back()};
}

std::string shape_of(const Program& program, const std::string& path) {
  for (const BlockInfo& block : program.blocks)
    if (block.path == path) return to_text(block.outputs.at(0).shape);
  return "no block " + path;
}

}  // namespace

TEST(PropagateComplexity, ARotationInTheComplexPlane) {  // dz/dt = 2i z, z(0) = 1
  ModelBuilder m;
  const Id z = m.block("continuous/integrator", "z", {{"x0", "1"}}),
           k = m.block("math/gain", "k", {{"k", "2i"}});
  m.connect(z, k).connect(k, z).set("StopTime", "3").set("RelTol", "1e-10").set("AbsTol", "1e-12");
  scope(m, z);
  EXPECT_EQ(shape_of(*compiled(m.diagram), "z"), "complex scalar");
  const Complex end = last(finished_run(m), "z");
  EXPECT_NEAR(std::abs(end - std::exp(Complex(0, 6))), 0, 1e-8);
}

TEST(PropagateComplexity, WhatIsRealStaysReal) {
  ModelBuilder m;
  const Id c = m.block("sources/constant", "c", {{"value", "[3+4i, 1]"}}), size = m.block("math/abs", "size"),
           parts = m.block("math/complex_to_real_imag", "parts"), sum = m.block("math/sum", "sum");
  m.connect(c, size).connect(c, parts).connect(size, sum).connect(parts, 1, sum, 1);
  scope(m, sum);
  const auto program = compiled(m.diagram);
  EXPECT_EQ(shape_of(*program, "c"), "complex [2]");
  EXPECT_EQ(shape_of(*program, "sum"), "[2]");
  m.set("StopTime", "0");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(run.column("sum[1]").back(), 9);
  EXPECT_EQ(run.column("sum[2]").back(), 1);
}

TEST(PropagateComplexity, VectorsOfRealAndComplexSignals) {
  ModelBuilder m;
  const Id mux = m.block("routing/mux", "mux", {{"inputs", "2"}}), demux = m.block("routing/demux", "demux"),
           a = m.block("sources/constant", "a", {{"value", "2"}}),
           b = m.block("sources/constant", "b", {{"value", "1-1i"}}),
           conjugate = m.block("math/math_function", "conjugate", {{"function", "conj"}}),
           pick = m.block("routing/selector", "pick", {{"Indices", "[2 1]"}});
  m.connect(a, mux).connect(b, mux, 1).connect(mux, conjugate).connect(conjugate, demux).connect(mux, pick);
  scope(m, demux, 0);
  scope(m, demux, 1);
  scope(m, pick);
  m.set("StopTime", "0");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(last(run, "conjugate[1]"), Complex(2, 0));
  EXPECT_EQ(last(run, "conjugate[2]"), Complex(1, 1));
  EXPECT_EQ(last(run, "pick[1]"), Complex(1, -1));
  EXPECT_EQ(last(run, "pick[2]"), Complex(2, 0));
}

TEST(PropagateComplexity, StatesBecomeComplexWithWhatDrivesThem) {
  for (const char* type : {"discrete/unit_delay", "discrete/discrete_integrator", "discrete/memory"}) {
    ModelBuilder m;  // y[k+1] = i y[k] + 1
    const Id delay = m.block(type, "y"), k = m.block("math/gain", "k", {{"k", "1i"}}),
             sum = m.block("math/sum", "sum"), one = m.block("sources/constant", "one");
    m.diagram.blocks.at(one).parameters = {{"value", "1"}, {"SampleTime", "1"}};
    m.connect(delay, k).connect(k, sum).connect(one, sum, 1).connect(sum, delay);
    if (type == std::string("discrete/unit_delay"))
      m.diagram.blocks.at(delay).parameters = {{"SampleTime", "1"}};
    scope(m, delay);
    m.set("Solver", "ode1").set("FixedStep", "1").set("StopTime", "3");
    const Complex end = last(finished_run(m), "y");
    // Added up: (1 + i)^k has no such simple form.
    if (type == std::string("discrete/discrete_integrator")) continue;
    EXPECT_EQ(end, Complex(0, 1)) << type;
  }
}

TEST(PropagateComplexity, AnAlgebraicLoopOfComplexSignals) {  // z = 1 + 0.5i z
  ModelBuilder m;
  const Id sum = m.block("math/sum", "z"), k = m.block("math/gain", "k", {{"k", "0.5i"}}),
           one = m.block("sources/constant", "one");
  m.connect(one, sum).connect(k, sum, 1).connect(sum, k);
  scope(m, sum);
  m.set("StopTime", "0").set("AlgebraicLoopMsg", "none");
  EXPECT_NEAR(std::abs(last(finished_run(m), "z") - 1.0 / Complex(1, -0.5)), 0, 1e-14);
}

TEST(PropagateComplexity, RootsOfNegativeNumbersAreComplexWhereThatIsChosen) {
  for (const char* type : {"auto", "complex"}) {
    ModelBuilder m;
    const Id c = m.block("sources/constant", "c", {{"value", "-9"}}),
             root = m.block("math/sqrt", "root", {{"OutputSignalType", type}}),
             logarithm =
                 m.block("math/math_function", "ln", {{"function", "log"}, {"OutputSignalType", type}});
    m.connect(c, root).connect(c, logarithm).set("StopTime", "0");
    scope(m, root);
    scope(m, logarithm);
    const RunOutcome run = finished_run(m);
    if (type == std::string("auto")) {
      EXPECT_TRUE(std::isnan(run.column("root").back()));
    } else {
      EXPECT_EQ(last(run, "root"), Complex(0, 3));
      EXPECT_NEAR(std::abs(last(run, "ln") - Complex(std::log(9), std::numbers::pi)), 0, 1e-15);
    }
  }
}

TEST(PropagateComplexity, PolarFormThereAndBack) {
  ModelBuilder m;
  const Id size = m.block("sources/constant", "size", {{"value", "[1 2 3]"}}),
           angle = m.block("sources/constant", "angle", {{"value", "0.7"}}),
           z = m.block("math/magnitude_angle_to_complex", "z"),
           back = m.block("math/complex_to_magnitude_angle", "back");
  m.connect(size, z).connect(angle, z, 1).connect(z, back).set("StopTime", "0");
  scope(m, back, 0);
  scope(m, back, 1);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(run.column("back:abs[3]").back(), 3, 1e-15);
  EXPECT_NEAR(run.column("back:angle[2]").back(), 0.7, 1e-15);
}

TEST(PropagateComplexity, DelaysAndConditionalSubsystems) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t"), turn = m.block("math/gain", "turn", {{"k", "1i"}}),
           late = m.block("continuous/transport_delay", "late", {{"delay", "0.5"}, {"initial", "7"}}),
           formula = m.block("user_defined/fcn", "formula", {{"expression", "exp(u) + 2i"}});
  m.connect(clock, turn).connect(turn, late).connect(turn, formula).set("StopTime", "2");
  scope(m, late);
  scope(m, formula);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(std::abs(last(run, "late") - Complex(0, 1.5)), 0, 1e-12);
  EXPECT_EQ(run.column("late.re").front(), 7);
  EXPECT_NEAR(std::abs(last(run, "formula") - (std::exp(Complex(0, 2)) + Complex(0, 2))), 0, 1e-14);
}

TEST(PropagateComplexity, WhatComplexSignalsCannotDoIsSaid) {
  for (const char* type : {"discontinuities/saturation", "discontinuities/relay", "lookup_tables/lookup_1d",
                           "logic/compare_to_zero"}) {
    ModelBuilder m;
    const Id c = m.block("sources/constant", "c", {{"value", "1i"}}), x = m.block(type, "x");
    m.connect(c, x);
    scope(m, x);
    const RunOutcome run = run_diagram(m.diagram);
    expect_refused(run, "x: a complex signal");
  }
}

TEST(PropagateComplexity, AFormulaMakesComplexNumbersOfRealOnes) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t"),
           turn = m.block("user_defined/fcn", "turn", {{"expression", "exp(1i*u)"}}),
           z = m.block("continuous/integrator", "z"), size = m.block("math/abs", "size");
  m.connect(clock, turn).connect(turn, z).connect(turn, size).set("StopTime", "2").set("RelTol", "1e-9");
  scope(m, z);
  scope(m, size);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(run.column("size").back(), 1, 1e-15);
  EXPECT_NEAR(std::abs(last(run, "z") - (std::exp(Complex(0, 2)) - 1.0) / Complex(0, 1)), 0, 1e-8);
}

TEST(PropagateComplexity, RoundingIsThatOfBothParts) {
  for (const auto& [how, wanted] :
       {std::pair{"round", Complex(2, 3)}, {"fix", Complex(1, 2)}, {"ceil", Complex(2, 3)}}) {
    ModelBuilder m;
    const Id c = m.block("sources/constant", "c", {{"value", "1.6 + 2.7i"}}),
             r = m.block("math/rounding_function", "r", {{"Operator", how}});
    m.connect(c, r).set("StopTime", "0");
    scope(m, r);
    EXPECT_EQ(last(finished_run(m), "r"), wanted) << how;
  }
}

TEST(PropagateComplexity, IteratorsAskForRealNumbers) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "Sub"), loop = m.block("ports/while_iterator", "While", {}, sub),
           c = m.block("sources/constant", "c", {{"value", "1i"}}, sub),
           out = m.block("ports/outport", "Out", {}, sub);
  m.connect(c, loop).connect(c, out);
  scope(m, sub);
  EXPECT_NE(run_diagram(m.diagram).messages().find("a complex signal says"), std::string::npos)
      << run_diagram(m.diagram).messages();
}

// |z| has no derivative at 0, where solvers that need one start all the same.
TEST(PropagateComplexity, StiffSolversPassPointsWithoutADerivative) {
  for (const char* solver : {"ode15s", "radau5", "rodas5p", "ode23tb"}) {
    ModelBuilder m;
    const Id z = m.block("continuous/integrator", "z"), size = m.block("math/abs", "size"),
             rate = m.block("math/bias", "rate", {{"Bias", "1 + 1i"}});
    m.connect(z, size).connect(size, rate).connect(rate, z).set("Solver", solver).set("StopTime", "0.1");
    scope(m, z);
    EXPECT_NEAR(last(finished_run(m), "z").imag(), 0.1, 1e-9) << solver;
  }
}

TEST(PropagateComplexity, WhatIsSpecifiedIsChecked) {
  for (const char* wanted : {"real", "complex"}) {
    ModelBuilder m;
    const bool complex = wanted == std::string("complex");
    const Id c = m.block("sources/constant", "c", {{"value", complex ? "1" : "1i"}}),
             s = m.block("attributes/signal_specification", "s", {{"SignalType", wanted}});
    m.connect(c, s);
    scope(m, s);
    EXPECT_NE(run_diagram(m.diagram).messages().find("is specified"), std::string::npos);
  }
}

}  // namespace sim

#include "sim_core/program_analysis/linear_invariants.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/finished_run.h"
#include "tests/support/model_builder.h"

namespace sim {
namespace {

std::unique_ptr<ModelRun> prepared(const ModelBuilder& m) {
  static const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(m.diagram, library);
  EXPECT_TRUE(run) << (run ? "" : to_text(run.errors().front()));
  return run ? *std::move(run) : nullptr;
}

std::vector<std::string> conserved(const ModelBuilder& m) {
  const auto run = prepared(m);
  std::vector<std::string> texts;
  const auto found = linear_invariants(run->program());
  EXPECT_TRUE(found);
  for (const LinearInvariant& each : *found) texts.push_back(to_text(each, run->program()));
  return texts;
}

using Texts = std::vector<std::string>;

Id integrator(ModelBuilder& m, const std::string& name, const std::string& initial = "1") {
  return m.block("continuous/integrator", name, {{"x0", initial}});
}
Id gain(ModelBuilder& m, const std::string& name, const std::string& k) {
  return m.block("math/gain", name, {{"k", k}});
}
Id sum(ModelBuilder& m, const std::string& name, const std::string& signs) {
  return m.block("math/sum", name, {{"signs", signs}});
}

TEST(LinearInvariants, MassInRobertsonsReaction) {
  ModelBuilder m;
  const Id x1 = integrator(m, "x1"), x2 = integrator(m, "x2", "0"), x3 = integrator(m, "x3", "0");
  const Id first = gain(m, "0.04", "0.04"), second = gain(m, "1e4", "1e4"), third = gain(m, "3e7", "3e7");
  const Id both = m.block("math/product", "x2 x3"), square = m.block("math/product", "x2 x2");
  m.connect(x1, first).connect(x2, both, 0).connect(x3, both, 1).connect(both, second);
  m.connect(x2, square, 0).connect(x2, square, 1).connect(square, third);
  const Id d1 = sum(m, "d1", "-+"), d2 = sum(m, "d2", "+--");
  m.connect(first, d1, 0).connect(second, d1, 1).connect(d1, x1);
  m.connect(first, d2, 0).connect(second, d2, 1).connect(third, d2, 2).connect(d2, x2).connect(third, x3);
  m.connect(x1, m.block("sinks/scope", "scope"));
  EXPECT_EQ(conserved(m), (Texts{"x1.x + x2.x + x3.x"}));
}

// Two masses and a spring between them, which may be as nonlinear as it likes.
ModelBuilder two_masses(const std::string& reset_of_first = "none") {
  ModelBuilder m;
  m.variable("m1", "0.7").variable("m2", "1.3");
  const Id v1 = m.block("continuous/integrator", "v1", {{"x0", "1"}, {"ExternalReset", reset_of_first}});
  const Id v2 = integrator(m, "v2", "0"), x1 = integrator(m, "x1", "0"), x2 = integrator(m, "x2", "2");
  const Id stretch = sum(m, "stretch", "-+");
  const Id spring = m.block("user_defined/fcn", "spring", {{"expression", "sinh(u - 1)"}});
  const Id pull = gain(m, "pull", "1/m1"), push = gain(m, "push", "-1/m2");
  m.connect(v1, x1).connect(v2, x2).connect(x1, stretch, 0).connect(x2, stretch, 1).connect(stretch, spring);
  m.connect(spring, pull).connect(spring, push).connect(pull, v1).connect(push, v2);
  m.connect(x1, m.block("sinks/scope", "scope"));
  if (reset_of_first != "none") m.connect(m.block("sources/pulse_generator", "pulse"), v1, 1);
  return m;
}

TEST(LinearInvariants, MomentumOfTwoMasses) {
  EXPECT_EQ(conserved(two_masses()), (Texts{"7 v1.x + 13 v2.x"}));
}

TEST(LinearInvariants, AStateThatIsResetBelongsToNone) {
  EXPECT_EQ(conserved(two_masses("rising")), Texts{});
}

TEST(LinearInvariants, AreSeenThroughVectorsAndMatrices) {
  ModelBuilder m;
  // Three tanks that exchange what is in them; nothing leaves.
  const Id tanks = m.block("continuous/state_space", "tanks",
                           {{"A", "[-1 0.25 0; 1 -0.75 0.1; 0 0.5 -0.1]"},
                            {"B", "[0;0;0]"},
                            {"C", "[1 0 0]"},
                            {"D", "0"},
                            {"X0", "[1;2;3]"}});
  m.connect(m.block("sources/constant", "one"), tanks).connect(tanks, m.block("sinks/scope", "scope"));
  EXPECT_EQ(conserved(m), (Texts{"tanks.x[1] + tanks.x[2] + tanks.x[3]"}));
}

// A loose implicit run lets the mass of a reaction go; the projection does not.
TEST(LinearInvariants, AreMonitoredAndEnforcedIfAskedFor) {
  ModelBuilder m;
  const Id x = integrator(m, "x", "3"), y = integrator(m, "y", "1"),
           square = m.block("math/product", "square");
  const Id d = m.block("math/gain", "d", {{"k", "-50"}}), back = m.block("math/gain", "back", {{"k", "-1"}});
  m.connect(x, square, 0).connect(x, square, 1).connect(square, d).connect(d, x).connect(d, back);
  m.connect(back, y).connect(y, m.block("sinks/scope", "scope"));
  m.set("Solver", "ode14x").set("FixedStep", "0.05").set("StopTime", "2");
  EXPECT_TRUE(finished_run(m).statistics.invariants.empty());
  m.set("LinearInvariants", "monitor");
  const RunOutcome monitored = finished_run(m);
  ASSERT_EQ(monitored.statistics.invariants.size(), 1u);
  EXPECT_EQ(monitored.statistics.invariants[0].name, "x.x + y.x");
  EXPECT_FALSE(monitored.statistics.invariants[0].projected);
  EXPECT_EQ(monitored.statistics.projections, 0u);
  const std::vector<double> residuals = monitored.column("residual of x.x + y.x");
  ASSERT_FALSE(residuals.empty());
  for (double r : residuals) EXPECT_LT(std::fabs(r), 1e-10);  // Runge-Kutta methods keep it
  m.set("LinearInvariants", "enforce");
  const RunOutcome enforced = finished_run(m);
  EXPECT_TRUE(enforced.statistics.invariants[0].projected);
  EXPECT_LT(enforced.statistics.invariants[0].largest_residual, 4e-15);
}

namespace {

// x' = f(x), by a formula.
Texts conserved_by(const std::string& f, const std::string& start) {
  ModelBuilder m;
  const Id x = integrator(m, "x", start), by = m.block("user_defined/fcn", "f", {{"expression", f}});
  m.connect(x, by).connect(by, x).connect(x, m.block("sinks/scope", "scope"));
  return conserved(m);
}

}  // namespace

// HIRES in the form of its test set: y7 + y8 is constant, however 280 y6 y8 is written.
TEST(LinearInvariants, ProductsMayBeWrittenInAnyWay) {
  const std::string linear =
      "[-1.71*u(1)+0.43*u(2)+8.32*u(3)+0.0007; 1.71*u(1)-8.75*u(2); -10.03*u(3)+0.43*u(4)+0.035*u(5); "
      "8.32*u(2)+1.71*u(3)-1.12*u(4); -1.745*u(5)+0.43*u(6)+0.43*u(7); ";
  for (const char* product : {"-280*u(6)*u(8)", "-(280*u(6))*u(8)", "-u(6)*(280*u(8))", "-280*(u(8)*u(6))",
                              "-(u(6)*u(8))/(1/280)", "-140*u(6)*(u(8)+u(8))", "-(-u(8)*-280*u(6))"})
    EXPECT_EQ(conserved_by(linear + product +
                               " + 0.69*u(4)+1.71*u(5)-0.43*u(6)+0.69*u(7); 280*u(6)*u(8)-1.81*u(7); " +
                               product + " + 1.81*u(7)]",
                           "[1; 0; 0; 0; 0; 0; 0; 0.0057]"),
              (Texts{"x.x[7] + x.x[8]"}))
        << product;
}

TEST(LinearInvariants, AreFoundByTheRulesOfArithmetic) {
  const char* start = "[1; 2]";
  for (const char* f :
       {"[(u(1)-u(2))*(u(1)+u(2)); u(2)^2-u(1)^2]",
        "[(u(1)+u(2))^3; -u(1)^3-3*u(1)^2*u(2)-3*u(1)*u(2)^2-u(2)^3]", "[u(1)/u(2); -1/(u(2)/u(1))]",
        "[1/(2*u(1)+4*u(2)); -0.5/(u(1)+2*u(2))]", "[tanh(u(1)-u(2)); tanh(u(2)-u(1))]",
        "[abs(u(1)-u(2)); -abs(u(2)-u(1))]", "[sin(2*u(1)*u(2)); -sin(u(2)*(u(1)+u(1)))]",
        "[max(u(1), u(2)); -max(u(2), u(1))]", "[u(1) > 1 ? u(2) : 3; u(1) > 1 ? -u(2) : -3]"})
    EXPECT_EQ(conserved_by(f, start), (Texts{"x.x[1] + x.x[2]"})) << f;
  for (const char* f :
       {"[sin(u(1)); -sin(1.0000001*u(1))]", "[u(1)^2; u(1)^3]", "[tanh(u(1)-u(2)); tanh(u(1)-u(2))*u(1)]",
        "[cos(u(1)-u(2)); cos(u(2)-u(1))*2-u(1)*0.001]"})
    EXPECT_EQ(conserved_by(f, start), Texts{}) << f;
}

TEST(LinearInvariants, NoneWhereThereIsNone) {
  ModelBuilder m;
  const Id x = integrator(m, "x"), minus = gain(m, "minus", "-1");
  m.connect(x, minus).connect(minus, x).connect(x, m.block("sinks/scope", "scope"));
  EXPECT_EQ(conserved(m), Texts{});
}

// dx/dt = S v(x) for random S of whole numbers and a nonlinear v: as many invariants as the left null space
// of S has dimensions, all of them in it.
TEST(LinearInvariants, SpanTheLeftNullSpace) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> entry(-3, 3), size(1, 7);
  for (int round = 0; round < 60; ++round) {
    const int states = size(random), terms = size(random);
    Eigen::MatrixXd S(states, terms);
    std::string text = "[";
    for (int i = 0; i < states; ++i) {
      for (int k = 0; k < terms; ++k) {
        S(i, k) = entry(random);
        text += std::to_string(static_cast<int>(S(i, k))) + " ";
      }
      text += i + 1 < states ? ";" : "]";
    }
    ModelBuilder m;
    const Id clock = m.block("sources/clock", "clock");
    const Id rates = gain(m, "rates", "(1:" + std::to_string(terms) + ")'");
    const Id v = m.block("math/trigonometric_function", "v"),
             x = integrator(m, "x", "zeros(" + std::to_string(states) + ",1)");
    const Id by = m.block("math/gain", "by S", {{"k", text}, {"multiplication", "matrix K*u"}});
    m.connect(clock, rates).connect(rates, v).connect(v, by).connect(by, x);
    m.connect(x, m.block("sinks/scope", "scope"));
    const auto run = prepared(m);
    ASSERT_TRUE(run);
    const auto found = linear_invariants(run->program());
    ASSERT_TRUE(found);
    EXPECT_EQ(static_cast<int>(found->size()), states - Eigen::FullPivLU<Eigen::MatrixXd>(S).rank()) << text;
    for (const LinearInvariant& each : *found) {
      Eigen::RowVectorXd y = Eigen::RowVectorXd::Zero(states);
      for (const auto& [state, coefficient] : each.terms) y(state) = coefficient;
      EXPECT_LT((y * S).cwiseAbs().maxCoeff(), 1e-9) << text;
    }
  }
}

}  // namespace
}  // namespace sim

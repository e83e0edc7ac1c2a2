// Invariant blocks in runs: what they hold, what they only watch, and what they must not break.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// Predator and prey with one Invariant block for each set of parameters.
ModelBuilder predator_prey(const std::string& x0, const std::string& y0,
                           const std::vector<std::map<std::string, std::string>>& invariants) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "Prey", {{"x0", x0}}),
           y = m.block("continuous/integrator", "Predator", {{"x0", y0}}),
           mux = m.block("routing/mux", "Populations"),
           f = m.block("user_defined/fcn", "Growth",
                       {{"expression", "[u(1)*(1 - u(2)); -2*u(2)*(1 - u(1))]"}}),
           demux = m.block("routing/demux", "Split"),
           scope = m.block("sinks/scope", "Scope", {{"inputs", std::to_string(1 + invariants.size())}});
  m.connect(x, mux, 0).connect(y, mux, 1).connect(mux, f).connect(f, demux);
  m.connect(demux, 0, x, 0).connect(demux, 1, y, 0).connect(mux, scope, 0);
  int k = 0;
  for (auto parameters : invariants) {
    parameters.try_emplace("expression", "u(1)^(-2)*exp(2*u(1))*u(2)^(-1)*exp(u(2))");
    const Id block = m.block("invariants/invariant", "Invariant" + std::to_string(++k), parameters);
    m.connect(mux, block).connect(block, scope, k);
  }
  return m;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (double v : values) most = std::max(most, std::fabs(v));
  return most;
}

}  // namespace

// The gradient vanishes there: nothing may be divided by it.
TEST(Projection, LeavesTheEquilibriumAlone) {
  for (const char* solver : {"ode4", "ode45"}) {
    ModelBuilder m = predator_prey("1", "1", {{}});
    const RunOutcome outcome = run_diagram(m.set("Solver", solver).set("StopTime", "20").diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    for (const char* name : {"Prey", "Predator"})
      for (double v : outcome.column(name)) EXPECT_EQ(v, 1);
    EXPECT_EQ(outcome.statistics.projections, 0u);
  }
}

// 121.85 is not quite the value of (3, 1): the first step has to jump onto it.
TEST(Projection, OntoAGivenValueReportsAJumpAsConfigured) {
  for (const char* policy : {"none", "warning", "error"}) {
    ModelBuilder m = predator_prey("3", "1", {{{"source", "given"}, {"value", "121.85"}}});
    m.set("Solver", "ode45").set("RelTol", "1e-9").set("StopTime", "5").set("ProjectionTooLarge", policy);
    const RunOutcome outcome = run_diagram(m.diagram);
    const bool error = std::string(policy) == "error";
    EXPECT_EQ(outcome.end, error ? RunEnd::Failed : RunEnd::Finished) << outcome.messages();
    EXPECT_EQ(outcome.diagnostics.size(), std::string(policy) == "none" ? 0u : 1u) << outcome.messages();
    if (!outcome.diagnostics.empty()) {
      EXPECT_EQ(outcome.diagnostics[0].severity, error ? Severity::Error : Severity::Warning);
      EXPECT_NE(outcome.diagnostics[0].message.find("tolerance"), std::string::npos);
    }
    if (error) {
      EXPECT_LT(outcome.statistics.end_time, 5);
      continue;
    }
    std::vector<double> residual = outcome.column("Invariant1");
    EXPECT_NEAR(residual.front(), 121.85 - std::exp(7) / 9, 1e-12);  // before the first step
    residual.erase(residual.begin());
    EXPECT_LT(largest(residual), 1e-10);
  }
}

TEST(Projection, AGivenValueWithinTheToleranceIsNoNews) {
  ModelBuilder m = predator_prey("3", "1", {{{"source", "given"}, {"value", "121.85"}}});
  m.set("Solver", "ode4").set("FixedStep", "0.01").set("StopTime", "5");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished);
  EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
}

TEST(Projection, MonitorOnlyMovesNothing) {
  for (const char* solver : {"ode4", "ode45"}) {
    ModelBuilder watched = predator_prey("3", "1", {{{"action", "monitor only"}}}),
                 plain = predator_prey("3", "1", {});
    const RunOutcome a = run_diagram(watched.set("Solver", solver).diagram),
                     b = run_diagram(plain.set("Solver", solver).diagram);
    EXPECT_EQ(a.columns.at("Prey"), b.columns.at("Prey"));
    EXPECT_EQ(a.columns.at("Predator"), b.columns.at("Predator"));
    EXPECT_EQ(a.statistics.projections, 0u);
    EXPECT_GT(largest(a.column("Invariant1")), 1e-4);  // it shows the drift
  }
}

TEST(Projection, DependentInvariantsDoNoHarm) {
  const std::map<std::string, std::string> same{},
      logarithm{{"expression", "-2*log(u(1)) + 2*u(1) - log(u(2)) + u(2)"}};
  for (const char* method : {"one step", "standard", "Newton"}) {
    ModelBuilder one = predator_prey("3", "1", {same}), two = predator_prey("3", "1", {same, logarithm});
    for (ModelBuilder* m : {&one, &two})
      m->set("Solver", "ode4").set("FixedStep", "0.05").set("Projection", method).set("StopTime", "20");
    const RunOutcome a = run_diagram(one.diagram), b = run_diagram(two.diagram);
    ASSERT_EQ(b.end, RunEnd::Finished) << b.messages();
    EXPECT_TRUE(b.diagnostics.empty()) << b.messages();
    EXPECT_LT(largest(b.column("Invariant1")), 1e-7);
    EXPECT_LT(largest(b.column("Invariant2")), 1e-9);
    EXPECT_NEAR(a.column("Prey").back(), b.column("Prey").back(), 1e-6);
  }
}

// x1' = -x1 + x2, x2' = x1 - x2 - x2^2 + ..., x3 the rest: their sum stays, and ode1 disturbs it by round-off
// only.
TEST(Projection, HoldsALinearInvariant) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[0.7 0.2 0.1]"}}),
           f = m.block("user_defined/fcn", "f",
                       {{"expression", "[-u(1) + 2*u(2)*u(3); u(1) - 2*u(2)*u(3) - 3*u(2)^2; 3*u(2)^2]"}}),
           invariant = m.block("invariants/invariant", "Total",
                               {{"expression", "sum(u)"}, {"source", "given"}, {"value", "1"}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(x, f).connect(f, x).connect(x, invariant).connect(x, scope, 0).connect(invariant, scope, 1);
  for (const char* solver : {"ode1", "ode45"}) {
    const RunOutcome outcome = run_diagram(m.set("Solver", solver).diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_LT(largest(outcome.column("Total")), 1e-15);
    EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
  }
}

// A vector of invariants, and time in one.
TEST(Projection, TakesVectorsAndTime) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[1; 0]"}}),
           a = m.block("math/gain", "A", {{"k", "[0 1; -1 0]"}, {"multiplication", "matrix K*u"}}),
           invariant = m.block("invariants/invariant", "Circle",
                               {{"expression", "[u(1)^2 + u(2)^2; u(1) - cos(t)]"}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(x, a).connect(a, x).connect(x, invariant).connect(x, scope, 0).connect(invariant, scope, 1);
  const RunOutcome outcome = run_diagram(m.set("Solver", "ode4").set("FixedStep", "0.1").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_LT(largest(outcome.column("Circle[1]")), 1e-12);
  EXPECT_LT(largest(outcome.column("Circle[2]")), 1e-12);
  EXPECT_NEAR(outcome.column("x[1]").back(), std::cos(10), 1e-12);
}

// The whole error of the one state lies across the invariant: only the size of the projection says how long
// steps may be, and of which order. Each method takes about as many as it takes without one.
TEST(Projection, StepsAreAsLongAsTheProjectionAllows) {
  for (const auto& [solver, most] : std::map<std::string, int>{{"ode45", 80},
                                                               {"ode23", 150},
                                                               {"ode113", 110},
                                                               {"ode15s", 200},
                                                               {"ode23t", 800},
                                                               {"ode23tb", 700},
                                                               {"radau5", 80}}) {
    ModelBuilder m;
    const Id rate = m.block("sources/sine_wave", "Rate", {{"Phase", "pi/2"}}),
             x = m.block("continuous/integrator", "x"),
             invariant = m.block("invariants/invariant", "Sine", {{"expression", "u - sin(t)"}}),
             scope = m.block("sinks/scope", "Scope");
    m.connect(rate, x).connect(x, invariant).connect(x, scope);
    m.set("Solver", solver).set("RelTol", "1e-6").set("StopTime", "10");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_TRUE(outcome.diagnostics.empty()) << solver << ": " << outcome.messages();
    EXPECT_LT(outcome.statistics.steps, most) << solver;
    EXPECT_LE(outcome.statistics.largest_projection, 1) << solver;
    EXPECT_NEAR(outcome.column("x").back(), std::sin(10), 1e-14) << solver;
  }
}

}  // namespace sim

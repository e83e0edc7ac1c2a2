// What Invariant blocks declare: their values, when these are captured, what they show, and what a run tells
// of them. That the states are held to them is in projection_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "sim_core/reports/statistics_json.h"
#include "tests/support/ode_models.h"
#include "tests/support/refused_run.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

std::string number(double v) { return to_text(v); }

// x' = v, v' = -x from (1, 0); at t = 1 a step resets v to 0, which takes the energy x^2 + v^2 from 1 to
// cos^2 1.
ModelBuilder kicked_oscillator(const Parameters& invariant) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           v = m.block("continuous/integrator", "v", {{"ExternalReset", "rising"}}),
           minus = m.block("math/gain", "Minus", {{"k", "-1"}}), step = m.block("sources/step", "Kick"),
           mux = m.block("routing/mux", "State"), scope = m.block("sinks/scope", "Scope", {{"inputs", "3"}});
  Parameters parameters = invariant;
  parameters["expression"] = "u(1)^2 + u(2)^2";
  const Id energy = m.block("invariants/invariant", "Energy", parameters);
  m.connect(v, x).connect(x, minus).connect(minus, v, 0).connect(step, v, 1);
  m.connect(x, mux, 0).connect(v, mux, 1).connect(mux, energy);
  m.connect(x, scope, 0).connect(v, scope, 1).connect(energy, 0, scope, 2);
  m.set("StopTime", "5").set("RelTol", "1e-6");
  return m;
}

std::string first_message(const RunOutcome& outcome) {
  return outcome.diagnostics.empty() ? std::string() : to_text(outcome.diagnostics.front());
}

}  // namespace

TEST(InvariantBlock, CapturesAnewWhereAnEventResetsItsStates) {
  const double left = std::cos(1.0);
  for (const char* solver : {"ode45", "ode23tb", "ode15s", "ode113"}) {
    ModelBuilder m = kicked_oscillator({{"recapture", "when states are reset"}});
    const RunOutcome outcome = run_diagram(m.set("Solver", solver).diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_TRUE(outcome.diagnostics.empty()) << solver << ": " << outcome.messages();
    // In every row, those at the kick included.
    EXPECT_LT(largest_magnitude(outcome.column("Energy")), 1e-14) << solver;
    const double x = outcome.column("x").back(), v = outcome.column("v").back();
    EXPECT_NEAR(x * x + v * v, left * left, 1e-5) << solver;
    EXPECT_NEAR(x, left * std::cos(4.0), 1e-4) << solver;
  }
}

TEST(InvariantBlock, KeepsWhatItCapturedThroughEventsUnlessTold) {
  ModelBuilder m = kicked_oscillator({});
  const RunOutcome outcome = run_diagram(m.set("Projection", "Newton").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const double x = outcome.column("x").back(), v = outcome.column("v").back();
  EXPECT_NEAR(x * x + v * v, 1, 1e-12);  // pulled back, which is worth a warning that names the block
  ASSERT_EQ(outcome.diagnostics.size(), 1u) << outcome.messages();
  EXPECT_EQ(outcome.diagnostics[0].path, "Energy");
  EXPECT_NE(outcome.diagnostics[0].message.find("tolerance"), std::string::npos);
}

// x' = cos t follows the target sin t; so does what reads an input.
TEST(InvariantBlock, FollowsAnExpressionOfTime) {
  ModelBuilder m =
      ode_model("[0; 1]", "[u(2); -u(1)]",
                {{{"expression", "u"}, {"source", "expression of time"}, {"target", "[sin(t); cos(t)]"}}});
  const RunOutcome outcome = run_diagram(m.set("Solver", "ode3").set("FixedStep", "0.1").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
  EXPECT_LT(largest_magnitude(outcome.column("Invariant1[1]")), 1e-15);
  EXPECT_NEAR(outcome.column("x[1]").back(), std::sin(10.0), 1e-15);
  EXPECT_EQ(outcome.statistics.projections, 100u);
}

TEST(InvariantBlock, ReadsInputs) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"),
           u = m.block("sources/sine_wave", "u", {{"frequency", "1"}}),
           w = m.block("sources/sine_wave", "w", {{"phase", "pi/2"}}), mux = m.block("routing/mux", "Both"),
           invariant = m.block("invariants/invariant", "Input", {{"expression", "u(1) - u(2)"}}),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(w, x).connect(x, mux, 0).connect(u, mux, 1).connect(mux, invariant);
  m.connect(invariant, scope, 0).connect(x, scope, 1).set("Solver", "ode2").set("FixedStep", "0.02");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
  EXPECT_LT(largest_magnitude(outcome.column("Input")), 1e-15);
  EXPECT_NEAR(outcome.column("x").back(), std::sin(10.0), 1e-15);
}

TEST(InvariantBlock, RefusesWrongNumbersOfValuesAndSaysWhich) {
  const std::vector<std::pair<Parameters, std::string>> wrong{
      {{{"source", "given"}, {"value", "[1 2 3]"}}, "the given value has 3 elements and the expression 1"},
      {{{"weight", "[1 2 3]"}}, "it has 3 weights for 1 invariants"},
      {{{"tolerance", "[1e-3 1e-3]"}}, "it has 2 tolerances for 1 invariants"},
      {{{"weight", "0"}}, "parameter 'Weight' is 0"},
      {{{"source", "expression of time"}, {"target", "u(1)"}}, "there is no 'u'"},
      {{{"source", "expression of time"}, {"target", "sin("}}, "expected a value, found the end"}};
  for (const auto& [parameters, message] : wrong) {
    const RunOutcome outcome = run_diagram(circle_model(parameters).diagram);
    expect_refused(outcome, message);
    ASSERT_FALSE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.diagnostics[0].path, "Invariant1");
  }
}

TEST(InvariantBlock, ShowsHowFarTheProjectionWent) {
  ModelBuilder m = predator_prey_model({{"outputs", "residual and size"}});
  const Id size = m.block("sinks/scope", "Size");
  Id block = no_id;
  for (const auto& [id, b] : m.diagram.blocks)
    if (b.name == "Invariant1") block = id;
  m.connect(block, 1, size, 0).set("Solver", "ode45").set("RelTol", "1e-5").set("Refine", "3");
  const RunOutcome outcome = run_diagram(m.diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  const std::vector<double> shown = outcome.column("Invariant1:size");
  ASSERT_FALSE(shown.empty());
  EXPECT_EQ(shown.front(), 0);
  EXPECT_GT(shown.back(), 0);
  // Held from step to step: the points in between show what the step before did.
  int changes = 0;
  for (std::size_t k = 1; k < shown.size(); ++k) changes += shown[k] != shown[k - 1];
  EXPECT_EQ(static_cast<std::size_t>(changes), outcome.statistics.projections);
  EXPECT_EQ(largest_magnitude(shown), outcome.statistics.invariants[0].largest_projection);
  // To first order it is how far the states were moved.
  EXPECT_NEAR(largest_magnitude(shown), outcome.statistics.largest_projection,
              0.02 * outcome.statistics.largest_projection);
}

TEST(InvariantBlock, TellsOfEachInvariantInTheStatistics) {
  ModelBuilder m = ode_model("[3; 1]", predator_prey_rate,
                             {{{"expression", predator_prey_invariant}},
                              {{"expression", predator_prey_invariant}, {"action", "monitor only"}},
                              {{"expression", std::string("[1 2]*") + predator_prey_invariant}}});
  for (const char* projection : {"standard", "off"}) {
    const RunOutcome outcome = run_diagram(m.set("Solver", "ode45").set("Projection", projection).diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    const bool on = std::string(projection) != "off";
    const auto& all = outcome.statistics.invariants;
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].name, "Invariant1");
    EXPECT_EQ(all[3].name, "Invariant3[2]");
    EXPECT_EQ(all[0].projected, on);
    EXPECT_FALSE(all[1].projected);
    EXPECT_EQ(all[1].projections, 0u);
    for (std::size_t k : {0u, 1u, 2u}) {
      EXPECT_EQ(all[k].largest_residual,
                largest_magnitude(outcome.column(k < 2 ? all[k].name : std::string("Invariant3[1]"))));
      EXPECT_EQ(all[k].largest_residual < 1e-11, on) << all[k].largest_residual;
    }
    EXPECT_EQ(all[0].projections > 0, on);
    EXPECT_EQ(all[0].largest_projection > 0, on);
  }
  RunResult result;
  result.statistics.invariants = {{"Sub/Energy", true, 1e-12, 0.5, 7, 2}};
  const auto json = nlohmann::json::parse(statistics_json(result));
  EXPECT_EQ(json["invariants"].dump(),
            R"([{"failures":2,"largest_projection":0.5,"largest_residual":1e-12,"name":"Sub/Energy",)"
            R"("projected":true,"projections":7}])");
}

// --- the check at the start

TEST(InvariantCheck, FindsAWrongConstant) {
  const std::string wrong = "u(1)^(-2.1)*exp(2.1*u(1))*u(2)^(-1)*exp(u(2))";
  for (const char* x0 : {"[3; 1]", "[0.5; 2]"}) {
    ModelBuilder m = ode_model(x0, predator_prey_rate, {{{"expression", wrong}}});
    const RunOutcome outcome = run_diagram(m.set("Solver", "ode4").set("FixedStep", "0.01").diagram);
    ASSERT_FALSE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(outcome.diagnostics[0].path, "Invariant1");
    EXPECT_NE(outcome.diagnostics[0].message.find("do not conserve"), std::string::npos)
        << first_message(outcome);
  }
  // What is only watched may drift.
  ModelBuilder watched =
      ode_model("[3; 1]", predator_prey_rate, {{{"expression", wrong}, {"action", "monitor only"}}});
  EXPECT_TRUE(run_diagram(watched.diagram).diagnostics.empty());
}

TEST(InvariantCheck, FindsATargetOrAnInputThatMovesOtherwise) {
  const Parameters target{
      {"expression", "u"}, {"source", "expression of time"}, {"target", "[sin(1.001*t); cos(t)]"}};
  ModelBuilder m = ode_model("[0; 1]", "[u(2); -u(1)]", {target});
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_NE(first_message(outcome).find("do not conserve"), std::string::npos) << outcome.messages();
}

// The velocity x vx + y vy of a pendulum stays 0 only where the length is kept too.
TEST(InvariantCheck, LooksOnlyWhereAllInvariantsHold) {
  const char* rate =
      "[u(3); u(4); -u(1)*(u(3)^2 + u(4)^2 - 9.81*u(2)); -u(2)*(u(3)^2 + u(4)^2 - 9.81*u(2)) - 9.81]";
  const Parameters length{{"expression", "u(1)^2 + u(2)^2"}},
      velocity{{"expression", "u(1)*u(3) + u(2)*u(4)"}};
  ModelBuilder both = ode_model("[0.6; -0.8; 0.4; 0.3]", rate, {length, velocity});
  const RunOutcome outcome = run_diagram(both.set("RelTol", "1e-6").diagram);
  EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
}

// x' = Q^-1 S x with S skew keeps x' Q x; with another Q it does not.
TEST(InvariantCheck, RaisesNoFalseAlarmForRandomLinearSystems) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 5;
    const bool wrong = trial % 6 == 5;
    std::vector<double> q(static_cast<std::size_t>(n));
    for (double& v : q) v = std::pow(10.0, uniform(random));
    std::vector<std::vector<double>> skew(q.size(), std::vector<double>(q.size()));
    for (std::size_t i = 0; i < q.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) skew[j][i] = -(skew[i][j] = uniform(random));
    std::string rate = "[", x0 = "[", form = "0";
    for (std::size_t i = 0; i < q.size(); ++i) {
      x0 += number(uniform(random)) + ";";
      rate += "(0";
      for (std::size_t j = 0; j < q.size(); ++j)
        rate += " + " + number(skew[i][j] / q[i]) + "*u(" + std::to_string(j + 1) + ")";
      rate += ");";
      form += " + " + number(q[i] * (wrong && i == 0 ? 1.001 : 1)) + "*u(" + std::to_string(i + 1) + ")^2";
    }
    rate.back() = x0.back() = ']';
    ModelBuilder m = ode_model(x0, rate, {{{"expression", form}}});
    const RunOutcome outcome = run_diagram(m.set("RelTol", "1e-6").set("StopTime", "1").diagram);
    ASSERT_TRUE(outcome.prepared) << outcome.messages();
    EXPECT_EQ(outcome.messages().find("do not conserve") != std::string::npos, wrong)
        << trial << ": " << outcome.messages();
  }
}

}  // namespace sim

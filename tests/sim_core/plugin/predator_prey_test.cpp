// Document 000's two S-functions as plug-in blocks, against the reference solution: a = 1, c = 2, start (3,
// 1), x^-c e^(c x) y^-a e^(a y) = e^7 / 9.
#include <algorithm>
#include <cmath>

#include "tests/sim_core/plugin/plugin_runs.h"

namespace sim {

namespace {

constexpr double exact_prey_at_20 = 0.60364386907178454016;

using Parameters = std::map<std::string, std::string>;

Diagram populations(const std::string& block, const std::string& solver, Parameters parameters = {}) {
  Diagram diagram = single("predator_prey/" + block, std::move(parameters));
  diagram.settings["StopTime"] = "20";
  diagram.settings["Solver"] = solver;
  diagram.settings["FixedStep"] = "0.1";
  return diagram;
}

struct Drift {
  double largest = 0, prey_error = 0;
};
Drift drift_of(const Diagram& diagram, double d = std::exp(7.0) / 9) {
  const Ran ran(diagram, library_with(FLUXION_PLUGIN_DIR));
  EXPECT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  if (ran.result.end != RunEnd::Finished) return {NAN, NAN};
  Drift drift;
  const SignalLog& log = ran.run->log();
  EXPECT_EQ(log.column_names(), (std::vector<std::string>{"Plant[1]", "Plant[2]"}));
  for (std::size_t k = 1; k < log.size(); ++k) {
    const double x = log.value(0, k), y = log.value(1, k);
    drift.largest = std::max(drift.largest, std::fabs(d - std::exp(2 * x + y) / (x * x * y)));
  }
  drift.prey_error = std::fabs(ran.end(0) - exact_prey_at_20);
  return drift;
}

}  // namespace

TEST(PredatorPreyPlugin, DriftsWithoutProjection) {
  const Drift drift = drift_of(populations("drift", "ode4"));
  EXPECT_NEAR(drift.largest, 3.19e-2, 0.01 * 3.19e-2);
  EXPECT_NEAR(drift.prey_error, 1.4e-4, 0.05 * 1.4e-4);
}

TEST(PredatorPreyPlugin, ProjectsOneStepOrUntilNothingIsLeft) {
  EXPECT_NEAR(drift_of(populations("projected", "ode4", {{"iterations", "1"}})).largest, 6.6e-7,
              0.05 * 6.6e-7);
  const Drift drift = drift_of(populations("projected", "ode4"));
  EXPECT_LT(drift.largest, 1e-12);
  EXPECT_NEAR(drift.prey_error, 3.3e-5, 0.05 * 3.3e-5);
  EXPECT_LT(drift_of(populations("projected", "ode45")).largest, 1e-12);
}

TEST(PredatorPreyPlugin, KeepsAGivenValueOfTheInvariant) {
  EXPECT_LT(drift_of(populations("projected", "ode4", {{"d", "121.85"}}), 121.85).largest, 1e-12);
}

TEST(PredatorPreyPlugin, ProjectionCanBeSwitchedOff) {
  Diagram diagram = populations("projected", "ode4");
  diagram.settings["Projection"] = "off";
  EXPECT_NEAR(drift_of(diagram).largest, 3.19e-2, 0.01 * 3.19e-2);
}

// The gradient of the invariant vanishes at (1, 1).
TEST(PredatorPreyPlugin, StaysAtRest) {
  for (const char* d : {"0", "121.85", "exp(3)"})
    for (const char* start : {"[1; 1]", "[1 + 1e-9; 1]", "[1; 1 - 1e-12]"}) {
      const Ran ran(populations("projected", "ode45", {{"x0", start}, {"d", d}}),
                    library_with(FLUXION_PLUGIN_DIR));
      ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
      EXPECT_NEAR(ran.end(0), 1, 1e-6) << d << " " << start;
      EXPECT_NEAR(ran.end(1), 1, 1e-6) << d << " " << start;
    }
}

TEST(PredatorPreyPlugin, RefusesImpossibleParameters) {
  const BlockLibrary library = library_with(FLUXION_PLUGIN_DIR);
  const std::pair<Parameters, std::string> cases[] = {
      {{{"a", "-1"}}, "rates"},
      {{{"x0", "[3; 0]"}}, "initial populations"},
      {{{"x0", "[3; 1; 2]"}}, "3 elements where 2 are needed"},
      {{{"x0", "3"}}, "1 elements where 2 are needed"},
      {{{"d", "20"}}, "least value is e^(a + c)"},
      {{{"iterations", "0"}}, "whole number from 1 to 100"},
      {{{"c", "[1 2]"}}, "must be one number"},
  };
  for (const auto& [parameters, message] : cases) {
    const Ran ran(populations("projected", "ode4", parameters), library);
    EXPECT_FALSE(ran.run);
    EXPECT_NE(ran.text().find(message), std::string::npos) << ran.text();
    EXPECT_EQ(ran.problems.front().path, "Plant");
  }
}

}  // namespace sim

// The Unit Quaternion block: its equation, its norm, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_builder.h"
#include "tests/support/refused_run.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

ModelBuilder attitude(const std::string& q0, const std::string& rate,
                      std::map<std::string, std::string> parameters = {}) {
  ModelBuilder m;
  parameters["q0"] = q0;
  const Id w = m.block("sources/constant", "w", {{"value", rate}}),
           q = m.block("invariants/unit_quaternion", "Attitude", parameters),
           scope = m.block("sinks/scope", "Scope");
  m.connect(w, q).connect(q, scope);
  return m;
}

std::vector<double> last(const RunOutcome& outcome) {
  std::vector<double> q;
  for (int k = 1; k <= 4; ++k) q.push_back(outcome.column("Attitude[" + std::to_string(k) + "]").back());
  return q;
}

double norm_error(const RunOutcome& outcome) {
  double largest = 0;
  for (std::size_t row = 0; row < outcome.times().size(); ++row) {
    double sum = 0;
    for (int k = 1; k <= 4; ++k)
      sum += std::pow(outcome.column("Attitude[" + std::to_string(k) + "]")[row], 2);
    largest = std::max(largest, std::fabs(sum - 1));
  }
  return largest;
}

}  // namespace

// About a fixed axis: q = q0 (x) [cos(w t/2); n sin(w t/2)], from a turn of 90 degrees about z.
TEST(UnitQuaternion, TurnsAboutTheBodysOwnAxes) {
  ModelBuilder m = attitude("[1; 0; 0; 1]", "[0.3; 0; 0]");
  const RunOutcome outcome = run_diagram(m.set("RelTol", "1e-10").diagram);
  ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  EXPECT_TRUE(outcome.diagnostics.empty()) << outcome.messages();
  const double c = std::cos(1.5) * std::sqrt(0.5), s = std::sin(1.5) * std::sqrt(0.5);
  const std::vector<double> exact{c, s, s, c}, q = last(outcome);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(q[k], exact[k], 1e-8) << k;
}

TEST(UnitQuaternion, StaysOfLengthOneWithEverySolver) {
  for (const char* solver :
       {"ode45", "ode23", "ode113", "ode15s", "ode23s", "ode23tb", "radau5", "ode4", "ode1"}) {
    for (const char* action : {"project", "monitor only"}) {
      ModelBuilder m = attitude("[0.1; 0.2; 0.3; 0.4]", "[1; -2; 0.5]", {{"action", action}});
      m.set("Solver", solver).set("FixedStep", "0.05").set("ProjectionTooLarge", "none");
      const RunOutcome outcome = run_diagram(m.diagram);
      ASSERT_EQ(outcome.end, RunEnd::Finished) << solver << outcome.messages();
      const double error = norm_error(outcome);
      if (std::string(action) == "project")
        EXPECT_LT(error, 2e-15) << solver;
      else
        EXPECT_GT(error, 1e-9) << solver;
    }
  }
}

TEST(UnitQuaternion, NormalizesItsStartAndRefusesNone) {
  for (const char* q0 : {"[2; 0; 0; 0]", "[1e-200; 0; 0; 0]", "[1e200; 0; 0; 0]"}) {
    ModelBuilder m = attitude(q0, "[0; 0; 0]");
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
    EXPECT_EQ(last(outcome), (std::vector<double>{1, 0, 0, 0})) << q0;
  }
  for (const char* q0 : {"[0; 0; 0; 0]", "[1; 0; 0]", "1", "[1; 0; 0; inf]"}) {
    const RunOutcome outcome = run_diagram(attitude(q0, "[0; 0; 0]").diagram);
    expect_refused(outcome, "the initial quaternion needs four finite numbers that are not all zero");
    ASSERT_FALSE(outcome.diagnostics.empty());
    EXPECT_EQ(outcome.diagnostics[0].path, "Attitude") << outcome.messages();
  }
  expect_refused(attitude("[1; 0; 0; 0]", "[1; 2]").diagram,
                 "the angular velocity has three real elements, not 2");
}

}  // namespace sim

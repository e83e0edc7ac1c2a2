// How far a run is from its invariants, recorded with its signals.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/ode_models.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// The same with nothing but the states recorded.
ModelBuilder without_residual_in_scope(ModelBuilder m) {
  Id scope = no_id;
  for (auto& [id, block] : m.diagram.blocks)
    if (block.type == "sinks/scope") scope = id, block.parameters["Inputs"] = "1";
  std::erase_if(m.diagram.lines, [scope](const auto& line) {
    return line.second.target->block == scope && line.second.target->port > 0;
  });
  return m;
}

RunOutcome finished(ModelBuilder& m) {
  RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished) << outcome.messages();
  return outcome;
}

std::vector<const LoggedSignal*> residuals_of(const ModelBuilder& m) {
  static std::vector<std::unique_ptr<ModelRun>> kept;
  static const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(m.diagram, library);
  std::vector<const LoggedSignal*> out;
  if (!run) return out;
  kept.push_back(*std::move(run));
  for (const LoggedSignal& signal : kept.back()->program().logged)
    if (signal.residual) out.push_back(&signal);
  return out;
}

}  // namespace

// Euler's method multiplies the square of the radius by 1 + h^2 in each step.
TEST(Residuals, AreRecordedWithTheSignals) {
  ModelBuilder m = without_residual_in_scope(circle_model());
  m.set("Solver", "ode1").set("FixedStep", "0.1").set("StopTime", "2").set("Projection", "off");
  const RunOutcome outcome = finished(m);
  const std::vector<double> residual = outcome.column("residual of Invariant1");
  ASSERT_EQ(residual.size(), 21u);
  for (int k = 0; k <= 20; ++k)
    EXPECT_NEAR(residual[static_cast<std::size_t>(k)], 1 - std::pow(1.01, k), 1e-13);
  m.set("Projection", "standard");
  EXPECT_LT(largest_magnitude(finished(m).column("residual of Invariant1")), 1e-15);
}

TEST(Residuals, AreRecordedOnceOnly) {
  const auto shown = residuals_of(circle_model());
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0]->name, "Invariant1");  // as the scope calls it
  EXPECT_EQ(shown[0]->port, 0);
  const auto hidden = residuals_of(without_residual_in_scope(circle_model()));
  ASSERT_EQ(hidden.size(), 1u);
  EXPECT_EQ(hidden[0]->name, "residual of Invariant1");
  EXPECT_EQ(hidden[0]->port, -1);
}

TEST(Residuals, ChangeNoDigitAndCanBeLeftOut) {
  ModelBuilder m = without_residual_in_scope(predator_prey_model());
  RunOutcome with = finished(m);
  m.set("RecordResiduals", "off");
  const RunOutcome without = finished(m);
  EXPECT_EQ(with.columns.erase("residual of Invariant1"), 1u);
  EXPECT_EQ(difference(with, without), "");
  EXPECT_TRUE(residuals_of(m).empty());
}

TEST(Residuals, OfSeveralInvariantsHaveTheirElements) {
  const ModelBuilder m = without_residual_in_scope(
      ode_model("[1; 0]", "[-u(2); u(1)]", {{{"expression", "[u(1)^2 + u(2)^2; u(1)^2 + u(2)^2 - 1]"}}}));
  const auto found = residuals_of(m);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->elements,
            (std::vector<std::string>{"residual of Invariant1[1]", "residual of Invariant1[2]"}));
}

// x' = -1 from 1/2 crosses the limit 0 at t = 1/2; what holds is no residual.
TEST(Residuals, OfABoundAreWhatIsBeyondIt) {
  ModelBuilder m;
  const Id down = m.block("sources/constant", "down", {{"value", "-1"}}),
           x = m.block("continuous/integrator", "x", {{"x0", "0.5"}}),
           bounds = m.block("invariants/bounds", "Limits", {{"lower", "0"}, {"upper", "3"}});
  m.connect(down, x).connect(x, bounds).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode1").set("FixedStep", "0.25").set("StopTime", "1").set("Projection", "off");
  const RunOutcome outcome = finished(m);
  EXPECT_EQ(outcome.column("residual of Limits[1]"), (std::vector<double>{0, 0, 0, 0.25, 0.5}));
  EXPECT_EQ(outcome.column("residual of Limits[2]"), (std::vector<double>{0, 0, 0, 0, 0}));
}

TEST(Residuals, OfSumsThatTheCompilerFinds) {
  ModelBuilder m;
  const Id a = m.block("continuous/integrator", "a", {{"x0", "1"}}),
           b = m.block("continuous/integrator", "b"), flow = m.block("math/gain", "flow"),
           minus = m.block("math/gain", "minus", {{"k", "-1"}});
  m.connect(a, flow).connect(flow, b).connect(flow, minus).connect(minus, a);
  m.connect(b, m.block("sinks/scope", "Scope")).set("LinearInvariants", "monitor");
  const auto found = residuals_of(m);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->name, "residual of a.x + b.x");
}

}  // namespace sim

// Document 000's predator and prey, wired from elementary blocks: x' = a x (1 - y), y' = -c y (1 - x), a = 1,
// c = 2, with x^-c e^(c x) y^-a e^(a y) = e^7/9 constant.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/solvers/methods/registry.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

constexpr double exact_prey_at_20 = 0.60364386907178454016;

Diagram predator_prey(const std::string& projection, const std::string& solver) {
  ModelBuilder m;
  m.variable("a", "1").variable("c", "2");
  const Id x = m.block("continuous/integrator", "Prey", {{"x0", "3"}});
  const Id y = m.block("continuous/integrator", "Predator", {{"x0", "1"}});
  const Id dx = m.block("user_defined/fcn", "Prey growth", {{"expression", "a*u(1)*(1 - u(2))"}});
  const Id dy = m.block("user_defined/fcn", "Predator growth", {{"expression", "-c*u(2)*(1 - u(1))"}});
  const Id mux = m.block("routing/mux", "Populations");
  const Id invariant = m.block("invariants/invariant", "Invariant",
                               {{"expression", "u(1)^(-c)*exp(c*u(1))*u(2)^(-a)*exp(a*u(2))"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(x, mux, 0).connect(y, mux, 1).connect(mux, dx).connect(mux, dy).connect(dx, x).connect(dy, y);
  m.connect(mux, invariant).connect(mux, scope, 0).connect(invariant, scope, 1);
  m.set("StopTime", "20").set("Solver", solver).set("Projection", projection);
  if (find_method(solver)->kind == StepKind::Fixed) m.set("FixedStep", "0.1");
  return m.diagram;
}

struct Drift {
  double largest = 0, end = 0;
  std::size_t rows = 0;
};

Drift run(const Diagram& diagram) {
  auto run = ModelRun::prepare(diagram, standard_library());
  EXPECT_TRUE(run) << (run ? "" : to_text(run.error()));
  if (!run) return {};
  const RunResult result = (*run)->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d);
  const SignalLog& log = (*run)->log();
  EXPECT_EQ(log.column_names(), (std::vector<std::string>{"Prey", "Predator", "Invariant"}));
  Drift drift{0, log.value(0, log.size() - 1), log.size()};
  for (std::size_t k = 0; k < log.size(); ++k)
    drift.largest = std::max(drift.largest, std::fabs(log.value(2, k)));
  return drift;
}

}  // namespace

TEST(PredatorPrey, DriftsWithoutProjection) {
  const Drift drift = run(predator_prey("off", "ode4"));
  EXPECT_NEAR(drift.largest, 3.19e-2, 0.01 * 3.19e-2);
  EXPECT_NEAR(std::fabs(drift.end - exact_prey_at_20), 1.4e-4, 0.05 * 1.4e-4);
  EXPECT_EQ(drift.rows, 201u);
}

TEST(PredatorPrey, StaysOnItsInvariant) {
  Diagram one_step = predator_prey("one step", "ode4");  // the document's own formula: W = I
  one_step.settings["ProjectionNorm"] = "plain";
  EXPECT_NEAR(run(one_step).largest, 6.6e-7, 0.05 * 6.6e-7);
  Diagram iterated = one_step;
  iterated.settings["Projection"] = "standard";
  const Drift plain = run(iterated);
  EXPECT_LT(plain.largest, 1e-12);
  EXPECT_NEAR(std::fabs(plain.end - exact_prey_at_20), 3.3e-5, 0.05 * 3.3e-5);
  EXPECT_LT(run(predator_prey("standard", "ode4")).largest, 1e-12);
  EXPECT_LT(run(predator_prey("Newton", "ode4")).largest, 1e-12);
}

TEST(PredatorPrey, VariableStepToo) {
  EXPECT_GT(run(predator_prey("off", "ode45")).largest, 1e-3);
  EXPECT_LT(run(predator_prey("standard", "ode45")).largest, 1e-12);
}

}  // namespace sim

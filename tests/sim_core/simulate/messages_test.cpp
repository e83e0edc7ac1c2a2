// What a run that gets into trouble says: where, and what to do that has not been done already.
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

// dx/dt = -sqrt(x - 1e-3) - 1 comes to where the root is of a negative number.
ModelBuilder root(const std::string& solver) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           shift = m.block("math/bias", "shift", {{"bias", "-1e-3"}}), sqrt = m.block("math/sqrt", "root"),
           back = m.block("math/gain", "back", {{"k", "-1"}}), sum = m.block("math/sum", "sum"),
           drift = m.block("sources/constant", "drift", {{"value", "-1"}});
  m.connect(x, shift).connect(shift, sqrt).connect(sqrt, back).connect(back, sum).connect(drift, sum, 1);
  m.connect(sum, x).set("Solver", solver).set("StopTime", "5");
  return m;
}

bool contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

std::string words_of(const RunOutcome& run) {
  std::string all;
  for (const Diagnostic& d : run.diagnostics)
    if (d.severity != Severity::Note) all += to_text(d) + "\n";
  return all;
}

TEST(Messages, ImplicitSolversNameTheBlockThatGivesNoNumber) {
  for (const Method& method : methods()) {
    if (!method.implicit || method.name == "auto") continue;
    SCOPED_TRACE(method.name);
    const RunOutcome run = run_diagram(root(std::string(method.name)).diagram);
    EXPECT_EQ(run.end, RunEnd::Failed);
    ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
    const Diagnostic& d = run.diagnostics[0];
    EXPECT_EQ(d.path, "root") << run.messages();
    EXPECT_TRUE(contains(d.message, "gives nan at t = ")) << run.messages();
    if (method.keeps_own_history) continue;  // they may come to rest beyond, within the tolerance
    EXPECT_TRUE(contains(d.message, "step of ")) << run.messages();
    EXPECT_EQ(contains(d.remedy, "FixedStep"), method.kind == StepKind::Fixed) << run.messages();
    EXPECT_EQ(contains(d.remedy, "variable-step"), method.kind == StepKind::Fixed) << run.messages();
  }
}

TEST(Messages, ExplicitSolversWithErrorControlNameItToo) {
  for (const char* solver : {"ode45", "ode23", "tsit5", "dop853", "ode113"}) {
    const RunOutcome run = run_diagram(root(solver).diagram);
    ASSERT_EQ(run.diagnostics.size(), 1u) << run.messages();
    EXPECT_EQ(run.diagnostics[0].path, "root") << solver << run.messages();
  }
}

// dx/dt = x^2 has a singularity at t = 1; the shortest step allowed leads over it and beyond all numbers.
TEST(Messages, AdviceBehindAViolationOfMinStepIsForVariableSteps) {
  for (const char* solver : {"ode45", "ode23", "ode15s", "ode23tb"}) {
    ModelBuilder m;
    const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
             square = m.block("math/math_function", "square", {{"function", "square"}});
    m.connect(x, square).connect(square, x).set("Solver", solver).set("MinStep", "1e-2");
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, RunEnd::Failed) << solver;
    EXPECT_FALSE(contains(words_of(run), "variable-step")) << words_of(run);
    EXPECT_TRUE(contains(words_of(run), "minimum step")) << words_of(run);
    m.set("MinStep", "auto");
    EXPECT_FALSE(contains(words_of(run_diagram(m.diagram)), "minimum step")) << solver;
  }
}

// Of a fast oscillation for a long time, ended when it has been told.
std::string slow_progress_advice(const std::string& solver) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           v = m.block("continuous/integrator", "v"), back = m.block("math/gain", "back", {{"k", "-1e6"}});
  m.connect(v, x).connect(x, back).connect(back, v).set("StopTime", "1e9").set("Solver", solver);
  m.connect(m.block("sources/step", "End", {{"time", "15"}}), m.block("sinks/stop_simulation", "Stop"));
  const std::string words = words_of(run_diagram(m.diagram));
  EXPECT_TRUE(contains(words, "very slow progress")) << solver << words;
  return words;
}

TEST(Messages, SlowRunsAreToldOfASolverTheyDoNotHave) {
  EXPECT_TRUE(contains(slow_progress_advice("ode45"), "use a solver for stiff equations"));
  for (const char* solver : {"ode15s", "ode23t", "ode23tb", "radau5", "ode23s", "auto"}) {
    const std::string words = slow_progress_advice(solver);
    EXPECT_FALSE(contains(words, "stiff")) << solver << words;
    EXPECT_TRUE(contains(words, "loosen them")) << solver << words;
    const bool low = std::string(solver).substr(0, 5) == "ode23";
    EXPECT_EQ(contains(words, "higher order"), low) << solver << words;
  }
}

}  // namespace
}  // namespace sim

// StartFcn, PauseFcn and StopFcn in runs, against the closed form of x' = k x.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

const BlockLibrary& blocks() {
  static const BlockLibrary library = standard_library();
  return library;
}

// x' = k x, x(0) = 1, from 0 to 2.
ModelBuilder growth() {
  ModelBuilder m;
  m.variable("k", "1");
  const Id x = m.block("continuous/integrator", "X", {{"InitialCondition", "1"}}),
           gain = m.block("math/gain", "K", {{"k", "k"}}), scope = m.block("sinks/scope", "Y");
  m.connect(x, gain).connect(gain, x).connect(x, scope);
  m.set("RelTol", "1e-9").set("AbsTol", "1e-12").set("StopTime", "2");
  m.diagram.blocks.at(x).signal_names[0] = "x";
  return m;
}

std::unique_ptr<ModelRun> prepare(const Diagram& diagram) {
  auto run = ModelRun::prepare(diagram, blocks());
  if (!run) ADD_FAILURE() << to_text(run.errors().front());
  return run ? *std::move(run) : nullptr;
}

std::string refusal(const ModelBuilder& m) {
  const auto run = ModelRun::prepare(m.diagram, blocks());
  return run ? "taken" : to_text(run.errors().front());
}

double made(const RunResult& result, const std::string& name) {
  for (const auto& [known, value] : result.variables)
    if (known == name) return value.as_scalar().value_or(NAN);
  return NAN;
}

bool reaches_pause(ModelRun& run) {
  for (int k = 0; k < 5000 && !run.control().paused(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return run.control().paused();
}

}  // namespace

TEST(RunCallBacks, StartGivesOneRunOtherValues) {
  ModelBuilder m = growth();
  m.set("StartFcn", "k = -k + t").set("StopFcn", "last = x(end); rows = numel(t) == numel(x)");
  const auto run = prepare(m.diagram);
  ASSERT_TRUE(run);
  const RunResult result = run->execute();
  EXPECT_NEAR(made(result, "last"), std::exp(-2), 1e-7);
  EXPECT_EQ(made(result, "rows"), 1);
  const auto again = run->again();
  EXPECT_NEAR(made(again->execute(), "last"), std::exp(-2), 1e-7);
}

TEST(RunCallBacks, StartIsCalledForEachRunOfOneProgram) {
  ModelBuilder m = growth();
  m.set("StartFcn", "k = 2*k").set("StopFcn", "last = x(end)");
  const auto first = prepare(m.diagram);
  ASSERT_TRUE(first);
  EXPECT_NEAR(made(first->execute(), "last"), std::exp(4), 1e-5);
  Diagram other = m.diagram;
  other.variables.begin()->second.expression = "-1";
  const auto second = ModelRun::prepare(other, blocks(), *first, m.diagram);
  ASSERT_TRUE(second);
  EXPECT_FALSE((*second)->was_compiled());
  EXPECT_NEAR(made((*second)->execute(), "last"), std::exp(-4), 1e-8)
      << "not doubled twice, nor left as it was";
  Diagram without = m.diagram;
  without.settings.erase("StartFcn");
  const auto third = ModelRun::prepare(without, blocks(), *first, m.diagram);
  ASSERT_TRUE(third);
  EXPECT_NEAR(made((*third)->execute(), "last"), std::exp(2), 1e-6);
}

TEST(RunCallBacks, WhatIsWrongIsToldBeforeTheRun) {
  ModelBuilder m = growth();
  m.set("StopFcn", "peak = max(x)\nlow = min(xx)");
  EXPECT_EQ(
      refusal(m),
      "StopFcn line 2: unknown name 'xx' (define it among the variables of the model, or record the signal)");
  m.set("StopFcn", "").set("PauseFcn", "k == 2");
  EXPECT_NE(refusal(m).find("PauseFcn line 1"), std::string::npos);
  m.set("PauseFcn", "").set("StartFcn", "k = [1 2]");
  EXPECT_NE(refusal(m).find("StartFcn: K: the size of 'Gain' is fixed"), std::string::npos) << refusal(m);
  EXPECT_NE(refusal(m).find("set it in InitFcn"), std::string::npos);
}

TEST(RunCallBacks, WhatStopCannotComputeIsAWarningOfARunThatIsThere) {
  ModelBuilder m = growth();
  m.set("StopFcn", "a = 1\nb = x(10^9)");
  const RunResult result = prepare(m.diagram)->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].path, "StopFcn line 2");
  EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
}

TEST(RunCallBacks, PauseChangesWhatGoesOn) {
  ModelBuilder m = growth();
  // From where it pauses, at which x is told by the last row, x grows no more.
  m.set("PauseFcn", "k = 0; at = x(end)").set("StopFcn", "last = x(end); begun = k");
  const auto run = prepare(m.diagram);
  ASSERT_TRUE(run);
  run->control().step_forward(3);
  RunResult result;
  std::thread thread([&] { result = run->execute(); });
  EXPECT_TRUE(reaches_pause(*run));
  const double t = run->control().progress().time;
  run->control().resume();
  thread.join();
  EXPECT_GT(t, 0);
  EXPECT_LT(t, 2);
  EXPECT_NEAR(made(result, "last"), std::exp(t), 1e-8 * std::exp(t));
  EXPECT_EQ(made(result, "begun"), 0) << "what it set holds on";
  ASSERT_EQ(result.statistics.changes.size(), 1u);
  EXPECT_EQ(result.statistics.changes[0].after, "0");
}

// What the program is retuned with at a pause is a copy of its own.
TEST(RunCallBacks, PauseIsCalledWhereTheLibraryIsGone) {
  ModelBuilder m = growth();
  m.set("PauseFcn", "k = 0").set("StopFcn", "last = x(end)");
  auto library = std::make_unique<BlockLibrary>(standard_library());
  auto run = ModelRun::prepare(m.diagram, *library);
  library.reset();
  ASSERT_TRUE(run);
  (*run)->control().step_forward(3);
  RunResult result;
  std::thread thread([&] { result = (*run)->execute(); });
  EXPECT_TRUE(reaches_pause(**run));
  const double t = (*run)->control().progress().time;
  (*run)->control().resume();
  thread.join();
  EXPECT_EQ(result.end, RunEnd::Finished);
  EXPECT_NEAR(made(result, "last"), std::exp(t), 1e-8 * std::exp(t));
}

TEST(RunCallBacks, PauseIsCalledOncePerPauseWhateverIsTunedThere) {
  ModelBuilder m = growth();
  m.set("PauseFcn", "k = k + 1");
  const auto run = prepare(m.diagram);
  ASSERT_TRUE(run);
  run->control().step_forward(2);
  RunResult result;
  std::thread thread([&] { result = run->execute(); });
  EXPECT_TRUE(reaches_pause(*run));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  run->control().step_forward(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_TRUE(reaches_pause(*run));
  run->control().request_stop();
  thread.join();
  std::string values;
  for (const ParameterChange& change : result.statistics.changes) values += change.after + " ";
  EXPECT_EQ(values, "2 3 ");
}

TEST(RunCallBacks, AnEditDuringARunKeepsWhatTheySet) {
  ModelBuilder m = growth();
  m.variable("free", "0").set("StartFcn", "k = -1");
  const auto run = prepare(m.diagram);
  ASSERT_TRUE(run);
  Diagram now = m.diagram;
  now.variables.begin()->second.expression = "5";
  EXPECT_TRUE(run->tune(m.diagram, now, blocks()).changes.empty());
  now.settings["StartFcn"] = "";
  EXPECT_TRUE(run->tune(m.diagram, now, blocks()).changes.empty()) << "it has been called already";
}

}  // namespace sim

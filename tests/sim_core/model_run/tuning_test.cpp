// Parameters that change while a run goes on, and runs that need no compiling.
#include <gtest/gtest.h>

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

std::unique_ptr<ModelRun> prepare(const Diagram& diagram) {
  auto run = ModelRun::prepare(diagram, blocks());
  if (!run) ADD_FAILURE() << to_text(run.errors().front());
  return run ? *std::move(run) : nullptr;
}

// x' = k x, x(0) = 1; k is the variable `rate` where it is "rate".
ModelBuilder growth(const char* k, const char* solver = "ode45") {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           gain = m.block("math/gain", "gain", {{"k", k}}), scope = m.block("sinks/scope", "Scope");
  m.connect(x, gain).connect(gain, x).connect(x, scope);
  m.set("Solver", solver).set("RelTol", "1e-9").set("AbsTol", "1e-12").set("StopTime", "2");
  return m;
}

Diagram with(Diagram diagram, const std::string& block, const std::string& parameter,
             const std::string& text) {
  diagram.blocks.at(*find_block(diagram, block)).parameters[parameter] = text;
  return diagram;
}

void pause_after(ModelRun& run, std::uint64_t steps) {
  for (int k = 0; k < 5000 && !(run.control().paused() && run.control().progress().steps == steps); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(run.control().paused());
}

// Runs `steps` steps as `first`, the rest as `then`.
RunResult run_changing(ModelRun& run, const Diagram& first, const Diagram& then, int steps, double& at) {
  run.control().step_forward(steps);
  RunResult result;
  std::thread thread([&] { result = run.execute(); });
  pause_after(run, static_cast<std::uint64_t>(steps));
  at = run.control().progress().time;
  run.tune(first, then, blocks());
  run.control().resume();
  thread.join();
  return result;
}

double last(const SignalLog& log) { return log.value(0, log.size() - 1); }

void expect_equal_logs(const SignalLog& a, const SignalLog& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t row = 0; row < a.size(); ++row) {
    ASSERT_EQ(a.time(row), b.time(row));
    for (int c = 0; c < a.column_count(); ++c) ASSERT_EQ(a.value(c, row), b.value(c, row));
  }
}

}  // namespace

TEST(Tuning, TheSolutionGoesOnWithTheNewValue) {
  for (const char* solver : {"ode45", "ode113", "ode15s", "ode23t", "radau5", "ode4"}) {
    const Diagram before = growth("-1", solver).set("FixedStep", "0.01").diagram,
                  after = with(before, "gain", "k", "0.5");
    const auto run = prepare(before);
    double t = 0;
    const RunResult result = run_changing(*run, before, after, 8, t);
    ASSERT_EQ(result.end, RunEnd::Finished) << solver;
    ASSERT_GT(t, 0) << solver;
    EXPECT_NEAR(last(run->log()), std::exp(-t + 0.5 * (2 - t)), 1e-6) << solver;
    ASSERT_EQ(result.statistics.changes.size(), 1u);
    const ParameterChange& change = result.statistics.changes[0];
    EXPECT_EQ(change.time, t);
    EXPECT_EQ(change.block + '.' + change.parameter, "gain.k");
    EXPECT_EQ(change.before + " -> " + change.after, "-1 -> 0.5");
    int rows = 0;
    for (std::size_t row = 0; row < run->log().size(); ++row) rows += run->log().time(row) == t;
    EXPECT_EQ(rows, 2) << "one on each side";
  }
}

// Where it was zero, the entry of the Jacobian was none.
TEST(Tuning, AFactorThatWasZeroCountsAgain) {
  const Diagram before = growth("0", "ode15s").diagram, after = with(before, "gain", "k", "-3");
  const auto run = prepare(before);
  double t = 0;
  run_changing(*run, before, after, 5, t);
  EXPECT_NEAR(last(run->log()), std::exp(-3 * (2 - t)), 1e-6);
}

TEST(Tuning, ThroughAVariableAndBack) {
  ModelBuilder m = growth("rate");
  m.variable("rate", "-1");
  const Diagram before = m.diagram;
  Diagram after = before;
  after.variables.begin()->second.expression = "2";
  const auto run = prepare(before);
  EXPECT_EQ(run->tune(before, after, blocks()).changes.size(), 1u);
  const ModelRun::Tuned back = run->tune(before, before, blocks());
  ASSERT_EQ(back.changes.size(), 1u);
  EXPECT_EQ(back.changes[0].before + back.changes[0].after, "2-1");
  EXPECT_TRUE(run->tune(before, before, blocks()).changes.empty());
  const auto plain = prepare(before);
  run->execute();
  plain->execute();
  expect_equal_logs(run->log(), plain->log());
}

TEST(Tuning, BeforeTheStartIsCompilingWithTheValue) {
  const Diagram before = growth("-1").diagram, after = with(with(before, "gain", "k", "0.7"), "x", "x0", "3");
  const auto tuned = prepare(before), fresh = prepare(after);
  EXPECT_EQ(tuned->tune(before, after, blocks()).changes.size(), 2u);
  tuned->execute();
  fresh->execute();
  expect_equal_logs(tuned->log(), fresh->log());
}

TEST(Tuning, WhatIsFixedIsNamedAndTheRestIsTaken) {
  ModelBuilder m = growth("-1");
  const Id delay = m.block("continuous/transport_delay", "late", {{"delay", "0.5"}}),
           sum = m.block("math/sum", "sum", {{"signs", "++"}});
  m.connect(Id{1}, delay).connect(delay, sum, 0).connect(Id{1}, sum, 1);
  const Diagram before = m.diagram;
  Diagram after = with(with(before, "gain", "k", "-2"), "sum", "signs", "+-+");
  const auto run = prepare(before);
  const ModelRun::Tuned tuned = run->tune(before, after, blocks());
  ASSERT_EQ(tuned.changes.size(), 1u);
  ASSERT_EQ(tuned.refused.size(), 1u);
  EXPECT_EQ(tuned.refused[0].path, "sum");
}

// The instant that a Step waits for is another.
TEST(Tuning, SaysWhatOnlyCountsWhenARunBegins) {
  const Diagram compiled = growth("1").diagram;
  const auto run = prepare(compiled);
  const auto changes =
      run->tune(compiled, with(with(compiled, "x", "x0", "3"), "gain", "k", "2"), blocks()).changes;
  ASSERT_EQ(changes.size(), 2u);
  for (const TunedParameter& change : changes) EXPECT_EQ(change.at_start_only, change.block == "x");
}

TEST(Tuning, EventTimesAreReadAnew) {
  ModelBuilder m;
  const Id step = m.block("sources/step", "step", {{"time", "1"}}), x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope");
  m.connect(step, x).connect(x, scope).set("StopTime", "2").set("MaxStep", "0.1");
  const Diagram before = m.diagram;
  const BlockType* type = blocks().find("sources/step");
  ASSERT_GE(type->parameter_index("time"), 0);
  const auto run = prepare(before);
  double t = 0;
  run_changing(*run, before, with(before, "step", "time", "1.55"), 3, t);
  ASSERT_LT(t, 1);
  EXPECT_NEAR(last(run->log()), 0.45, 1e-12);
}

TEST(Tuning, MayHappenAtAnyTimeFromAnotherThread) {
  const Diagram before =
      growth("-1").set("StopTime", "inf").set("MaxStep", "0.01").set("Decimation", "100").diagram;
  const auto run = prepare(before);
  RunResult result;
  std::thread thread([&] { result = run->execute(); });
  for (int k = 1; k <= 50; ++k) {
    run->tune(before, with(before, "gain", "k", "-1 - " + std::to_string(k) + "/100"), blocks());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const std::uint64_t steps = run->control().progress().steps + 10;
  for (int k = 0; k < 5000 && run->control().progress().steps < steps; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  run->control().request_stop();
  thread.join();
  EXPECT_EQ(result.end, RunEnd::Stopped);
  ASSERT_FALSE(result.statistics.changes.empty());
  EXPECT_EQ(result.statistics.changes.back().after, "-1.5");
}

// What computes the watched signals outlives the simulator that another one takes over from; it asks for the
// stop in loops (seen by the address sanitizer).
TEST(Tuning, WhileALoopIsWatched) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave"), sum = m.block("math/sum", "sum", {{"signs", "+-"}}),
           bend = m.block("user_defined/fcn", "bend", {{"expression", "u + 0.1*u^3"}}),
           gain = m.block("math/gain", "gain", {{"k", "2"}}), scope = m.block("sinks/scope", "Scope");
  m.connect(wave, 0, sum, 0)
      .connect(bend, 0, sum, 1)
      .connect(sum, gain)
      .connect(gain, bend)
      .connect(sum, scope);
  m.set("StopTime", "1").set("MaxStep", "0.01").set("AlgebraicLoopMsg", "none");
  const Diagram first = m.diagram, then = with(first, "gain", "k", "3");
  const auto run = prepare(first);
  ASSERT_TRUE(run);
  run->watched_values().ask();
  run->control().step_forward(5);
  RunResult result;
  std::thread thread([&] { result = run->execute(); });
  pause_after(*run, 5);
  EXPECT_EQ(run->tune(first, then, blocks()).changes.size(), 1u);
  run->watched_values().ask();
  run->control().step_forward(5);
  pause_after(*run, 10);
  double time = 0;
  std::vector<double> values;
  EXPECT_TRUE(run->watched_values().read(time, values));
  run->control().resume();
  thread.join();
  EXPECT_EQ(result.end, RunEnd::Finished);
}

TEST(FastRestart, NeedsNoCompilingWhereTheProgramFits) {
  const Diagram before = growth("-1").diagram;
  Diagram after = with(with(before, "gain", "k", "0.7"), "x", "x0", "3");
  after.settings["StopTime"] = "3";
  after.settings["Solver"] = "ode15s";
  after.settings["RelTol"] = "1e-5";
  for (auto& [id, block] : after.blocks) block.position = {77, 88};
  const auto first = prepare(before);
  first->execute();
  auto second = ModelRun::prepare(after, blocks(), *first, before);
  ASSERT_TRUE(second);
  EXPECT_FALSE((*second)->was_compiled());
  const auto fresh = prepare(after);
  EXPECT_TRUE(fresh->was_compiled());
  (*second)->execute();
  fresh->execute();
  expect_equal_logs((*second)->log(), fresh->log());
}

TEST(FastRestart, CompilesWhereItDoesNot) {
  const Diagram before = growth("-1").diagram;
  const auto first = prepare(before);
  Diagram larger = before;
  larger.settings["ZeroCrossControl"] = "DisableAll";
  auto second = ModelRun::prepare(larger, blocks(), *first, before);
  ASSERT_TRUE(second);
  EXPECT_TRUE((*second)->was_compiled());
  auto broken = ModelRun::prepare(with(before, "gain", "k", "nothing"), blocks(), *first, before);
  EXPECT_FALSE(broken);
}

// The source block that plays an input has parameters of its own.
TEST(Tuning, InputsOfTheModelLeaveOtherParametersInTheirPlaces) {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u", {{"ModelInput", "0*t"}}), sum = m.block("math/sum", "sum"),
           x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           gain = m.block("math/gain", "gain", {{"k", "0"}});
  m.connect(u, 0, sum, 0).connect(gain, 0, sum, 1).connect(sum, x).connect(x, gain);
  m.connect(x, m.block("sinks/scope", "Scope"));
  m.set("RelTol", "1e-9").set("AbsTol", "1e-12").set("StopTime", "2").set("MaxStep", "0.1");
  const auto run = prepare(m.diagram);
  ASSERT_TRUE(run);
  double at = 0;
  run_changing(*run, m.diagram, with(m.diagram, "gain", "k", "1"), 5, at);
  EXPECT_NEAR(last(run->log()), std::exp(2 - at), 1e-7);
}

}  // namespace sim

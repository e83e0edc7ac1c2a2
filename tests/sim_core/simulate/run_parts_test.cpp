// The parts of the simulation loop by themselves: what is told, what is recorded, and states that come back.
#include "sim_core/simulate/run_parts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/compile/compile.h"
#include "sim_core/model_run/evaluated_run_options.h"
#include "sim_core/simulate/run_recorder.h"
#include "sim_core/simulate/saved_state.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// x' = u, with u a sine: one state, one logged signal.
ModelBuilder integrated_sine() {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine"), x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope");
  m.connect(sine, x).connect(x, scope);
  m.set("Solver", "ode45").set("StopTime", "10");
  return m;
}

struct Parts {
  explicit Parts(const ModelBuilder& m)
      : parts(compile(m.diagram, standard_library())->program, *run_options(m.diagram), control) {}
  RunControl control;
  RunParts parts;
};

// From x = 0 at t = 0, as Simulator::initialize() does for a model without events.
void begin(RunParts& run) {
  run.x.assign(1, 0.0);
  ASSERT_TRUE(run.restart_solver(0, 0));
}

}  // namespace

TEST(RunReporter, TellsTheFirstFailureAlone) {
  Parts of(integrated_sine());
  RunReporter& reporter = of.parts.reporter;
  EXPECT_FALSE(reporter.fail(0, "first", "remedy"));
  EXPECT_FALSE(reporter.fail(1, "second", ""));
  EXPECT_TRUE(reporter.failed());
  ASSERT_EQ(reporter.diagnostics().size(), 1u);
  EXPECT_EQ(reporter.diagnostics()[0].message, "first");
  EXPECT_EQ(reporter.diagnostics()[0].path, of.parts.program->blocks[0].path);
}

TEST(RunReporter, WhatFailsWhileTheRunIsToStopIsCutShort) {
  Parts of(integrated_sine());
  of.control.request_stop();
  EXPECT_FALSE(of.parts.reporter.fail(0, "stopped", ""));
  EXPECT_FALSE(of.parts.reporter.failed());
  EXPECT_TRUE(of.parts.reporter.cut_short());
  EXPECT_TRUE(of.parts.reporter.diagnostics().empty());
}

TEST(RunReporter, WarnsOnceForAKeyAlsoWhereAnotherTakesOver) {
  Parts before(integrated_sine()), after(integrated_sine());
  before.parts.reporter.warn_once("key", -1, "a", "");
  before.parts.reporter.warn_once("key", -1, "b", "");
  after.parts.reporter.take_over(before.parts.reporter);
  after.parts.reporter.warn_once("key", -1, "c", "");
  ASSERT_EQ(after.parts.reporter.diagnostics().size(), 1u);
  EXPECT_EQ(after.parts.reporter.diagnostics()[0].message, "a");
}

TEST(RunReporter, KnowsTheBlockOfAState) {
  ModelBuilder m;
  const Id u = m.block("sources/constant", "u");
  for (const char* name : {"a", "b", "c"})
    m.connect(u, m.block("continuous/integrator", name, {{"x0", "[0; 0]"}}));
  m.set("BlockReduction", "off");
  Parts of(m);
  const RunReporter& reporter = of.parts.reporter;
  ASSERT_EQ(of.parts.program->state_count, 6);
  for (const StateInfo& state : of.parts.program->states)
    for (int k = 0; k < 2; ++k) EXPECT_EQ(reporter.block_of_state(state.first + k), state.block);
  EXPECT_EQ(reporter.block_of_state(-1), -1);
}

TEST(RunRecorder, EveryRowThatIsDueIsOneOfTheDecimation) {
  ModelBuilder m = integrated_sine();
  m.set("Decimation", "3");
  Parts of(m);
  SignalLog log({"x"});
  RunRecorder recorder(of.parts, log);
  std::string due;
  for (int k = 1; k <= 9; ++k) due += recorder.is_due(k * 0.1) ? '1' : '0';
  EXPECT_EQ(due, "001001001");
  EXPECT_TRUE(recorder.is_due(10)) << "the last row";
}

TEST(RunRecorder, GoesBackWithItsRows) {
  Parts of(integrated_sine());
  begin(of.parts);
  SignalLog log({"x"});
  RunRecorder recorder(of.parts, log);
  const double x[] = {0.5};
  ASSERT_TRUE(recorder.log_point(0, x));
  const RunRecorder::Mark mark = recorder.mark();
  ASSERT_TRUE(recorder.log_point(1, x));
  EXPECT_EQ(recorder.recorded_numbers(), 4);  // two rows of a time and a number
  recorder.go_back_to(mark, 0);
  EXPECT_EQ(log.size(), 1u);
}

TEST(SavedState, TheSameStepsAreTakenFromIt) {
  Parts of(integrated_sine());
  RunParts& run = of.parts;
  TrialSteps trials(run);
  CrossingHandler crossings(run, trials);
  begin(run);
  const auto take_steps = [&](int count) {
    std::vector<double> seen;
    for (int k = 0; k < count; ++k) {
      EXPECT_TRUE(trials.take(10));
      run.stepper->accept();
      seen.push_back(run.stepper->time());
      seen.push_back(run.stepper->state()[0]);
    }
    return seen;
  };
  take_steps(3);
  const OperatingPoint point = save_state(run, crossings);
  const auto first = take_steps(5);
  EXPECT_NEAR(first.back(), 1 - std::cos(first[first.size() - 2]), 1e-3);
  ASSERT_TRUE(state_fits(run, point));
  ASSERT_TRUE(restore_state(run, crossings, point));
  EXPECT_EQ(run.stepper->time(), point.time);
  EXPECT_EQ(take_steps(5), first);
}

TEST(SavedState, OfAnotherModelDoesNotFit) {
  Parts of(integrated_sine());
  TrialSteps trials(of.parts);
  CrossingHandler crossings(of.parts, trials);
  begin(of.parts);
  OperatingPoint point = save_state(of.parts, crossings);
  point.states.push_back(0);
  EXPECT_FALSE(state_fits(of.parts, point));
}

}  // namespace sim

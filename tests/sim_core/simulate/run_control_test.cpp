// What another thread may ask of a run.
#include "sim_core/simulate/run_control.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::unique_ptr<ModelRun> prepare(const ModelBuilder& m) {
  static const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(m.diagram, library);
  if (!run) ADD_FAILURE() << to_text(run.errors().front());
  return run ? *std::move(run) : nullptr;
}

// A sine wave for ever.
ModelBuilder endless() {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave"), x = m.block("continuous/integrator", "x"),
           scope = m.block("sinks/scope", "Scope");
  m.connect(wave, x)
      .connect(x, scope)
      .set("StopTime", "inf")
      .set("MaxStep", "0.05")
      .set("Decimation", "1000");
  return m;
}

// n equations z_k + tanh(sum of all z)/n = u_k that all hang together: slow to solve.
ModelBuilder large_loop(int n) {
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "wave"), sum = m.block("math/sum", "all", {{"signs", "+-"}}),
           mix = m.block(
               "math/gain", "mix",
               {{"k", "0.3*ones(" + std::to_string(n) + "," + std::to_string(n) + ")/" + std::to_string(n)},
                {"multiplication", "matrix K*u"}}),
           bend = m.block("user_defined/fcn", "bend", {{"expression", "u + 0.1*sin(u)"}}),
           spread = m.block("math/gain", "spread", {{"k", "(1:" + std::to_string(n) + ")'"}}),
           scope = m.block("sinks/scope", "Scope");
  m.connect(wave, spread).connect(spread, sum, 0).connect(sum, bend).connect(bend, mix).connect(mix, sum, 1);
  m.connect(sum, scope).set("StopTime", "inf").set("AlgebraicLoopMsg", "none").set("MaxStep", "0.05");
  m.set("Decimation", "1000");
  return m;
}

// How long a run takes to end after it was asked to, in seconds.
double time_to_stop(ModelRun& run, double after) {
  std::thread thread([&] { run.execute(); });
  std::this_thread::sleep_for(std::chrono::duration<double>(after));
  const auto asked = Clock::now();
  run.control().request_stop();
  thread.join();
  return seconds_since(asked);
}

}  // namespace

TEST(RunControl, StepsForwardAndPauses) {
  const auto run = prepare(endless());
  run->control().step_forward(3);
  std::thread thread([&] { run->execute(); });
  const auto wait = [&](std::uint64_t steps) {
    for (int k = 0; k < 5000 && !(run->control().paused() && run->control().progress().steps == steps); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(run->control().progress().steps, steps);
    EXPECT_TRUE(run->control().paused());
  };
  wait(3);
  run->control().step_forward();
  wait(4);
  run->control().request_stop();
  thread.join();
}

// Taking over a parameter is no going on: a run that waits is at rest from one wait to the next.
TEST(RunControl, IsAtRestWhileItTakesOverParameters) {
  RunControl control;
  control.request_pause();
  std::atomic<int> waits = 0;
  std::atomic<bool> taken = false;
  std::thread run([&] {
    for (;;) switch (control.next_command([&] { ++waits; })) {
        case RunControl::Command::Go:
          return;
        case RunControl::Command::Tune:
          while (!taken) std::this_thread::yield();
          control.take_tuning();
          break;
        case RunControl::Command::Back:
          control.stepped_back();
      }
  });
  while (!control.at_rest()) std::this_thread::yield();
  control.tune({});
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(control.at_rest());
  EXPECT_FALSE(control.paused());
  taken = true;
  while (!control.paused()) {
    EXPECT_TRUE(control.at_rest());
    std::this_thread::yield();
  }
  EXPECT_EQ(waits, 2);
  control.tune({});
  control.step_back();
  EXPECT_FALSE(control.at_rest() && control.stepping_back());
  control.resume();
  run.join();
  EXPECT_FALSE(control.at_rest());
}

// No faster than its pace; how much slower depends on the machine.
TEST(RunControl, KeepsPaceWithTheWallClock) {
  ModelBuilder m = endless();
  m.set("StopTime", "0.6").set("EnablePacing", "on").set("PacingRate", "2");
  const auto run = prepare(m);
  const auto start = Clock::now();
  EXPECT_EQ(run->execute().end, RunEnd::Finished);
  EXPECT_GE(seconds_since(start), 0.29);
}

TEST(RunControl, APacedRunStopsAtOnce) {
  ModelBuilder m = endless();
  m.set("EnablePacing", "on").set("PacingRate", "1e-6");
  EXPECT_LT(time_to_stop(*prepare(m), 0.05), 5);
}

// The bound that is promised is 0.1 s; the test leaves room for a machine that is busy.
TEST(RunControl, StopsWhereverItIs) {
  EXPECT_LT(time_to_stop(*prepare(endless()), 0.05), 5);
  EXPECT_LT(time_to_stop(*prepare(large_loop(200)), 0.05), 5);
}

}  // namespace sim

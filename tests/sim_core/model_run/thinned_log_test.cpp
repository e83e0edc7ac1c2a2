// A run that records more than the memory limit holds and thins its oldest rows.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/compiling.h"
#include "tests/support/memory_limit.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

ModelBuilder sampled_sine() {
  ModelBuilder m;
  m.connect(m.block("sources/sine_wave", "Wave"), m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode1").set("FixedStep", "1/1024").set("StopTime", "300");
  return m;
}

std::unique_ptr<ModelRun> prepared(const ModelBuilder& m) {
  static const BlockLibrary library = standard_library();
  auto run = ModelRun::prepare(m.diagram, library);
  EXPECT_TRUE(run) << to_text(run.error());
  return *std::move(run);
}

}  // namespace

TEST(ThinnedLog, HasTheWholeRunItsNewestRowsAndOneNote) {
  const MemoryLimit limit(10'000'000);
  ModelBuilder m = sampled_sine();
  const auto whole = prepared(m);
  EXPECT_EQ(whole->execute().end, RunEnd::Finished);
  EXPECT_EQ(whole->log().size(), 300 * 1024 + 1u);
  EXPECT_EQ(whole->log().thinning().times, 0);
  m.set("RecordBeyondMemory", "ThinOldest");
  const auto run = prepared(m);
  const RunResult result = run->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  const SignalLog& log = run->log();
  EXPECT_EQ(log.bytes_on_disk(), 0u);
  EXPECT_LT(log.size(), 300 * 1024u);
  EXPECT_EQ(log.time(0), 0);
  EXPECT_EQ(log.time(log.size() - 1), 300);
  std::size_t row = 0;
  for (std::size_t k = 0; k < log.size(); ++k) {
    while (whole->log().time(row) < log.time(k)) ++row;
    ASSERT_EQ(log.time(k), whole->log().time(row));
    ASSERT_EQ(log.value(0, k), whole->log().value(0, row));
  }
  std::string notes;
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity == Severity::Note) notes += to_text(d) + "\n";
  const std::string out = std::to_string(log.thinning().rows) + " in all",
                    left = std::to_string(log.size()) + " are left";
  expect_in(notes, {"more than fits into the memory limit", out.c_str(), left.c_str(), "ToDisk"});
  EXPECT_EQ(notes.find("are left"), notes.rfind("are left"));
}

// The rows that kept points count are others behind a thinning.
TEST(ThinnedLog, StepsBackToTheRowBefore) {
  const MemoryLimit limit(10'000'000);
  ModelBuilder m = sampled_sine();
  m.set("RecordBeyondMemory", "ThinOldest").set("StopTime", "inf");
  const auto run = prepared(m);
  RunControl& control = run->control();
  control.keep_points(200'000, 1000);  // some of them before the first thinning
  std::thread thread([&] { run->execute(); });
  while (run->log().generation() == 0) std::this_thread::yield();
  control.request_pause();
  const auto wait = [&] {
    while (!control.paused()) std::this_thread::yield();
  };
  wait();
  for (int k = 0; k < 3; ++k) {
    const double before = control.progress().time;
    control.step_back();
    while (control.stepping_back()) std::this_thread::yield();
    wait();
    const LogView log(run->log());
    EXPECT_EQ(control.progress().time, before - 1.0 / 1024);
    EXPECT_EQ(log.time(log.size() - 1), control.progress().time);
    for (std::size_t row = 1; row < log.size(); ++row) ASSERT_GT(log.time(row), log.time(row - 1));
    for (std::size_t row = log.size() - 2000; row < log.size(); ++row)
      ASSERT_EQ(log.time(row) - log.time(row - 1), 1.0 / 1024) << row;
  }
  control.request_stop();
  thread.join();
}

}  // namespace sim

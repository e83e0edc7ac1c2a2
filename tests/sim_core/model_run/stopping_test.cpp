// Stops from another thread while a model is compiled, prepared and run; under the thread sanitizer too.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "sim_core/base/failure_report.h"
#include "sim_core/base/work.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {
namespace {

using std::chrono::milliseconds;

const BlockLibrary& blocks() {
  static const BlockLibrary library = standard_library();
  return library;
}

// x' = -ones(n) x.
Diagram dense(int n, const char* solver) {
  const std::string size = std::to_string(n);
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "ones(" + size + ",1)"}}),
           all =
               m.block("math/gain", "all", {{"k", "-ones(" + size + ")"}, {"multiplication", "matrix K*u"}});
  m.connect(x, all).connect(all, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("Solver", solver).set("StopTime", "inf");
  return m.diagram;
}

Diagram chain(int count) {
  ModelBuilder m;
  Id before = m.block("sources/sine_wave", "Sine");
  for (int k = 0; k < count; ++k) {
    const Id next = m.block("math/gain", "G" + std::to_string(k), {{"k", "1 + 1/" + std::to_string(k + 1)}});
    m.connect(before, next);
    before = next;
  }
  m.connect(before, m.block("sinks/scope", "Scope"));
  return m.diagram;
}

}  // namespace

TEST(Stopping, EndsCompilationFromAnotherThread) {
  const Diagram diagram = chain(2000);
  blocks();  // made here: what is thrown in the thread outside of compile() nobody would catch
  for (const int wait : {0, 1, 3, 10, 30}) {
    std::atomic<bool> stop{false}, begun{false};
    Result<Compilation> result = error({}, "not compiled");
    std::thread thread([&] {
      const Work work([&] { return begun = true, stop.load(); });
      result = compile(diagram, blocks());
    });
    while (!begun) std::this_thread::yield();
    std::this_thread::sleep_for(milliseconds(wait));
    stop = true;
    thread.join();
    if (!result) {
      EXPECT_EQ(result.error().message, "stopped");
    }
  }
}

TEST(Stopping, LeavesOtherCompilationsOfTheSameModelAlone) {
  const Diagram diagram = chain(300);
  blocks();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  std::atomic<int> compiled{0}, stopped{0};
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, stops = k % 2 == 1] {
      const Work work([&stop, stops] { return stops && stop.load(); });
      for (int round = 0; round < 5; ++round) ++(compile(diagram, blocks()) ? compiled : stopped);
    });
  std::this_thread::sleep_for(milliseconds(10));
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(compiled, 10);
  EXPECT_EQ(compiled + stopped, 20);
}

// Each method factors one large dense matrix or more; a matrix that was factored once is used in the next
// steps.
TEST(Stopping, EndsRunsWithinDenseFactorizations) {
  for (const char* solver : {"ode15s", "radau5", "ode23s", "cvode", "ida"}) {
    auto prepared = ModelRun::prepare(dense(700, solver), blocks());
    if (!prepared) {  // without SUNDIALS there is no such solver
      EXPECT_NE(prepared.error().message.find("olver"), std::string::npos) << to_text(prepared.error());
      continue;
    }
    ModelRun& run = **prepared;
    RunResult result;
    std::thread thread([&] { result = run.execute(); });
    std::this_thread::sleep_for(milliseconds(5));
    run.control().request_stop();
    thread.join();
    EXPECT_EQ(result.end, RunEnd::Stopped) << solver;
    for (const Diagnostic& d : result.diagnostics) EXPECT_NE(d.severity, Severity::Error) << to_text(d);
  }
}

// What a stopped step leaves is thrown away with the run: nothing goes on from it.
TEST(Stopping, KeepsTheRowsThatWereThere) {
  auto prepared = ModelRun::prepare(dense(40, "ode15s"), blocks());
  ASSERT_TRUE(prepared);
  ModelRun& run = **prepared;
  RunResult result;
  std::thread thread([&] { result = run.execute(); });
  while (run.control().progress().steps < 5) std::this_thread::yield();
  run.control().request_stop();
  thread.join();
  EXPECT_EQ(result.end, RunEnd::Stopped);
  EXPECT_GE(run.log().size(), 5u);
  EXPECT_EQ(run.log().value(0, 0), 1);
}

// z^2 = 1 - 2 t is solved at t = 0; at t = 1, where the run ends, all numbers are searched in vain, which
// takes seconds with a residual of half a million elements.
TEST(Stopping, WithinTheLastInstantIsNoEnd) {
  ModelBuilder m;
  const Id z = m.block("math/algebraic_constraint", "z", {{"guess", "1"}}),
           many = m.block("math/gain", "many", {{"k", "ones(5e5,1)"}}),
           none = m.block("math/gain", "none", {{"k", "zeros(1,5e5)"}, {"multiplication", "matrix K*u"}}),
           residual = m.block("user_defined/fcn", "residual", {{"expression", "u(1)^2 + 2*u(2) - 1 + u(3)"}}),
           all = m.block("routing/mux", "all", {{"inputs", "3"}}), t = m.block("sources/clock", "t");
  m.connect(z, many).connect(many, none).connect(z, 0, all, 0).connect(t, 0, all, 1).connect(none, 0, all, 2);
  m.connect(all, residual).connect(residual, z).connect(z, m.block("sinks/scope", "Scope"));
  m.set("Solver", "ode1").set("FixedStep", "1").set("StopTime", "1").set("AlgebraicLoopMsg", "none");
  auto prepared = ModelRun::prepare(m.diagram, blocks());
  ASSERT_TRUE(prepared) << to_text(prepared.error());
  ModelRun& run = **prepared;
  RunResult result;
  std::thread thread([&] { result = run.execute(); });
  while (run.log().size() == 0) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(100));
  run.control().request_stop();
  thread.join();
  EXPECT_EQ(result.end, RunEnd::Stopped);
  EXPECT_EQ(run.log().size(), 1u);
  EXPECT_FALSE(run.operating_point());
}

}  // namespace sim

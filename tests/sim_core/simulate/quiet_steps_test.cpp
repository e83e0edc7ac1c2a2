// Runs in which nothing happens but steps have a loop of their own: what it gives is what the usual loop
// gives, which a run takes as soon as it is profiled.
#include "sim_core/simulate/quiet_steps.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "sim_core/solvers/methods/registry.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

// x_k' = rate sin(k x_k), for `states` of them.
ModelBuilder waves(int states, const std::string& rate = "1") {
  std::string ones = "1";
  for (int k = 1; k < states; ++k) ones += " " + std::to_string(k + 1);
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[" + ones + "]/7"}}),
           k = m.block("math/gain", "k", {{"k", "[" + ones + "]"}, {"Multiplication", "element-wise"}}),
           sine = m.block("math/trigonometric_function", "Sine"),
           gain = m.block("math/gain", "Rate", {{"k", rate}}), scope = m.block("sinks/scope", "Scope");
  m.connect(x, k).connect(k, sine).connect(sine, gain).connect(gain, x).connect(x, scope);
  m.set("StopTime", "20").set("RelTol", "1e-7").set("AbsTol", "1e-9").set("MaxStep", "0.5");
  return m;
}

void expect_same(const ModelBuilder& model, const std::string& what) {
  ModelBuilder usual = model;
  usual.set("Profile", "on");
  const RunOutcome quiet = run_diagram(model.diagram), other = run_diagram(usual.diagram);
  EXPECT_EQ(difference(quiet, other), "") << what;
  EXPECT_EQ(quiet.messages(), other.messages()) << what;
  const RunStatistics &a = quiet.statistics, &b = other.statistics;
  EXPECT_EQ(a.steps, b.steps) << what;
  EXPECT_EQ(a.rejected, b.rejected) << what;
  EXPECT_EQ(a.rhs_evaluations, b.rhs_evaluations) << what;
  EXPECT_EQ(a.end_time, b.end_time) << what;
  EXPECT_EQ(a.profile.operations, b.profile.operations) << what;
  EXPECT_EQ(a.profile.limited, b.profile.limited) << what;
  EXPECT_EQ(a.profile.rejected_by_error, b.profile.rejected_by_error) << what;
}

}  // namespace

TEST(QuietSteps, AreThoseOfTheUsualLoopToTheLastBit) {
  for (const Method& method : methods()) {
    if (method.kind != StepKind::Variable || method.name == "discrete") continue;
    for (const int states : {1, 2, 3, 8, 9})
      for (const char* backend : {"native", "interpreter"}) {
        ModelBuilder m = waves(states);
        m.set("Solver", std::string(method.name)).set("Backend", backend);
        const std::string what =
            std::string(method.name) + ", " + std::to_string(states) + " states, " + backend;
        const RunOutcome run = run_diagram(m.diagram);
        ASSERT_EQ(run.end, RunEnd::Finished) << what << run.messages();
        EXPECT_GT(run.statistics.steps, 10u) << what;
        expect_same(m, what);
      }
  }
}

TEST(QuietSteps, EndWhereTheUsualLoopEnds) {
  ModelBuilder explodes;  // x' = x^2 has no solution from t = 1 on
  const Id x = explodes.block("continuous/integrator", "x", {{"x0", "1"}}),
           square = explodes.block("math/math_function", "Square", {{"Function", "square"}}),
           scope = explodes.block("sinks/scope", "Scope");
  explodes.connect(x, square)
      .connect(square, x)
      .connect(x, scope)
      .set("StopTime", "2")
      .set("Backend", "native");
  EXPECT_EQ(run_diagram(explodes.diagram).end, RunEnd::Failed);
  expect_same(explodes, "a pole");

  ModelBuilder shortest = waves(2, "50");
  shortest.set("MinStep", "0.05").set("Backend", "native");
  expect_same(shortest, "steps that the tolerance wants shorter than they may be");
}

// Where there is something to say about a row, steps that were taken together are taken again one by one.
TEST(QuietSteps, TellOfNumbersThatAreNotFinite) {
  for (const char* policy : {"none", "warning", "error"}) {
    ModelBuilder m = waves(2);  // x_1 passes 1.5 on its way to pi, x_2 on its way to pi/2
    const Id bias = m.block("sources/constant", "Bias", {{"Value", "1.5"}}),
             sum = m.block("math/sum", "1.5 - x", {{"signs", "+-"}}),
             root = m.block("math/sqrt", "Root", {{"Function", "sqrt"}}),
             scope = m.block("sinks/scope", "Roots");
    const Id x = m.diagram.blocks.begin()->first;
    m.connect(bias, sum, 0).connect(x, sum, 1).connect(sum, root).connect(root, scope);
    m.set("Backend", "native").set("NonFiniteOutput", policy);
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, policy == std::string("error") ? RunEnd::Failed : RunEnd::Finished) << run.messages();
    EXPECT_EQ(run.messages().empty(), policy == std::string("none")) << run.messages();
    expect_same(m, policy);
  }
}

TEST(QuietSteps, LetTolerancesGrowWithTheStates) {
  ModelBuilder m = waves(3);
  m.set("AbsTol", "auto").set("AutoScaleAbsTol", "on").set("Backend", "native");
  expect_same(m, "tolerances that grow");
}

TEST(QuietSteps, AreTracedAsInTheUsualLoop) {
  ModelBuilder quiet = waves(2, "20"), usual = quiet;
  usual.set("Profile", "on");
  const BlockLibrary library = standard_library();
  const auto a = *ModelRun::prepare(quiet.diagram, library), b = *ModelRun::prepare(usual.diagram, library);
  a->execute();
  b->execute();
  const StepTrace &fast = *a->step_trace(), &slow = *b->step_trace();
  ASSERT_EQ(fast.size(), slow.size());
  ASSERT_GT(fast.size(), 100u);
  for (std::size_t k = 0; k < fast.size(); ++k) {
    EXPECT_EQ(fast[k].t, slow[k].t) << k;
    EXPECT_EQ(fast[k].longest, slow[k].longest) << k;
    EXPECT_EQ(fast[k].error, slow[k].error) << k;
    EXPECT_EQ(fast[k].state, slow[k].state) << k;
    EXPECT_EQ(fast[k].order, slow[k].order) << k;
    EXPECT_EQ(fast[k].rejected_by_error, slow[k].rejected_by_error) << k;
    EXPECT_EQ(fast[k].limit, slow[k].limit) << k;
  }
  EXPECT_EQ(fast.totals().rejected_by_state, slow.totals().rejected_by_state);
  EXPECT_EQ(fast.totals().limited_by_state, slow.totals().limited_by_state);
}

// Points are kept every so many steps, however many are taken together.
TEST(QuietSteps, GoBackToWhereTheyWere) {
  ModelBuilder m = waves(2);
  m.set("StopTime", "inf").set("Backend", "native");
  const BlockLibrary library = standard_library();
  const std::unique_ptr<ModelRun> run = *ModelRun::prepare(m.diagram, library);
  run->control().keep_points(5, 7);
  std::thread other([&] { run->execute(); });
  const auto steps = [&] { return run->control().progress().steps; };
  const auto wait_for = [&](const auto& condition) {
    while (!condition()) std::this_thread::yield();
  };
  wait_for([&] { return steps() >= 500; });
  run->control().request_pause();
  wait_for([&] { return run->control().paused(); });
  const auto at = steps();
  for (std::uint64_t back = 1; back <= 15; ++back) {
    run->control().step_back();
    wait_for([&] { return run->control().at_rest(); });
    EXPECT_EQ(steps(), at - back);
  }
  run->control().request_stop();
  other.join();
}

TEST(QuietSteps, HearWhatIsAskedOfTheRun) {
  ModelBuilder m = waves(2);
  m.set("StopTime", "inf");
  const BlockLibrary library = standard_library();
  const std::unique_ptr<ModelRun> run = *ModelRun::prepare(m.diagram, library);
  std::atomic<bool> ended = false;
  std::thread other([&] {
    run->execute();
    ended = true;
  });
  const auto steps = [&] { return run->control().progress().steps; };
  const auto wait_for = [&](const auto& condition) {
    while (!condition() && !ended) std::this_thread::yield();
    EXPECT_FALSE(ended);
  };
  const auto paused = [&] { return run->control().paused(); };
  wait_for([&] { return steps() >= 1000; });
  run->control().request_pause();
  wait_for(paused);
  const auto at = steps();
  run->control().step_forward(3);
  wait_for(paused);
  EXPECT_EQ(steps(), at + 3);
  run->control().resume();
  wait_for([&] { return steps() >= at + 1000; });
  run->control().request_stop();
  other.join();
}

}  // namespace sim

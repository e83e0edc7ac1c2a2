// Runs in which nothing happens but steps have a loop of their own: what it gives is what the usual loop
// gives, which a run takes as soon as it is profiled.
#include "sim_core/simulate/quiet_steps.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "sim_core/solvers/linear_combination.h"
#include "sim_core/solvers/methods/registry.h"
#include "sim_core/solvers/small_combination.h"
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

// In pairs and one by one, the sums of small vectors are those of long ones.
TEST(SmallCombinations, HaveTheBitsOfTheLoop) {
  const std::vector<double> c = {0.3, -7.1, 1e-9, 22. / 7};
  std::vector<std::vector<double>> values(c.size() + 1);
  std::vector<const double*> k;
  for (std::size_t j = 0; j < values.size(); ++j)
    for (std::size_t i = 0; i < 5; ++i)
      values[j].push_back(std::sin(static_cast<double>(3 * j + i)) * (i % 2 ? 1e8 : 1e-3));
  for (std::size_t j = 0; j < c.size(); ++j) k.push_back(values[j].data());
  const double h = 1. / 3, *x = values.back().data();
  const auto expect = [&](auto size) {
    constexpr std::size_t n = size;
    std::vector<double> sum(n), out(n), small(n);
    add_combination(sum.data(), x, h, c, k.data(), n);
    combination_of_new<n>(h, c, k.data()).add_to(small.data(), x);
    EXPECT_EQ(sum, small) << n;
    combination(out.data(), 1, c, k.data(), n);
    combination_of_old<n>(c, k.data()).store(small.data());
    EXPECT_EQ(out, small) << n;
  };
  expect(std::integral_constant<std::size_t, 1>());
  expect(std::integral_constant<std::size_t, 2>());
  expect(std::integral_constant<std::size_t, 4>());
  expect(std::integral_constant<std::size_t, 5>());
}

}  // namespace sim

// Many runs of a model that was compiled once: each to the last bit what a run compiled for its values gives.
#include "sim_core/model_run/tunable_model.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

const BlockLibrary& known_blocks() {
  static const BlockLibrary library = standard_library();
  return library;
}

// x'' = -w^2 x, by a variable that a formula and a parameter read; a block inside a mask reads it too.
Diagram oscillator(double w) {
  ModelBuilder m;
  m.variable("w", to_text(w)).variable("n", "1");
  const Id v = m.block("continuous/integrator", "v"),
           x = m.block("continuous/integrator", "x", {{"x0", "ones(n,1)"}});
  const Id rate = m.block("user_defined/fcn", "rate", {{"Expression", "-w^2*u"}});
  const Id sink = m.block("sinks/scope", "Scope");
  m.connect(v, x).connect(x, rate).connect(rate, v).connect(x, sink);
  m.set("StopTime", "3").set("RelTol", "1e-9").set("AbsTol", "1e-12");
  return m.diagram;
}

std::vector<double> values_of(ModelRun& run) {
  EXPECT_EQ(run.execute().end, RunEnd::Finished);
  std::vector<double> all(run.log().size());
  LogView(run.log()).copy_values(0, 0, all);
  return all;
}

std::vector<double> values_if_compiled(const Diagram& diagram) {
  return values_of(**ModelRun::prepare(diagram, known_blocks()));
}

}  // namespace

TEST(TunableModel, RunsInManyThreadsGiveWhatCompiledOnesGive) {
  const auto model = TunableModel::prepare(oscillator(1), known_blocks());
  ASSERT_TRUE(model);
  constexpr int threads = 4, each = 12;
  std::array<std::vector<std::vector<double>>, threads> found;
  {
    std::vector<std::jthread> all;
    for (int k = 0; k < threads; ++k)
      all.emplace_back([&, k] {
        for (int i = 0; i < each; ++i) {
          auto run = (*model)->run(oscillator(1 + 0.1 * i));
          EXPECT_FALSE((*run)->was_compiled());
          found[static_cast<std::size_t>(k)].push_back(values_of(**run));
        }
      });
  }
  for (int i = 0; i < each; ++i) {
    const std::vector<double> expected = values_if_compiled(oscillator(1 + 0.1 * i));
    for (const auto& of_thread : found) EXPECT_EQ(of_thread[static_cast<std::size_t>(i)], expected) << i;
  }
  EXPECT_NEAR(found[0][10].back(), std::cos(2 * 3.0), 1e-7);
}

TEST(TunableModel, WhatIsCompiledInIsCompiledAgain) {
  const auto model = TunableModel::prepare(oscillator(1), known_blocks());
  ASSERT_TRUE(model);
  Diagram other = oscillator(1);
  for (auto& [id, variable] : other.variables)
    if (variable.name == "n") variable.expression = "2";
  auto run = (*model)->run(other);
  ASSERT_TRUE(run);
  EXPECT_TRUE((*run)->was_compiled());
  EXPECT_EQ((*run)->program().state_count, 4);
  auto back = (*model)->run(oscillator(2));
  EXPECT_FALSE((*back)->was_compiled());
  EXPECT_EQ(values_of(**back), values_if_compiled(oscillator(2)));
}

TEST(TunableModel, WhatIsWrongIsSaidForEachRunAlone) {
  const auto model = TunableModel::prepare(oscillator(1), known_blocks());
  ASSERT_TRUE(model);
  Diagram wrong = oscillator(1);
  for (auto& [id, variable] : wrong.variables)
    if (variable.name == "w") variable.expression = "1 + nothing";
  const auto run = (*model)->run(wrong);
  ASSERT_FALSE(run);
  EXPECT_NE(to_text(run.error()).find("nothing"), std::string::npos);
  EXPECT_TRUE((*model)->run(oscillator(3)));
  EXPECT_FALSE(TunableModel::prepare(wrong, known_blocks()));
}

}  // namespace sim

// Runs of a model with other values: what they give, and that they come to an end.
#include "sim_core/estimation/varied_runs.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "sim_core/base/work.h"
#include "sim_core/blocks/standard_library.h"
#include "tests/support/equation_model.h"

namespace sim {

namespace {

const BlockLibrary& all_blocks() {
  static const BlockLibrary all = standard_library();
  return all;
}

// x = cos(w t)
VariedRuns oscillations(const std::string& stop) {
  Diagram diagram = equations({"w*u(2)", "-w*u(1)"}, {"1", "0"}, {{"w", "1"}});
  diagram.settings["StopTime"] = stop;
  auto runs = VariedRuns::prepare(diagram, all_blocks(), {{"w"}}, {1});
  EXPECT_TRUE(runs) << to_text(runs.error());
  return *std::move(runs);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST(VariedRuns, EachHasItsValues) {
  const VariedRuns runs = oscillations("1");
  for (const double w : {1.0, 2.0, 0.5}) {
    const auto run = runs.run({w});
    ASSERT_TRUE(run) << to_text(run.error());
    const SignalLog& log = (*run)->log();
    EXPECT_NEAR(log.value(0, log.size() - 1), std::cos(w), 1e-8);
    EXPECT_FALSE((*run)->was_compiled());
  }
}

TEST(VariedRuns, OneThatTakesForEverIsLeft) {
  const VariedRuns runs = oscillations("10");
  ASSERT_TRUE(runs.run({1}));
  const auto run = runs.run({1e6});
  ASSERT_FALSE(run);
  EXPECT_NE(to_text(run.error()).find("the run takes more than "), std::string::npos) << to_text(run.error());
  EXPECT_EQ(run.error().remedy, "give the parameters narrower bounds");
}

TEST(VariedRuns, TheyStopWithTheWorkAroundThem) {
  const VariedRuns runs = oscillations("1e7");
  const auto begin = std::chrono::steady_clock::now();
  const auto asked = runs.run({1}, [&] { return seconds_since(begin) > 0.05; });
  EXPECT_FALSE(asked);
  const Work work([&] { return seconds_since(begin) > 0.1; });
  EXPECT_THROW((void)runs.run({1}), WorkStopped);
  EXPECT_LT(seconds_since(begin), 2);
}

}  // namespace sim

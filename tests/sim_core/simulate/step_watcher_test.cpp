#include "sim_core/simulate/step_watcher.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/support/compiling.h"

namespace sim {

namespace {

// What it is told of, one letter each, with the times of steps.
struct Listening final : StepWatcher {
  std::string told;
  std::vector<double> from, to, at_end;
  int crossings = 0;

  void begin(RunParts&, double, std::span<const double>) override { told += 'b'; }
  void step(RunParts&, double begin, double end) override {
    told += 's';
    from.push_back(begin), to.push_back(end);
  }
  void arrive(RunParts&, double, std::span<const double> x, std::span<const int> crossed) override {
    told += 'a';
    at_end.push_back(x[0]);
    crossings += static_cast<int>(crossed.size());
  }
  void update(RunParts&, double, std::span<const double>) override { told += 'u'; }
  void settled(RunParts&, double, std::span<const double>) override { told += 'e'; }
  void recorded(RunParts&, double, std::span<const double>) override { told += 'r'; }
};

// x' = 1, which a switch at x = 0.35 doubles.
Diagram ramp() {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "One"),
           two = m.block("sources/constant", "Two", {{"value", "2"}});
  const Id over = m.block("routing/switch", "Switch", {{"Threshold", "0.35"}});
  const Id x = m.block("continuous/integrator", "x");
  m.connect(two, over, 0).connect(x, over, 1).connect(one, over, 2).connect(over, x);
  m.connect(x, m.block("sinks/scope", "Scope"));
  return m.set("StopTime", "1").set("Solver", "ode45").diagram;
}

}  // namespace

TEST(StepWatcher, SeesEachStepOnceAndInItsOrder) {
  Listening listening;
  {
    const WatchSteps watching(&listening);
    ASSERT_TRUE(run_diagram(ramp()).prepared);
  }
  ASSERT_FALSE(listening.from.empty());
  EXPECT_EQ(listening.told.front(), 'b');
  EXPECT_EQ(listening.told.find('b', 1), std::string::npos) << "a run begins once";
  EXPECT_EQ(listening.from.front(), 0);
  EXPECT_EQ(listening.to.back(), 1);
  for (std::size_t k = 1; k < listening.from.size(); ++k) EXPECT_EQ(listening.from[k], listening.to[k - 1]);
  // A step stands, ends, and nothing changes any more, before the next one.
  std::string without_rows = listening.told, expected = "be";
  std::erase_if(without_rows, [](char c) { return c == 'r'; });
  for (std::size_t k = 0; k < listening.from.size(); ++k) expected += "sae";
  EXPECT_EQ(without_rows, expected);
  EXPECT_EQ(listening.crossings, 1);
  EXPECT_NEAR(listening.at_end.back(), 1.65, 1e-9) << "0.35 + 2 * 0.65";
}

TEST(StepWatcher, ChangesNoDigitOfTheRun) {
  const RunOutcome alone = run_diagram(ramp());
  Listening listening;
  const WatchSteps watching(&listening);
  const RunOutcome watched = run_diagram(ramp());
  EXPECT_EQ(alone.columns, watched.columns);
}

TEST(WatchSteps, IsOfItsThreadAndAsLongAsItLives) {
  Listening first, second;
  EXPECT_EQ(WatchSteps::current(), nullptr);
  {
    const WatchSteps outer(&first);
    {
      const WatchSteps inner(&second);
      EXPECT_EQ(WatchSteps::current(), &second);
      StepWatcher* elsewhere = &first;
      std::thread([&] { elsewhere = WatchSteps::current(); }).join();
      EXPECT_EQ(elsewhere, nullptr);
    }
    EXPECT_EQ(WatchSteps::current(), &first);
  }
  EXPECT_EQ(WatchSteps::current(), nullptr);
}

}  // namespace sim

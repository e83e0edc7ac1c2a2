// A ball that loses a fifth of its speed at each bounce: every bounce against its closed form, and what
// happens behind the instant at which there have been infinitely many.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

constexpr double g = 9.81, height = 25, kept = 0.8;

ModelBuilder ball(const std::string& algorithm) {
  ModelBuilder m;
  const Id gravity = m.block("sources/constant", "gravity", {{"value", "-9.81"}});
  const Id ball = m.block("continuous/second_order_integrator", "ball",
                          {{"ICX", "25"},
                           {"ICSourceDXDT", "external"},
                           {"LimitX", "on"},
                           {"LowerLimitX", "0"},
                           {"ReinitDXDTwhenXreachesSaturation", "on"}});
  const Id rebound = m.block("math/gain", "rebound", {{"k", "-0.8"}});
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(gravity, ball).connect(ball, 1, rebound, 0).connect(rebound, 0, ball, 1);
  m.connect(ball, 0, scope, 0);
  m.set("StopTime", "25").set("Solver", "ode23").set("ZeroCrossAlgorithm", algorithm);
  return m;
}

double first_bounce() { return std::sqrt(2 * height / g); }
double zeno_point() { return first_bounce() * (1 + 2 * kept / (1 - kept)); }

}  // namespace

TEST(BouncingBall, EachBounceIsWhereItShouldBe) {
  const RunOutcome outcome = run_diagram(ball("Nonadaptive").diagram);
  double expected = first_bounce(), flight = 2 * kept * first_bounce();
  for (int bounce = 0; bounce < 40; ++bounce) {
    double nearest = 1;
    for (const EventRecord& event : outcome.statistics.events)
      nearest = std::min(nearest, std::fabs(event.time - expected));
    EXPECT_LT(nearest, 1e-9) << "bounce " << bounce + 1 << " at t = " << expected;
    expected += flight;
    flight *= kept;
  }
}

// On its way back the ball is off the limit at once, and that its speed turns at the top is no event: from
// the side of the lower limit and of the upper one, at zero and far from it.
TEST(BouncingBall, IsLocatedOnceABounce) {
  for (const double side : {1.0, -1.0})
    for (const double limit : {0.0, 3.0, -1e6}) {
      const auto text = [side](double value) { return to_text(side * value); };
      ModelBuilder m = ball("Nonadaptive");
      for (auto& [id, block] : m.diagram.blocks) {
        if (block.name == "gravity") block.parameters["value"] = text(-g);
        if (block.name != "ball") continue;
        block.parameters["ICX"] = text(limit + height);
        block.parameters["UpperLimitX"] = side > 0 ? "inf" : text(limit);
        block.parameters["LowerLimitX"] = side > 0 ? text(limit) : "-inf";
      }
      m.set("StopTime", "15").set("RelTol", "1e-9");
      const RunOutcome outcome = run_diagram(m.diagram);
      std::uint64_t bounces = 0;
      double flight = 2 * kept * first_bounce();
      for (double at = first_bounce(); at < 15; at += flight, flight *= kept) ++bounces;
      EXPECT_EQ(outcome.end, RunEnd::Finished) << limit;
      EXPECT_EQ(outcome.statistics.zero_crossings, bounces) << side << " " << limit;
    }
}

TEST(BouncingBall, WithoutTheAdaptiveAlgorithmTheRunEndsAtTheZenoPoint) {
  const RunOutcome outcome = run_diagram(ball("Nonadaptive").diagram);
  EXPECT_EQ(outcome.end, RunEnd::Failed);
  ASSERT_FALSE(outcome.diagnostics.empty());
  EXPECT_EQ(outcome.diagnostics.back().path, "ball");
  EXPECT_NE(outcome.diagnostics.back().message.find("zero crossings in a row"), std::string::npos);
  EXPECT_NEAR(outcome.column("time").back(), zeno_point(), 1e-6);
}

TEST(BouncingBall, WithItTheBallComesToRest) {
  const RunOutcome outcome = run_diagram(ball("Adaptive").diagram);
  EXPECT_EQ(outcome.end, RunEnd::Finished);
  ASSERT_FALSE(outcome.diagnostics.empty());
  EXPECT_EQ(outcome.diagnostics.back().path, "ball");
  EXPECT_EQ(outcome.column("time").back(), 25);
  const std::vector<double> time = outcome.column("time"), x = outcome.column("ball:x");
  ASSERT_EQ(x.size(), time.size());
  for (std::size_t row = 0; row < time.size(); ++row) {
    EXPECT_GE(x[row], -2e-3) << time[row];
    if (time[row] > zeno_point() + 1e-3) {
      EXPECT_LE(x[row], 2e-3) << time[row];
    }
  }
}

// Neither bounces for ever within the threshold, nor more than there are before the Zeno point.
TEST(BouncingBall, ComesToRestWhateverTheToleranceAndTheRebound) {
  for (const char* tolerance : {"1e-3", "1e-4", "1e-6", "1e-12"})
    for (const char* rebound : {"-0.5", "-0.6", "-0.75", "-0.8", "-0.85", "-0.9"})
      for (const char* solver : {"ode23", "ode45"}) {
        ModelBuilder m = ball("Adaptive");
        for (auto& [id, block] : m.diagram.blocks)
          if (block.name == "rebound") block.parameters["k"] = rebound;
        m.set("RelTol", tolerance).set("Solver", solver).set("StopTime", "60");
        const RunOutcome outcome = run_diagram(m.diagram);
        const std::string which = std::string(solver) + ", " + tolerance + ", " + rebound;
        ASSERT_EQ(outcome.end, RunEnd::Finished) << which;
        EXPECT_NEAR(outcome.column("ball:x").back(), 0, 1e-3) << which;
        EXPECT_LT(outcome.statistics.zero_crossings, 3000u) << which;
      }
}

}  // namespace sim

#include "sim_core/linear_analysis/reach_points.h"

#include <gtest/gtest.h>

#include "sim_core/model_run/model_run.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// x' = 2 from t = 1 on.
struct Ramp : ModelBuilder {
  Ramp() {
    const Id x = block("continuous/integrator", "x");
    connect(block("sources/constant", "Two", {{"value", "2"}}), x).connect(x, block("sinks/scope", "Scope"));
    set("StartTime", "1").set("StopTime", "3");
  }
  Result<std::vector<OperatingPoint>> reach(const std::vector<double>& times) {
    auto run = ModelRun::prepare(diagram, the_library());
    if (!run) return run.errors();
    return reach_points(**run, diagram, the_library(), {}, times);
  }
};

}  // namespace

TEST(ReachPoints, KeepsTheOrderThatIsAskedFor) {
  const auto points = Ramp().reach({4, 1.5, 2});
  ASSERT_TRUE(points) << to_text(points.error());
  ASSERT_EQ(points->size(), 3u);
  EXPECT_NEAR((*points)[0].states.at(0), 6, 1e-9) << "also beyond the end of the model's own run";
  EXPECT_NEAR((*points)[1].states.at(0), 1, 1e-9);
  EXPECT_NEAR((*points)[2].states.at(0), 2, 1e-9);
  EXPECT_EQ((*points)[0].time, 4);
  EXPECT_EQ((*points)[2].time, 2);
}

TEST(ReachPoints, BeforeTheStartIsTheStart) {
  const auto points = Ramp().reach({-5, 1, 1});
  ASSERT_TRUE(points) << to_text(points.error());
  for (const OperatingPoint& point : *points) {
    EXPECT_EQ(point.time, 1);
    EXPECT_EQ(point.states.at(0), 0);
  }
}

TEST(ReachPoints, SaysWhereTheRunDoesNotGet) {
  ModelBuilder m;  // x' = x^2 from 1: not beyond t = 1
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           square = m.block("math/product", "Square");
  m.connect(x, square, 0)
      .connect(x, square, 1)
      .connect(square, x)
      .connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "0.5");
  const auto run = ModelRun::prepare(m.diagram, the_library());
  ASSERT_TRUE(run) << to_text(run.error());
  const std::vector<double> reached{0.5}, beyond{0.5, 2};
  const auto points = reach_points(**run, m.diagram, the_library(), {}, reached);
  ASSERT_TRUE(points) << to_text(points.error());
  EXPECT_NEAR(points->front().states.at(0), 2, 1e-2) << "1 / (1 - t)";
  const auto lost = reach_points(**run, m.diagram, the_library(), {}, beyond);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.errors().back().message, "the run does not reach t = 2");
  EXPECT_EQ(lost.errors().back().remedy, "choose an earlier time");
}

}  // namespace sim

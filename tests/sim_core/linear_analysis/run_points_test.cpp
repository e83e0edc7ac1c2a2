// Operating points of runs as points of a linearizer, which has left out other blocks, and back.
#include "sim_core/linear_analysis/run_points.h"

#include <gtest/gtest.h>

#include "sim_core/model_run/model_run.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "tests/sim_core/linear_analysis/linear_support.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// x' = u, and beside it y' = 1, which only a scope sees: a linearizer of u to x leaves it out.
struct TwoStates : ModelBuilder {
  TwoStates() {
    const Id u = block("ports/inport", "u"), x = block("continuous/integrator", "x", {{"x0", "3"}}),
             one = block("sources/constant", "One"), y = block("continuous/integrator", "y", {{"x0", "-1"}});
    connect(u, x).connect(x, block("ports/outport", "out"));
    connect(one, y).connect(y, block("sinks/scope", "Scope"));
    set("StopTime", "2");
  }
};

}  // namespace

TEST(RunPoints, GoThereAndBack) {
  const TwoStates m;
  const auto linearizer = Linearizer::prepare(m.diagram, the_library());
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  auto points = linearizer->reach({0});
  ASSERT_TRUE(points) << to_text(points.error());
  OperatingPoint point = points->front();
  ASSERT_FALSE(point.states.empty());
  point.states[0] = 0.1 + 0.2;  // 17 digits are kept
  const auto text = text_of_point(point, m.diagram, the_library(), *linearizer);
  ASSERT_TRUE(text) << to_text(text.error());
  const auto back = point_of_text(*text, m.diagram, the_library(), *linearizer);
  ASSERT_TRUE(back) << to_text(back.error());
  EXPECT_EQ(back->states, point.states);
  EXPECT_EQ(back->time, point.time);
}

TEST(RunPoints, ARunHasTheStatesThatALinearizerLeavesOut) {
  const TwoStates m;
  const auto linearizer = Linearizer::prepare(m.diagram, the_library());
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  const auto points = linearizer->reach({0});
  ASSERT_TRUE(points) << to_text(points.error());
  const auto text = text_of_point(points->front(), m.diagram, the_library(), *linearizer);
  ASSERT_TRUE(text) << to_text(text.error());
  EXPECT_NE(text->find("\"x\""), std::string::npos) << *text;
  EXPECT_NE(text->find("\"y\""), std::string::npos) << "where a run begins is where it stays: " << *text;
}

TEST(RunPoints, WhatIsNoPointIsRefused) {
  const TwoStates m;
  const auto linearizer = Linearizer::prepare(m.diagram, the_library());
  ASSERT_TRUE(linearizer) << to_text(linearizer.error());
  for (const char* text : {"", "{", "[]", R"({"states": 3})"})
    EXPECT_FALSE(point_of_text(text, m.diagram, the_library(), *linearizer)) << text;
}

}  // namespace sim

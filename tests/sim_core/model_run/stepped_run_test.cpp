// A run in steps, against one that is not and against closed forms.
#include "sim_core/model_run/stepped_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/blocks/standard_library.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// dx/dt = u - x, y = x, v = u
ModelBuilder lag() {
  ModelBuilder m;
  const Id u = m.block("ports/inport", "u"), sum = m.block("math/sum", "Sum", {{"signs", "+-"}});
  const Id x = m.block("continuous/integrator", "x", {{"InitialCondition", "1"}});
  const Id y = m.block("ports/outport", "y"), v = m.block("ports/outport", "v", {{"port", "2"}});
  m.connect(u, sum, 0).connect(x, sum, 1).connect(sum, x).connect(x, y).connect(u, v);
  m.set("RelTol", "1e-10").set("AbsTol", "1e-12").set("StopTime", "inf").set("MaxStep", "1");
  return m;
}

double value(const SteppedRun& run, const char* name) {
  const auto values = run.output(name);
  EXPECT_TRUE(values) << to_text(values.error());
  return values ? values->at(0) : NAN;
}

std::unique_ptr<SteppedRun> prepared(const Diagram& diagram) {
  static const BlockLibrary library = standard_library();
  auto run = SteppedRun::prepare(diagram, library);
  EXPECT_TRUE(run) << to_text(run.error());
  return *std::move(run);
}

}  // namespace

TEST(SteppedRun, InputsAreHeldFromStepToStep) {
  const auto run = prepared(lag().diagram);
  EXPECT_EQ(run->inputs(), std::vector<std::string>{"u"});
  ASSERT_TRUE(run->start().empty());
  EXPECT_EQ(value(*run, "y"), 1);
  double x = 1;
  for (int k = 0; k < 20; ++k) {
    const double u = k % 3 - 1, dt = 0.1 * (1 + k % 2);
    ASSERT_TRUE(run->set_input("u", {u}).empty());
    ASSERT_TRUE(run->step(dt).empty());
    x = u + (x - u) * std::exp(-dt);
    EXPECT_NEAR(value(*run, "y"), x, 1e-8);
    EXPECT_EQ(value(*run, "v"), u);
  }
  EXPECT_NEAR(run->time(), 3.0, 1e-12);
}

TEST(SteppedRun, GoesOnFromWhatWasSaved) {
  const auto run = prepared(lag().diagram);
  ASSERT_TRUE(run->start().empty());
  ASSERT_TRUE(run->step(0.5).empty());
  const OperatingPoint point = run->point();
  ASSERT_TRUE(run->step(0.5).empty());
  const double once = value(*run, "y");
  ASSERT_TRUE(run->restore(point).empty());
  EXPECT_EQ(run->time(), 0.5);
  ASSERT_TRUE(run->step(0.5).empty());
  EXPECT_EQ(value(*run, "y"), once);
  const auto other = prepared(lag().diagram);
  ASSERT_TRUE(other->restore(point).empty());
  ASSERT_TRUE(other->step(0.5).empty());
  EXPECT_EQ(value(*other, "y"), once);
  EXPECT_FALSE(run->restore(OperatingPoint{}).empty());
}

TEST(SteppedRun, SaysWhatCannotBe) {
  const auto run = prepared(lag().diagram);
  EXPECT_EQ(run->step(1).at(0).message, "the simulation has not been started");
  ASSERT_TRUE(run->start().empty());
  EXPECT_EQ(run->step(0).at(0).message, "a step of 0 s does not go on");
  EXPECT_EQ(run->step(NAN).at(0).remedy, "step by a time above zero");
  EXPECT_EQ(to_text(run->set_input("w", {1}).at(0)),
            "w: the model has no open input of this name (it has u)");
  EXPECT_FALSE(run->output("nothing"));
  ASSERT_TRUE(run->set_input("u", {1, 2, 3}).empty());
  EXPECT_FALSE(run->step(0.1).empty() && run->output("v")->size() == 1);
}

}  // namespace sim

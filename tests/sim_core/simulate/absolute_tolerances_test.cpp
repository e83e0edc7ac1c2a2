#include "sim_core/simulate/absolute_tolerances.h"

#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

namespace sim {
namespace {

// x = sin t, which passes through zero again and again.
ModelBuilder oscillator(const std::string& tolerance_of_x = "-1") {
  ModelBuilder m;
  const Id v = m.block("continuous/integrator", "v", {{"x0", "1"}});
  const Id x = m.block("continuous/integrator", "x", {{"AbsoluteTolerance", tolerance_of_x}});
  const Id minus = m.block("math/gain", "minus", {{"k", "-1"}}), scope = m.block("sinks/scope", "scope");
  m.connect(v, x).connect(x, minus).connect(minus, v).connect(x, scope);
  m.set("StopTime", "50").set("RelTol", "1e-6").set("MaxStep", "10").set("AutoScaleAbsTol", "on");
  return m;
}

double largest_error(const RunOutcome& run) {
  const auto t = run.times(), x = run.column("x");
  double largest = 0;
  for (std::size_t k = 0; k < t.size(); ++k) largest = std::max(largest, std::fabs(x[k] - std::sin(t[k])));
  return largest;
}

std::uint64_t steps(const ModelBuilder& m) { return finished_run(m).statistics.steps; }

TEST(AbsoluteTolerances, AreOfTheBlockOrOfTheSettings) {
  Program program;
  program.state_count = 3;
  program.absolute_tolerances = {-1, 1e-4, -1};
  RunOptions options;
  options.method = find_method("ode45");
  options.relative_tolerance = 1e-2;
  options.absolute_tolerance = 1e-7;
  const AbsoluteTolerances fixed(program, options);
  EXPECT_EQ(fixed.initial(), (std::vector<double>{1e-7, 1e-4, 1e-7}));
  EXPECT_FALSE(fixed.grow());
  options.scale_absolute_tolerance = true;
  AbsoluteTolerances growing(program, options);
  ErrorWeights weights(options.relative_tolerance, growing.initial());
  growing.follow(std::vector{-2.0, 5.0, 0.0}, weights);
  growing.follow(std::vector{1.0, 5.0, 1e-9}, weights);
  EXPECT_EQ(weights.absolute, (std::vector<double>{2e-2, 1e-4, 1e-7}));
  options.method = find_method("ode4");
  EXPECT_FALSE(AbsoluteTolerances(program, options).grow());
}

TEST(AbsoluteTolerances, GrowWithTheStatesUnlessTheyAreGiven) {
  const std::uint64_t scaled = steps(oscillator());
  const std::uint64_t fixed = steps(oscillator().set("AutoScaleAbsTol", "off"));
  EXPECT_LT(scaled, fixed);
  EXPECT_EQ(fixed, steps(oscillator().set("AbsTol", "1e-9")));
  EXPECT_LT(largest_error(finished_run(oscillator())), 50 * 1e-6);
}

TEST(AbsoluteTolerances, OfOneBlockCountForItsStatesAlone) {
  const RunOutcome loose = finished_run(oscillator("1e-2").set("AutoScaleAbsTol", "off"));
  const RunOutcome tight = finished_run(oscillator("1e-12"));
  EXPECT_LT(loose.statistics.steps, tight.statistics.steps);
  EXPECT_LT(tight.statistics.steps, steps(oscillator().set("AbsTol", "1e-12")));
  EXPECT_LT(largest_error(tight), largest_error(loose));
}

TEST(AbsoluteTolerances, AutoIsThatOfTheSettings) {
  EXPECT_EQ(steps(oscillator("auto")), steps(oscillator("-1")));
  EXPECT_NE(steps(oscillator("auto")), steps(oscillator("1e-12")));
}

TEST(AbsoluteTolerances, MayBeOneForEachStateOfTheBlock) {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "one");
  const Id lag = m.block("continuous/transfer_fcn", "lag",
                         {{"num", "1"}, {"den", "[1 2 1]"}, {"AbsoluteTolerance", "[1e-3 2e-3]"}});
  const Id complex =
      m.block("continuous/integrator", "z", {{"x0", "[1i; 2]"}, {"AbsoluteTolerance", "[3;4]"}});
  m.connect(one, lag).connect(m.block("math/gain", "none", {{"k", "0"}}), complex);
  m.connect(lag, m.block("sinks/scope", "scope")).connect(complex, m.block("sinks/scope", "other"));
  auto run = ModelRun::prepare(m.diagram, standard_library());
  ASSERT_TRUE(run) << to_text(run.errors().front());
  EXPECT_EQ((*run)->program().absolute_tolerances, (std::vector<double>{1e-3, 2e-3, 3, 4, 3, 4}));
}

TEST(AbsoluteTolerances, OfAnotherNumberAreRefused) {
  const RunOutcome two = run_diagram(oscillator("[1e-3 1e-3]").diagram);
  expect_refused(two, "2 absolute tolerances for 1 state");
  for (const char* bad : {"0", "-2", "inf"})
    expect_refused(oscillator(bad).diagram, "an absolute tolerance is not a positive number");
  expect_refused(oscillator("nan").diagram, "parameter 'Absolute tolerance' is nan");
}

TEST(AbsoluteTolerances, ArePartOfAnOperatingPoint) {
  const RunOutcome whole = finished_run(oscillator());
  ModelBuilder m = oscillator().set("StopTime", "20");
  const BlockLibrary library = standard_library();
  auto first = ModelRun::prepare(m.diagram, library);
  ASSERT_TRUE(first);
  ASSERT_EQ((*first)->execute().end, RunEnd::Finished);
  const OperatingPoint point = *(*first)->operating_point();
  EXPECT_NEAR(point.largest[0], 1, 1e-2);
  auto second = ModelRun::prepare(m.set("StopTime", "50").diagram, library);
  (*second)->start_from(point);
  EXPECT_EQ((*second)->execute().end, RunEnd::Finished);
  const std::size_t last = (*second)->log().size() - 1;
  EXPECT_NEAR((*second)->log().value(0, last), whole.column("x").back(), 1e-5);
  EXPECT_GE((*second)->operating_point()->largest[0], point.largest[0]);
  // What is asked of the new run counts.
  auto tighter = ModelRun::prepare(m.set("RelTol", "1e-10").diagram, library);
  (*tighter)->start_from(point);
  const RunResult result = (*tighter)->execute();
  EXPECT_GT(result.statistics.steps, 3 * whole.statistics.steps);
}

}  // namespace
}  // namespace sim

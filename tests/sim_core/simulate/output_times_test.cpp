// Which instants a run logs.
#include <numbers>

#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

namespace sim {
namespace {

// A ramp, a decay and a count that changes every 0.5 s.
ModelBuilder model(const std::string& option, const std::string& times) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           minus = m.block("math/gain", "minus", {{"k", "-1"}});
  const Id clock = m.block("sources/clock", "clock");
  const Id held = m.block("discrete/zero_order_hold", "held", {{"SampleTime", "0.5"}});
  const Id scope = m.block("sinks/scope", "scope", {{"inputs", "2"}});
  m.connect(x, minus).connect(minus, x).connect(clock, held).connect(x, scope, 0).connect(held, scope, 1);
  m.set("StopTime", "2").set("RelTol", "1e-8").set("OutputOption", option).set("OutputTimes", times);
  return m;
}

TEST(OutputTimes, AloneAreAllThatIsLogged) {
  for (const char* solver : {"ode45", "ode15s", "radau5", "auto", "ode113"}) {
    const RunOutcome run = finished_run(
        model("SpecifiedOutputTimes", "[1.75, 0.3:0.3:0.9, pi/2, 0.3, 5, -1]").set("Solver", solver));
    EXPECT_EQ(run.times(), (std::vector<double>{0.3, 0.6, 0.9, std::numbers::pi / 2, 1.75})) << solver;
    for (double t : run.times()) {
      EXPECT_NEAR(value_at(run, "x", t), std::exp(-t), 1e-6) << solver;
      EXPECT_EQ(value_at(run, "held", t), std::floor(t / 0.5) * 0.5) << solver;
    }
  }
}

TEST(OutputTimes, WhereSomethingHappensAreLoggedToo) {
  const RunOutcome run = finished_run(model("SpecifiedOutputTimes", "[0 0.5 1 2]"));
  EXPECT_EQ(run.times(), (std::vector<double>{0, 0.5, 1, 2}));
  EXPECT_EQ(run.column("held"), (std::vector<double>{0, 0.5, 1, 2}));
}

TEST(OutputTimes, ComeBesidesTheStepsAndChangeNone) {
  const RunOutcome steps = finished_run(model("RefineOutputTimes", "[0.123 1.9]"));
  const RunOutcome both = finished_run(model("AdditionalOutputTimes", "[0.123 1.9 2]"));
  std::vector<double> expected = steps.times();
  expected.insert(expected.end(), {0.123, 1.9});
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(both.times(), expected);
  EXPECT_EQ(both.statistics.steps, steps.statistics.steps);
  EXPECT_NEAR(value_at(both, "x", 0.123), std::exp(-0.123), 1e-7);
  const auto refined = finished_run(model("AdditionalOutputTimes", "[0.123]").set("Refine", "3")).times();
  EXPECT_TRUE(std::is_sorted(refined.begin(), refined.end()));
  EXPECT_EQ(std::count(refined.begin(), refined.end(), 0.123), 1);
}

// The instant of a crossing is known to within rounding; none that is asked for gets lost in there.
TEST(OutputTimes, AtZeroCrossingsAreNotLost) {
  for (int k = 1; k < 60; ++k) {
    const std::string at = to_text(k / 61.0);
    ModelBuilder m;
    const Id one = m.block("sources/constant", "one"),
             x = m.block("continuous/integrator", "x", {{"x0", "-" + at}});
    const Id size = m.block("math/abs", "size"), scope = m.block("sinks/scope", "scope");
    m.connect(one, x).connect(x, size).connect(size, scope);
    m.set("StopTime", "1").set("MaxStep", "0.037").set("OutputOption", "SpecifiedOutputTimes");
    m.set("OutputTimes", "[0 " + at + " 1]");
    const auto times = finished_run(m).times();
    EXPECT_NE(std::find(times.begin(), times.end(), k / 61.0), times.end()) << at;
  }
}

TEST(OutputTimes, AreForVariableSteps) {
  const RunOutcome run = run_diagram(
      model("SpecifiedOutputTimes", "[0.25]").set("Solver", "ode4").set("FixedStep", "0.5").diagram);
  EXPECT_EQ(run.times().size(), 5u);
  EXPECT_NE(run.messages().find("the setting OutputTimes has no meaning: ode4 takes fixed steps"),
            std::string::npos)
      << run.messages();
}

TEST(OutputTimes, ThatAreNoneAreRefused) {
  for (const char* bad : {"'a'", "1i", "[1 nan]", "inf"})
    expect_refused(model("AdditionalOutputTimes", bad).diagram, "OutputTimes: these are not instants");
  expect_refused(model("AdditionalOutputTimes", "nosuch").diagram, "OutputTimes: unknown name 'nosuch'");
}

}  // namespace
}  // namespace sim

// A mechanism that stays at a singular position, told by steps that the errors of its states keep short.
#include "sim_core/simulate/singular_watch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim_core/model_run/evaluated_run_options.h"
#include "tests/plugins/planar_model.h"
#include "tests/support/compiling.h"

namespace sim {

namespace {

// A parallelogram of bars of 1 and 2, whose crank stands at this angle: at 0 all of them are on one line. An
// integrator is no part of it.
PlanarModel parallelogram(const std::string& angle) {
  PlanarModel m;
  const std::string x = "cos(" + angle + ")", y = "sin(" + angle + ")";
  const Id world = m.world(), far = m.place("far", "2", "0"),
           crank = m.rod("crank", "1", {{"x0", x + "/2"}, {"y0", y + "/2"}, {"phi0", angle}}),
           coupler = m.rod("coupler", "2", {{"x0", x + "+1"}, {"y0", y}}),
           rocker =
               m.rod("rocker", "1", {{"x0", "2+" + x + "/2"}, {"y0", y + "/2"}, {"phi0", angle + "+pi"}});
  m.revolute("first", world, 0, crank, PlanarModel::a);
  m.revolute("second", crank, PlanarModel::b, coupler, PlanarModel::a);
  m.revolute("third", coupler, PlanarModel::b, rocker, PlanarModel::a);
  m.revolute("last", rocker, PlanarModel::b, far, 0);
  const Id x_of_time = m.block("continuous/integrator", "apart");
  m.connect(m.constant("one", "1"), x_of_time).connect(x_of_time, m.block("sinks/scope", "scope"));
  m.run_to("1");
  return m;
}

// A run that stands at its start.
struct Standing {
  explicit Standing(const std::string& angle) : Standing(parallelogram(angle)) {}
  explicit Standing(const PlanarModel& m) : run(compiled(m.diagram), *run_options(m.diagram), control) {
    run.x.assign(static_cast<std::size_t>(run.program->state_count), 0.0);
    bool changed = false;
    EXPECT_EQ(run.updates.initialize(0, run.x), EvalStatus::Ok);
    EXPECT_TRUE(run.settle_modes(0, run.x, changed));
    EXPECT_EQ(run.equations.capture(0, run.x), EvalStatus::Ok);
    EXPECT_FALSE(run.projection.assemble(0, run.x).has_value());
    EXPECT_TRUE(run.restart_solver(0, 0.001));
  }
  int of_mechanism() const { return run.program->joint_projections.at(0).states.at(0); }
  int apart() const {
    const std::vector<int>& states = run.program->joint_projections.at(0).states;
    for (int k = 0; k < run.program->state_count; ++k)
      if (std::find(states.begin(), states.end(), k) == states.end()) return k;
    return -1;
  }

  RunControl control;
  RunParts run;
};

// How many of so many short steps pass.
int passed(SingularWatch& watch, RunParts& run, int state, int steps) {
  int count = 0;
  while (count < steps && watch.step(run, state)) ++count;
  return count;
}

}  // namespace

TEST(SingularWatch, TheThousandthShortStepAtTheSamePlaceEndsTheRun) {
  Standing line("0");
  SingularWatch watch;
  watch.begin();
  EXPECT_EQ(passed(watch, line.run, line.of_mechanism(), 2000), 999);
  ASSERT_EQ(line.run.reporter.diagnostics().size(), 1u);
  const Diagnostic& told = line.run.reporter.diagnostics()[0];
  EXPECT_NE(told.message.find("is at a singular position, such as a dead center"), std::string::npos)
      << told.message;
  EXPECT_NE(told.message.find("it is still there at t = 0 after 1000 steps"), std::string::npos)
      << told.message;
  EXPECT_EQ(told.remedy, "start the mechanism elsewhere");
}

TEST(SingularWatch, OnlyAMechanismThatBeganThereIsWatched) {
  Standing line("0");
  SingularWatch watch;
  EXPECT_EQ(passed(watch, line.run, line.of_mechanism(), 3000), 3000);
}

TEST(SingularWatch, StepsThatAnotherStateKeepsShortDoNotCount) {
  Standing line("0");
  ASSERT_GE(line.apart(), 0);
  SingularWatch watch;
  watch.begin();
  EXPECT_EQ(passed(watch, line.run, line.apart(), 3000), 3000);
  EXPECT_EQ(passed(watch, line.run, -1, 3000), 3000) << "no state in particular";
  EXPECT_EQ(passed(watch, line.run, line.of_mechanism(), 2000), 999);
}

// One that has left it may come back: it did so by moving.
TEST(SingularWatch, EndsWhereTheMechanismHasLeft) {
  Standing line("0"), bent("1");
  SingularWatch watch;
  watch.begin();
  EXPECT_EQ(passed(watch, line.run, line.of_mechanism(), 999), 999);
  EXPECT_TRUE(watch.step(bent.run, bent.of_mechanism()));
  EXPECT_EQ(passed(watch, line.run, line.of_mechanism(), 5000), 5000);
  EXPECT_FALSE(line.run.reporter.failed());
}

}  // namespace sim

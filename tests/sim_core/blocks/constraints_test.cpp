// Energy projection at critical events, in diagrams of elementary blocks.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <sstream>

#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

void record(ModelBuilder& m, Id block, int output, const std::string& name) {
  m.connect(block, output, m.block("sinks/scope", name + " scope"), 0);
  m.diagram.blocks.at(block).signal_names[output] = name;
}

// Bodies of 2 and 3 kg with the velocities 5 and 1, held together from t = 0.5 on.
ModelBuilder two_bodies(std::map<std::string, std::string> more = {}) {
  ModelBuilder m;
  more.merge(std::map<std::string, std::string>{{"M", "diag([2 3])"}, {"A", "[1 -1]"}, {"v0", "[5; 1]"}});
  const Id bodies = m.block("constraints/constrained_dynamics", "bodies", more);
  m.connect(m.block("sources/constant", "force", {{"value", "[0; 0]"}}), bodies, 0);
  m.connect(m.block("sources/step", "lock", {{"time", "0.5"}}), bodies, 1);
  record(m, bodies, 0, "v");
  record(m, bodies, 1, "lambda");
  m.set("StopTime", "2");
  return m;
}

}  // namespace

// v = (m1 v1 + m2 v2) / (m1 + m2), however late a fixed step sees the lock.
TEST(ConstrainedDynamics, ALockKeepsTheMomentumWithEverySolver) {
  for (const char* solver : {"ode45", "ode15s", "ode4", "ode1", "ode14x", "ode113"}) {
    ModelBuilder m = two_bodies();
    m.set("Solver", solver);
    if (std::string(solver).find("ode1") == 0 || std::string(solver) == "ode4")
      if (std::string(solver) != "ode15s" && std::string(solver) != "ode113") m.set("FixedStep", "0.3");
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(value_at(run, "v[1]", 2), 13 / 5.0, 1e-14) << solver;
    EXPECT_NEAR(value_at(run, "v[2]", 2), 13 / 5.0, 1e-14) << solver;
  }
}

TEST(ConstrainedDynamics, TheMultiplierIsTheForceThatHolds) {
  ModelBuilder m = two_bodies({{"v0", "0"}});
  for (auto& [id, block] : m.diagram.blocks)
    if (block.name == "force") block.parameters["value"] = "[10; 0]";
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "lambda", 0.4), 0, 1e-14);
  EXPECT_NEAR(value_at(run, "lambda", 2), -6, 1e-12);
}

// A step is taken under the new constraint first; the momentum is the same, and so is the state here.
TEST(ConstrainedDynamics, TheNewStateMayComeOneStepLater) {
  ModelBuilder m = two_bodies({{"effective", "one step later"}});
  m.set("Solver", "ode4").set("FixedStep", "0.1");
  const RunOutcome run = finished_run(m);
  EXPECT_NE(value_at(run, "v[1]", 0.55), value_at(run, "v[2]", 0.55));
  EXPECT_NEAR(value_at(run, "v[1]", 0.65), 13 / 5.0, 1e-14);
}

TEST(ConstrainedDynamics, WhatIsPrescribedIsFollowed) {
  ModelBuilder m = two_bodies({{"A", "[1 0]"}, {"prescribes", "on"}});
  Id bodies = no_id;
  for (auto& [id, block] : m.diagram.blocks)
    if (block.name == "bodies") bodies = id;
  m.connect(m.block("sources/ramp", "b"), bodies, 2);
  m.connect(m.block("sources/constant", "db", {{"value", "1"}}), bodies, 3);
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v[1]", 2), 2, 1e-12);
  EXPECT_NEAR(value_at(run, "v[2]", 2), 1, 1e-14);
}

// v1 - v2 = b jumps to 1 at t = 1: momentum stays, and the difference is there from then on, though the row
// was active before and is after.
TEST(ConstrainedDynamics, WhatIsPrescribedMayJump) {
  for (const char* solver : {"ode45", "ode15s", "radau5", "ode4"}) {
    ModelBuilder m = two_bodies({{"prescribes", "on"}});
    Id bodies = no_id;
    for (auto& [id, block] : m.diagram.blocks)
      if (block.name == "bodies") bodies = id;
    m.connect(m.block("sources/step", "b"), bodies, 2);
    m.connect(m.block("sources/constant", "db", {{"value", "0"}}), bodies, 3);
    const RunOutcome run = finished_run(m.set("Solver", solver));
    EXPECT_NEAR(value_at(run, "v[1]", 0.9), 13 / 5.0, 1e-14) << solver;
    EXPECT_NEAR(value_at(run, "v[1]", 2), (13 + 3) / 5.0, 1e-12) << solver;
    EXPECT_NEAR(value_at(run, "v[2]", 2), (13 - 2) / 5.0, 1e-12) << solver;
  }
}

// Enabled while t is in [0, 1) and from 2 on: there v = (1, 0) is projected to (1/3, 1/3) again, and both
// gain 1/3 per second.
TEST(ConstrainedDynamics, AResetStateIsProjectedToo) {
  for (const char* solver : {"ode45", "ode15s"}) {
    ModelBuilder m;
    const Id s = m.block("ports/subsystem", "S"),
             bodies = m.block("constraints/constrained_dynamics", "bodies",
                              {{"M", "diag([1 2])"}, {"A", "[1 -1]"}, {"v0", "[1; 0]"}}, s);
    m.block("ports/enable", "Enable", {{"StatesWhenEnabling", "reset"}}, s);
    m.connect(m.block("sources/constant", "F", {{"value", "[1; 0]"}}, s), bodies);
    m.connect(m.block("sources/constant", "on", {}, s), 0, bodies, 1);
    m.connect(bodies, m.block("ports/outport", "out", {}, s));
    m.connect(bodies, 1, m.block("sinks/terminator", "End", {}, s), 0);
    m.connect(m.block("sources/expression", "times", {{"expression", "abs(t - 1.5) - 0.5"}}), s);
    m.connect(s, m.block("sinks/scope", "scope"));
    m.set("StopTime", "3").set("Solver", solver);
    const RunOutcome run = finished_run(m);
    for (const char* v : {"out[1]", "out[2]"}) {
      EXPECT_NEAR(value_at(run, v, 0.999), (1 + 0.999) / 3, 0.03) << solver;  // of the row before
      EXPECT_NEAR(value_at(run, v, 3), 2 / 3.0, 1e-12) << solver;
    }
  }
}

TEST(ConstrainedDynamics, SizesThatDoNotFitAreRefused) {
  const RunOutcome run = run_diagram(two_bodies({{"A", "[1 -1 0]"}}).diagram);
  expect_refused(run, "the constraints have another number of columns than the mass matrix");
  ModelBuilder m = two_bodies({{"MassSource", "input"}});
  for (const auto& [id, block] : std::map(m.diagram.blocks.begin(), m.diagram.blocks.end()))
    if (block.name == "bodies") m.connect(m.block("sources/constant", "M", {{"value", "[1 2 3]"}}), 0, id, 2);
  expect_refused(run_diagram(m.diagram), "input M has the dimensions [3], not [2x2]");
}

namespace {

// Two bodies of 3 and 2 kg with v1 = r(t) v2, whose matrices come from inputs.
RunOutcome variable_ratio(const std::string& ratio, const std::string& slope, const std::string& solver) {
  ModelBuilder m;
  const Id bodies = m.block(
      "constraints/constrained_dynamics", "bodies",
      {{"M", "[0]"}, {"A", "[0]"}, {"v0", "[0; 4]"}, {"MassSource", "input"}, {"ConstraintSource", "input"}});
  m.connect(m.block("sources/constant", "force", {{"value", "0"}}), bodies, 0);
  m.connect(m.block("sources/constant", "on", {{"value", "1"}}), bodies, 1);
  m.connect(m.block("sources/constant", "M", {{"value", "diag([3 2])"}}), 0, bodies, 2);
  m.connect(m.block("sources/expression", "A", {{"Expression", "[1, -(" + ratio + ")]"}}), 0, bodies, 3);
  m.connect(m.block("sources/expression", "dA", {{"Expression", "[0, -(" + slope + ")]"}}), 0, bodies, 4);
  record(m, bodies, 0, "v");
  record(m, bodies, 1, "lambda");
  m.set("StopTime", "2").set("Solver", solver).set("RelTol", "1e-9").set("AbsTol", "1e-11");
  m.set("ProjectionTooLarge", "none");
  return finished_run(m);
}

}  // namespace

// Between events the constraint does no work on what moves with it: (3 r^2 + 2) v2^2 stays, from the lock at
// t = 0 on, which keeps r p1 + p2.
TEST(ConstrainedDynamics, ConstraintsMayMove) {
  for (const char* solver : {"ode45", "dop853", "radau5", "ode15s"}) {
    const RunOutcome run = variable_ratio("1 + 0.5*sin(3*t)", "1.5*cos(3*t)", solver);
    const double start = 2 * 4 / 5.0, r = 1 + 0.5 * std::sin(6.0), v = start * std::sqrt(5 / (3 * r * r + 2));
    const double close = std::string(solver) == "ode15s" ? 1e-5 : 1e-7;
    EXPECT_NEAR(value_at(run, "v[2]", 2), v, close) << solver;
    const std::vector<double> time = run.column("time"), one = run.column("v[1]"), two = run.column("v[2]");
    for (std::size_t k = 1; k < time.size(); ++k)
      EXPECT_NEAR(one[k], (1 + 0.5 * std::sin(3 * time[k])) * two[k], 4e-15) << solver << time[k];
    // M1 dv1/dt = lambda with v1 = r v2.
    const double rate = 1.5 * std::cos(6.0), slope = -v * 3 * r * rate / (3 * r * r + 2);
    EXPECT_NEAR(value_at(run, "lambda", 2), 3 * (rate * v + r * slope), 1e-5) << solver;
  }
}

// Where a ratio jumps, the momentum that the new one leaves free is kept: r+ p1 + p2.
TEST(ConstrainedDynamics, ConstraintsMayJump) {
  for (const char* solver : {"ode45", "ode15s", "radau5"}) {
    const RunOutcome run = variable_ratio("t >= 1 ? 2 : 1", "0", solver);
    const double before = 8 / 5.0, after = (2 * 3 * before + 2 * before) / (3 * 4 + 2);
    EXPECT_NEAR(value_at(run, "v[2]", 0.9), before, 1e-14) << solver;
    EXPECT_NEAR(value_at(run, "v[2]", 2), after, 1e-13) << solver;
    EXPECT_NEAR(value_at(run, "v[1]", 2), 2 * after, 1e-13) << solver;
  }
}

namespace {

std::string matrix_text(const Eigen::MatrixXd& m) {
  std::ostringstream text;
  text.precision(17);
  text << "[";
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (i > 0) text << "; ";
    for (Eigen::Index j = 0; j < m.cols(); ++j) text << (j > 0 ? " " : "") << m(i, j);
  }
  text << "]";
  return text.str();
}

}  // namespace

// P'M (x - x0) = 0 for whatever the constraints leave free, and the energy never rises; one row twice.
TEST(ConstrainedDynamics, WhatIsLeftFreeKeepsItsMomentum) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto draw = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::MatrixXd half = draw(4, 4), mass = half * half.transpose() + Eigen::MatrixXd::Identity(4, 4);
    Eigen::MatrixXd rows(3, 4);
    rows << draw(2, 4), Eigen::MatrixXd::Zero(1, 4);
    rows.row(2) = rows.row(0) - 2 * rows.row(1);
    const Eigen::VectorXd before = draw(4, 1);
    ModelBuilder m =
        two_bodies({{"M", matrix_text(mass)}, {"A", matrix_text(rows)}, {"v0", matrix_text(before)}});
    for (auto& [id, block] : m.diagram.blocks)
      if (block.name == "force") block.parameters["value"] = "0";
    const RunOutcome run = finished_run(m);
    Eigen::VectorXd after(4);
    for (int k = 0; k < 4; ++k) after[k] = value_at(run, "v[" + std::to_string(k + 1) + "]", 2);
    const Eigen::MatrixXd motions = Eigen::FullPivLU<Eigen::MatrixXd>(rows).setThreshold(1e-9).kernel();
    EXPECT_LT((rows * after).lpNorm<Eigen::Infinity>(), 1e-13) << trial;
    EXPECT_LT((motions.transpose() * mass * (after - before)).lpNorm<Eigen::Infinity>(), 1e-11) << trial;
    EXPECT_LE(after.dot(mass * after), before.dot(mass * before) * (1 + 1e-14)) << trial;
  }
}

namespace {

double projected(const std::string& mass, const std::string& motions, const std::string& x0, int element) {
  ModelBuilder m;
  const Id before = m.block("sources/constant", "before", {{"value", x0}});
  const Id block = m.block("constraints/energy_projection", "projection", {{"M", mass}, {"P", motions}});
  m.connect(before, block);
  record(m, block, 0, "x");
  m.set("StopTime", "1").set("Solver", "ode4").set("FixedStep", "1");
  return value_at(finished_run(m), "x[" + std::to_string(element) + "]", 1);
}

}  // namespace

// The two formulations of two shafts, with velocities and with momenta as states, agree.
TEST(EnergyProjection, VelocitiesAndMomentaGiveTheSame) {
  const double m1 = 2, m2 = 3, v1 = 5.25, v2 = 0.5, v = (m1 * v1 + m2 * v2) / (m1 + m2);
  EXPECT_NEAR(projected("[2; 3]", "[1; 1]", "[5.25; 0.5]", 1), v, 1e-14);
  EXPECT_NEAR(projected("[1/2; 1/3]", "[1; 3/2]", "[2*5.25; 3*0.5]", 1), m1 * v, 1e-14);
  EXPECT_NEAR(projected("[1/2; 1/3]", "[1; 3/2]", "[2*5.25; 3*0.5]", 2), m2 * v, 1e-14);
}

// Impacts on stops: what they give back, and where positions are behind an impact that a fixed step has seen
// late. Closed forms of ballistic flights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

bool is_fixed(const std::string& solver) {
  return solver == "ode14x" || solver == "ode1be" || (solver.size() == 4 && solver != "ode45");
}

// 2 kg at 3 m/s behind 3 kg at 0.5 m/s, 1 m apart, and where both are. They meet at 0.4 s.
struct TwoMasses {
  NetworkBuilder m;
  Id front, back, stop, zero;

  explicit TwoMasses(const std::string& restitution = "0") {
    front = m.block("driveline/mass", "A", {{"m", "2"}, {"v0", "3"}});
    back = m.block("driveline/mass", "B", {{"m", "3"}, {"v0", "0.5"}});
    stop = m.block("driveline/translational_hard_stop", "stop",
                   {{"upper", "1"}, {"lower", "-100"}, {"e", restitution}});
    zero = m.block("driveline/translational_reference", "zero");
    m.join(stop, 0, front, 0).join(stop, 1, back, 0);
    measure(front, "a");
    measure(back, "b");
    m.set("StopTime", "3");
  }
  void measure(Id of, const std::string& name) {
    const Id sensor =
        m.block("driveline/translational_motion_sensor", name + " sensor", {{"Position", "on"}});
    m.join(sensor, 0, of, 0).join(sensor, 1, zero, 0);
    m.record(sensor, 0, "v" + name);
    m.record(sensor, 1, "p" + name);
  }
};

// A ball that falls from 1 m, and its closed form.
struct Ball {
  static constexpr double g = 9.81;
  NetworkBuilder m;
  Id ball, floor, ground;

  explicit Ball(const std::string& restitution) {
    ball = m.block("driveline/mass", "ball", {{"m", "2"}});
    floor = m.block("driveline/translational_hard_stop", "floor",
                    {{"upper", "1000"}, {"lower", "0"}, {"x0", "1"}, {"e", restitution}});
    ground = m.block("driveline/translational_reference", "ground");
    const Id weight = m.block("driveline/force_source", "weight"),
             sensor = m.block("driveline/translational_motion_sensor", "sensor",
                              {{"Position", "on"}, {"x0", "1"}});
    m.connect(m.constant("force", "-2*9.81"), weight, 0);
    m.join(weight, 0, ball, 0).join(weight, 1, ground, 0).join(floor, 0, ball, 0).join(floor, 1, ground, 0);
    m.join(sensor, 0, ball, 0).join(sensor, 1, ground, 0);
    m.record(sensor, 0, "v");
    m.record(sensor, 1, "p");
  }
  static double first() { return std::sqrt(2 / g); }
  // The instant of impact k, from 0.
  static double impact(double e, int k) {
    double t = first(), speed = g * first();
    for (int i = 0; i < k; ++i) speed *= e, t += 2 * speed / g;
    return t;
  }
  static double height(double e, double t) {
    if (t < first()) return 1 - 0.5 * g * t * t;
    double at = first(), speed = e * g * first();
    for (int k = 0; k < 2000; ++k, speed *= e) {
      const double flight = 2 * speed / g, since = t - at;
      if (since < flight) return since * (speed - 0.5 * g * since);
      at += flight;
    }
    return 0;
  }
};

}  // namespace

// They go on at 1.5 m/s. The center of mass does not notice how late the step sees it, so that both are where
// they would be.
TEST(ContactPositions, EndWhereTheContactInTimeWouldHaveThem) {
  for (const std::string solver :
       {"ode1", "ode2", "ode3", "ode4", "ode5", "ode8", "ode14x", "ode1be", "ode45", "ode15s"})
    for (const char* step : {"0.3", "0.07"}) {
      TwoMasses two;
      two.m.set("Solver", solver);
      if (is_fixed(solver)) two.m.set("FixedStep", step);
      const RunOutcome run = finished_run(two.m);
      EXPECT_NEAR(value_at(run, "va", 3), 1.5, 1e-12) << solver;
      EXPECT_NEAR(value_at(run, "vb", 3), 1.5, 1e-12) << solver;
      EXPECT_NEAR(value_at(run, "pa", 3), 1.2 + 1.5 * 2.6, 1e-9) << solver << step;
      EXPECT_NEAR(value_at(run, "pb", 3), 0.2 + 1.5 * 2.6, 1e-9) << solver << step;
      double most = 9.375;  // energy
      const auto a = run.column("va"), b = run.column("vb");
      for (std::size_t k = 0; k < a.size(); ++k) {
        const double energy = a[k] * a[k] + 1.5 * b[k] * b[k];
        EXPECT_NEAR(2 * a[k] + 3 * b[k], 7.5, 1e-13);
        EXPECT_LE(energy, most * (1 + 1e-14)) << solver;
        most = std::min(most, energy);
      }
    }
}

TEST(Restitution, PartsBodiesWithItsShareOfTheSpeedOfTheirApproach) {
  for (const double e : {0.0, 0.3, 0.6, 1.0})
    for (const std::string solver :
         {"ode45", "ode23tb", "radau5", "ode15s", "ode1", "ode4", "ode8", "ode14x"})
      for (const char* step : {"0.3", "0.07"}) {
        TwoMasses two(to_text(e));
        two.m.set("Solver", solver);
        if (is_fixed(solver)) two.m.set("FixedStep", step);
        const RunOutcome run = finished_run(two.m);
        const double a = 1.5 - 0.6 * e * 2.5, b = 1.5 + 0.4 * e * 2.5;
        EXPECT_NEAR(value_at(run, "va", 3), a, 1e-12) << solver << e;
        EXPECT_NEAR(value_at(run, "vb", 3), b, 1e-12) << solver << e;
        EXPECT_NEAR(2 * value_at(run, "va", 3) + 3 * value_at(run, "vb", 3), 7.5, 1e-13) << solver << e;
        EXPECT_NEAR(value_at(run, "pa", 3), 1.2 + a * 2.6, 1e-9) << solver << e << step;
        EXPECT_NEAR(value_at(run, "pb", 3), 0.2 + b * 2.6, 1e-9) << solver << e << step;
      }
}

// Infinitely many bounces in a finite time, and rest behind them.
TEST(Restitution, ABallBouncesAndComesToRest) {
  constexpr double e = 0.8;
  for (const std::string solver : {"ode45", "ode23", "dop853", "ode113", "ode15s", "ode23tb", "radau5"}) {
    Ball b("0.8");
    b.m.set("Solver", solver).set("StopTime", "6").set("RelTol", "1e-8");
    const RunOutcome run = finished_run(b.m);
    const auto time = run.column("time"), p = run.column("p");
    for (std::size_t k = 0; k < time.size(); ++k)
      EXPECT_NEAR(p[k], Ball::height(e, time[k]), 1e-7) << solver << " at " << time[k];
    EXPECT_EQ(value_at(run, "v", 6), 0) << solver;
    EXPECT_NEAR(value_at(run, "p", 6), 0, 1e-12) << solver;
    std::vector<double> impacts;
    for (const JumpRecord& jump : run.statistics.jumps) impacts.push_back(jump.time);
    ASSERT_GT(impacts.size(), 20u) << solver;
    for (int k = 0; k < 20; ++k)
      EXPECT_NEAR(impacts[static_cast<std::size_t>(k)], Ball::impact(e, k), 1e-7) << solver << k;
  }
}

TEST(Restitution, ABallBouncesWithFixedStepsToo) {
  for (const double e : {0.5, 0.8})
    for (const std::string solver : {"ode2", "ode4", "ode8", "ode14x"}) {
      Ball b(to_text(e));
      b.m.set("Solver", solver).set("StopTime", "6").set("FixedStep", "0.007");
      const RunOutcome run = finished_run(b.m);
      const auto time = run.column("time"), p = run.column("p");
      // Flights that are shorter than a step are not seen.
      double last = Ball::first();
      int k = 0;
      while (Ball::impact(e, k + 1) - Ball::impact(e, k) > 0.014) last = Ball::impact(e, ++k);
      for (std::size_t row = 0; row < time.size(); ++row) {
        EXPECT_GE(p[row], -0.07) << solver;  // what a step has gone past, until it is set back
        if (time[row] < last && p[row] >= 0) {
          EXPECT_NEAR(p[row], Ball::height(e, time[row]), 1e-9) << solver << e << " at " << time[row];
        }
      }
      EXPECT_EQ(value_at(run, "v", 6), 0) << solver;
      EXPECT_NEAR(value_at(run, "p", 6), 0, 1e-12) << solver;
    }
}

// No energy comes from bounces that are seen late.
TEST(Restitution, OfOneKeepsTheEnergy) {
  for (const std::string solver : {"ode2", "ode4", "ode45"}) {
    Ball b("1");
    b.m.set("Solver", solver).set("StopTime", "50");
    if (is_fixed(solver)) b.m.set("FixedStep", "0.013");
    const RunOutcome run = finished_run(b.m);
    const double v = value_at(run, "v", 50), p = value_at(run, "p", 50);
    EXPECT_NEAR(0.5 * v * v + Ball::g * p, Ball::g, 1e-7) << solver;
  }
}

// The first of three balls hits two that touch: Moreau's law, for one coefficient the reflection at what is
// nearest in energy. Momentum and energy stay.
TEST(Restitution, OfSeveralContactsAtOnce) {
  for (const std::string solver : {"ode45", "ode4"}) {
    NetworkBuilder m;
    std::vector<Id> balls;
    for (const char* name : {"1", "2", "3"})
      balls.push_back(m.block("driveline/mass", name, {{"v0", *name == '1' ? "3" : "0"}}));
    const Id zero = m.block("driveline/translational_reference", "zero");
    for (std::size_t k = 0; k + 1 < balls.size(); ++k) {
      const Id stop = m.block("driveline/translational_hard_stop", "stop" + std::to_string(k),
                              {{"upper", "0"}, {"lower", "-100"}, {"x0", k == 0 ? "-1" : "0"}, {"e", "1"}});
      m.join(stop, 0, balls[k], 0).join(stop, 1, balls[k + 1], 0);
    }
    for (std::size_t k = 0; k < balls.size(); ++k) {
      const Id sensor = m.block("driveline/translational_motion_sensor", "sensor" + std::to_string(k));
      m.join(sensor, 0, balls[k], 0).join(sensor, 1, zero, 0);
      m.record(sensor, 0, "v" + std::to_string(k + 1));
    }
    m.set("Solver", solver).set("StopTime", "1");
    if (is_fixed(solver)) m.set("FixedStep", "0.1");
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(value_at(run, "v1", 1), -1, 1e-12) << solver;
    EXPECT_NEAR(value_at(run, "v2", 1), 2, 1e-12) << solver;
    EXPECT_NEAR(value_at(run, "v3", 1), 2, 1e-12) << solver;
  }
}

TEST(Restitution, IsAShare) {
  TwoMasses two("1.1");
  const RunOutcome run = run_diagram(two.m.diagram);
  EXPECT_NE(run.messages().find("parameter 'Coefficient of restitution' is 1.1"), std::string::npos)
      << run.messages();
}

// A wall does not move: the body alone is set back, and the spring that presses it there follows.
TEST(ContactPositions, AWallStaysWhereItIs) {
  NetworkBuilder m;
  const Id body = m.block("driveline/mass", "body", {{"m", "2"}, {"v0", "1"}}),
           stop = m.block("driveline/translational_hard_stop", "stop", {{"upper", "0.5"}, {"lower", "-100"}}),
           spring = m.block("driveline/translational_spring", "spring", {{"k", "0.01"}, {"phi0", "-1"}}),
           zero = m.block("driveline/translational_reference", "zero"),
           sensor = m.block("driveline/translational_motion_sensor", "sensor", {{"Position", "on"}}),
           force = m.block("driveline/force_sensor", "force");
  m.join(stop, 0, body, 0).join(stop, 1, zero, 0).join(sensor, 0, body, 0).join(sensor, 1, zero, 0);
  m.join(force, 0, body, 0).join(force, 1, spring, 0).join(spring, 1, zero, 0);
  m.record(sensor, 1, "p");
  m.record(force, 0, "F");
  m.set("StopTime", "0.9").set("Solver", "ode4").set("FixedStep", "0.3");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "p", 0.75), 0.5, 1e-15);
  EXPECT_NEAR(value_at(run, "F", 0.75), -0.005, 1e-15);
}

// Through a gear of ratio 2: what turns half as fast moves half as far, and the stop is reached.
TEST(ContactPositions, GearsMoveAlong) {
  NetworkBuilder m;
  const Id fast = m.inertia("fast", "1", "2"), slow = m.inertia("slow", "4", "1"),
           gear = m.block("driveline/gear", "gear", {{"n", "2"}}),
           stop = m.block("driveline/rotational_hard_stop", "stop", {{"upper", "0.5"}, {"lower", "-100"}}),
           sensor = m.block("driveline/rotational_motion_sensor", "sensor", {{"Position", "on"}});
  m.join(fast, 0, gear, 0).join(gear, 1, slow, 0).join(stop, 0, fast, 0).join(stop, 1, m.ground(), 0);
  m.join(sensor, 0, slow, 0).join(sensor, 1, m.ground(), 0);
  m.record(sensor, 1, "p");
  m.set("StopTime", "0.9").set("Solver", "ode4").set("FixedStep", "0.3");
  EXPECT_NEAR(value_at(finished_run(m), "p", 0.75), 0.25, 1e-14);
}

// What has no mass follows at once: the end of the spring stays at the stop, and the spring is compressed by
// what the mass behind it has gone on.
TEST(ContactPositions, TheEndOfASpringStaysAtTheStop) {
  NetworkBuilder m;
  const Id body = m.block("driveline/mass", "body", {{"m", "2"}, {"v0", "1"}}),
           spring = m.block("driveline/translational_spring", "spring", {{"k", "3"}}),
           stop = m.block("driveline/translational_hard_stop", "stop", {{"upper", "0.5"}, {"lower", "-100"}}),
           zero = m.block("driveline/translational_reference", "zero"),
           sensor = m.block("driveline/translational_motion_sensor", "sensor", {{"Position", "on"}}),
           force = m.block("driveline/force_sensor", "force");
  m.join(body, 0, force, 0).join(force, 1, spring, 0).join(spring, 1, stop, 0).join(stop, 1, zero, 0);
  m.join(sensor, 0, spring, 1).join(sensor, 1, zero, 0);
  m.record(sensor, 1, "p");
  m.record(force, 0, "F");
  m.set("StopTime", "0.6").set("Solver", "ode4").set("FixedStep", "0.3");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "p", 0.6), 0.5, 1e-14);
  EXPECT_NEAR(value_at(run, "F", 0.6), 3 * 0.1, 1e-13);
}

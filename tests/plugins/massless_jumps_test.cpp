// What has no mass moves at once where a spring does: positions that are measured, and stops on the way.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

struct Spring {
  NetworkBuilder m;
  Id push, sensor;
  // A force on a spring without a body; the sensor measures how far its end moves.
  explicit Spring(const std::string& k) {
    push = m.block("driveline/torque_source", "push");
    const Id spring = m.block("driveline/rotational_spring", "spring", {{"k", k}});
    sensor = m.block("driveline/rotational_motion_sensor", "sensor", {{"Position", "on"}});
    m.join(push, c, m.ground(), 0).join(spring, c, m.ground(), 0).join(push, r, spring, r);
    m.join(sensor, r, push, r).join(sensor, c, m.ground(), 0);
    m.record(sensor, 1, "angle");
  }
  void force(const std::string& type, const std::map<std::string, std::string>& parameters) {
    m.connect(m.block(type, "force", parameters), push);
  }
};

// A translational force beside a spring and a hard stop; `turned`: the stop seen from its other side.
struct Stop {
  NetworkBuilder m;
  Id force, push;
  Stop(const std::string& before, const std::string& after, bool turned, const std::string& upper,
       const std::string& lower) {
    force = m.block("sources/step", "force", {{"time", "1"}, {"before", before}, {"after", after}});
    push = m.block("driveline/force_source", "push");
    const Id spring = m.block("driveline/translational_spring", "spring", {{"k", "2"}}),
             stop =
                 m.block("driveline/translational_hard_stop", "stop", {{"upper", upper}, {"lower", lower}}),
             sensor = m.block("driveline/force_sensor", "sensor"),
             position = m.block("driveline/translational_motion_sensor", "position", {{"Position", "on"}}),
             zero = m.block("driveline/translational_reference", "zero");
    m.connect(force, push).join(push, c, zero, 0).join(push, r, sensor, r);
    m.join(sensor, c, spring, r).join(spring, c, zero, 0);
    m.join(stop, turned ? c : r, push, r).join(stop, turned ? r : c, zero, 0);
    m.join(position, r, push, r).join(position, c, zero, 0);
    m.record(sensor, 0, "F");
    m.record(position, 1, "x");
  }
};

}  // namespace

TEST(MasslessJumps, AMeasuredPositionJumpsWithItsSpring) {
  for (const std::string solver : {"ode45", "ode15s", "ode4", "radau5"}) {
    Spring s("2");
    s.force("sources/step", {{"time", "1"}, {"before", "0.3"}, {"after", "1"}});
    s.m.set("Solver", solver).set("StopTime", "2").set("FixedStep", "0.1");
    const RunOutcome run = finished_run(s.m);
    const auto time = run.times(), angle = run.column("angle");
    for (std::size_t k = 0; k < time.size(); ++k)
      if (time[k] != 0 && time[k] != 1) {
        EXPECT_NEAR(angle[k], time[k] < 1 ? 0.15 : 0.5, 1e-12) << solver << time[k];
      }
    EXPECT_EQ(angle.back(), 0.5) << solver;
  }
}

// Sampled forces: the end of the spring is where the last sample has taken it.
TEST(MasslessJumps, AMeasuredPositionFollowsAHeldForce) {
  Spring s("4");
  const Id sine = s.m.block("sources/sine_wave", "sine", {{"frequency", "3"}}),
           hold = s.m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.01"}});
  s.m.connect(sine, hold).connect(hold, s.push).set("StopTime", "2");
  const RunOutcome run = finished_run(s.m);
  const auto time = run.times(), angle = run.column("angle");
  EXPECT_NEAR(angle.back(), std::sin(3 * 2.0) / 4, 1e-12);
  for (std::size_t k = 0; k < time.size(); ++k)
    EXPECT_NEAR(angle[k], std::sin(3 * time[k]) / 4, 3 * 0.01 / 4 + 1e-12) << time[k];
}

// A node between two springs moves with what both make of a step of its load's end; a body does not move.
TEST(MasslessJumps, ANodeBetweenTwoSpringsMoves) {
  NetworkBuilder m;
  const Id force = m.block("sources/step", "force", {{"time", "1"}, {"before", "0"}, {"after", "6"}}),
           push = m.block("driveline/torque_source", "push"),
           first = m.block("driveline/rotational_spring", "first", {{"k", "2"}}),
           second = m.block("driveline/rotational_spring", "second", {{"k", "1"}}),
           body = m.inertia("body", "3"),
           node = m.block("driveline/rotational_motion_sensor", "node", {{"Position", "on"}}),
           at_body = m.block("driveline/rotational_motion_sensor", "at_body", {{"Position", "on"}});
  m.connect(force, push).join(push, c, m.ground(), 0).join(first, c, m.ground(), 0).join(first, r, push, r);
  m.join(second, r, push, r).join(second, c, body, 0);
  m.join(node, r, push, r).join(node, c, m.ground(), 0);
  m.join(at_body, r, body, 0).join(at_body, c, m.ground(), 0);
  m.record(node, 1, "node");
  m.record(at_body, 1, "body");
  m.run_to("4");
  const RunOutcome run = finished_run(m);
  // J w' = k2 (n - x), (k1 + k2) n = F + k2 x: x oscillates about F / k1 with w^2 = k1 k2 / (k1 + k2) / J.
  const double w = std::sqrt(2.0 / 3 / 3);
  const auto time = run.times(), x = run.column("body"), n = run.column("node");
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (time[k] <= 1) continue;
    const double at = 3 * (1 - std::cos(w * (time[k] - 1)));
    EXPECT_NEAR(x[k], at, 1e-8) << time[k];
    EXPECT_NEAR(n[k], (6 + at) / 3, 1e-8) << time[k];
  }
}

// The end of a spring that a force moves at once to its limit stays there: the stop takes the rest.
TEST(MasslessJumps, AStopOnTheWayHolds) {
  for (const std::string solver : {"ode45", "ode15s", "ode4"})
    for (const bool turned : {false, true})
      for (const double sign : {1.0, -1.0}) {
        // Limits of the node's position: 0.5 on the side of the force.
        const std::string near = "0.5", far = "-3";
        const bool up = (sign > 0) != turned;
        Stop s(to_text(0.25 * sign), to_text(3 * sign), turned, up ? near : "3", up ? far : "-0.5");
        s.m.set("Solver", solver).set("StopTime", "2").set("FixedStep", "0.05");
        const RunOutcome run = finished_run(s.m);
        EXPECT_NEAR(run.column("F").back(), sign, 1e-12) << solver << turned << sign;
        EXPECT_NEAR(run.column("x").back(), 0.5 * sign, 1e-12) << solver << turned << sign;
      }
}

// At the start too, before anything has moved; and where the force lets go again the spring comes back.
TEST(MasslessJumps, AStopLetsGoAsTheForceDoes) {
  Stop s("3", "0.4", false, "0.5", "-1");
  s.m.set("StopTime", "2");
  const RunOutcome run = finished_run(s.m);
  const auto time = run.times(), force = run.column("F"), x = run.column("x");
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (time[k] == 1 || time[k] == 0) continue;
    EXPECT_NEAR(force[k], time[k] < 1 ? 1 : 0.4, 1e-12) << time[k];
    EXPECT_NEAR(x[k], time[k] < 1 ? 0.5 : 0.2, 1e-12) << time[k];
  }
}

// What a jump has taken off a stop is free, though it comes back to it from there on.
TEST(MasslessJumps, WhatAJumpTakesOffAStopIsFree) {
  for (const std::string solver : {"ode45", "ode4"}) {
    Stop s("2", "0.4", false, "0.5", "-1");
    const Id sum = s.m.block("math/sum", "sum", {{"signs", "++"}}),
             ramp = s.m.block("sources/ramp", "ramp", {{"slope", "0.2"}});
    std::erase_if(s.m.diagram.lines, [&](const auto& line) {
      return line.second.target->block == s.push && !line.second.conserving();
    });
    s.m.connect(s.force, 0, sum, 0).connect(ramp, 0, sum, 1).connect(sum, s.push);
    s.m.set("StopTime", "4").set("Solver", solver).set("FixedStep", "0.1");
    const RunOutcome run = finished_run(s.m);
    const auto time = run.times(), x = run.column("x");
    for (std::size_t k = 0; k < time.size(); ++k) {
      if (time[k] == 0 || time[k] == 1) continue;
      EXPECT_NEAR(x[k], time[k] < 1 ? 0.5 : std::min(0.5, (0.4 + 0.2 * time[k]) / 2), 1e-9)
          << solver << time[k];
    }
  }
}

// A stop that is not reached has no part in it, exactly at its limit it holds nothing.
TEST(MasslessJumps, AStopThatIsNotReachedIsNone) {
  for (const double after : {0.99, 1.0}) {
    Stop s("0", to_text(after), false, "0.5", "-1");
    s.m.set("StopTime", "2");
    const RunOutcome run = finished_run(s.m);
    EXPECT_NEAR(run.column("F").back(), after, 1e-12);
    EXPECT_NEAR(run.column("x").back(), after / 2, 1e-12);
  }
}

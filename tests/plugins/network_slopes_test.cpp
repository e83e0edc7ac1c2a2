// How fast that changes which is prescribed by signals: a spring without a body at its end follows it at
// once, so its rate is that of the signal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/network_builder.h"
#include "tests/support/run_results.h"

using namespace sim;

namespace {

constexpr const char* instants = "[0 0.25 0.5 1 1.5 2]";

Id sine(NetworkBuilder& m, const std::string& name, const std::string& phase = "0") {
  return m.block("sources/sine_wave", name, {{"frequency", "1"}, {"phase", phase}});
}

// A spring of stiffness 2 from port r of `of` to the ground, its torque and the speed of its end.
void add_spring(NetworkBuilder& m, Id of, int port) {
  const Id spring = m.block("driveline/rotational_spring", "spring", {{"k", "2"}}),
           sensor = m.block("driveline/torque_sensor", "sensor");
  m.join(of, port, sensor, r).join(sensor, c, spring, r).join(spring, c, m.ground(), 0);
  m.record(sensor, 0, "torque");
  m.watch(of, port, "speed");
}

Id add_clutch(NetworkBuilder& m) {
  const Id clutch = m.block("driveline/clutch", "clutch",
                            {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1.2"}});
  m.join(m.inertia("body", "1", "100"), 0, clutch, r);
  add_spring(m, clutch, c);
  return clutch;
}

template <class Torque, class Speed>
void expect_follows(NetworkBuilder& m, const Torque& torque, const Speed& speed) {
  m.run_to("2", instants);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.messages(), "");
  const auto t = run.times(), torques = run.column("torque"), speeds = run.column("speed");
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (t[k] == 0) continue;  // as the blocks say it is, and as the network decides
    EXPECT_NEAR(torques[k], torque(t[k]), 1e-8) << t[k];
    EXPECT_NEAR(speeds[k], speed(t[k]), 1e-8) << t[k];
  }
  EXPECT_EQ(run.statistics.zero_crossings, 0u);
  for (const auto& jump : run.statistics.jumps) EXPECT_EQ(jump.time, 0) << jump.time;
}

}  // namespace

TEST(NetworkSlopes, ASpringFollowsATorque) {
  NetworkBuilder m;
  const Id source = m.block("driveline/torque_source", "source");
  m.connect(sine(m, "sine"), 0, source, 0).join(source, c, m.ground(), 0);
  add_spring(m, source, r);
  expect_follows(
      m, [](double t) { return std::sin(t); }, [](double t) { return std::cos(t) / 2; });
}

TEST(NetworkSlopes, ASpringFollowsAClutchWhosePressureGrows) {
  NetworkBuilder m;
  m.connect(m.block("sources/ramp", "ramp"), 0, add_clutch(m), 0);
  expect_follows(
      m, [](double t) { return t; }, [](double) { return 0.5; });
}

TEST(NetworkSlopes, ATableOfInstantsHasASlope) {
  NetworkBuilder m;
  m.connect(m.block("sources/piecewise_linear", "table", {{"times", "[0 4]"}, {"values", "[0 8]"}}), 0,
            add_clutch(m), 0);
  expect_follows(
      m, [](double t) { return 2 * t; }, [](double) { return 1.0; });
}

// The pressure is a state: its rate is what drives that. Whatever comes first in the diagram.
TEST(NetworkSlopes, StatesAreFollowedInAnyOrderOfBlocks) {
  for (const bool network_first : {false, true}) {
    NetworkBuilder m;
    Id clutch = network_first ? add_clutch(m) : no_id;
    const Id pump = m.block("continuous/integrator", "pump");
    if (!network_first) clutch = add_clutch(m);
    m.connect(sine(m, "flow", "1.5707963267948966"), 0, pump, 0).connect(pump, 0, clutch, 0);
    expect_follows(
        m, [](double t) { return std::sin(t); }, [](double t) { return std::cos(t) / 2; });
  }
}

// A pressure that is the network's own: nobody can say how fast it grows before the network is solved.
TEST(NetworkSlopes, WhatTheNetworkDrivesItselfCountsAsConstant) {
  NetworkBuilder m;
  const Id clutch = m.block("driveline/clutch", "clutch",
                            {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1.2"}});
  const Id body = m.inertia("body", "1", "2"), load = m.inertia("load", "1"),
           speed = m.block("driveline/rotational_motion_sensor", "speed"),
           lag = m.block("continuous/integrator", "lag");
  m.join(body, 0, clutch, r).join(clutch, c, load, 0);
  m.join(body, 0, speed, r).join(speed, c, m.ground(), 0);
  m.connect(speed, 0, lag, 0).connect(lag, 0, clutch, 0);
  m.watch(body, 0, "w");
  m.watch(load, 0, "v");
  m.run_to("1", "[0 0.5 1]");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  // w'' = -w from 2 and 0 until both turn alike: 2 cos t = 2 - 2 cos t at pi / 3.
  const auto t = run.times(), w = run.column("w"), v = run.column("v");
  for (std::size_t k = 0; k < t.size(); ++k) {
    EXPECT_NEAR(w[k], t[k] < std::acos(0.5) ? 2 * std::cos(t[k]) : 1, 1e-8) << t[k];
    EXPECT_NEAR(w[k] + v[k], 2, 1e-8) << t[k];
  }
}

TEST(NetworkSlopes, ALoneDiodeTakesACurrentThatGrowsFromZero) {
  for (const bool forwards : {true, false}) {
    NetworkBuilder m;
    const Id source = m.block("electrical/controlled_current_source", "source"),
             diode = m.block("electrical/diode", "diode"), ground = m.block("electrical/reference", "ground"),
             sensor = m.block("electrical/current_sensor", "sensor");
    m.connect(sine(m, "current"), 0, source, 0).connect(sine(m, "slope", "1.5707963267948966"), 0, source, 1);
    m.join(source, forwards ? 0 : 1, sensor, 0).join(sensor, 1, diode, 0);
    m.join(diode, 1, ground, 0).join(source, forwards ? 1 : 0, ground, 0);
    m.record(sensor, 0, "i");
    m.run_to("3");
    const RunOutcome run = run_diagram(m.diagram);
    if (!forwards) {
      EXPECT_EQ(run.end, RunEnd::Failed);
      EXPECT_NE(
          run.messages().find("no way for 'diode' to hold or to let go is consistent: what is prescribed "
                              "here leaves them none at t = 0"),
          std::string::npos)
          << run.messages();
      continue;
    }
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const auto t = run.times(), i = run.column("i");
    for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(i[k], std::sin(t[k]), 1e-12) << t[k];
  }
}

// Each step begins where the limits of the slew meet its input: the rate there is that of what follows.
TEST(NetworkSlopes, ALimitedTorqueHasTheRateThatItGoesOnWith) {
  for (const char* fastest : {"10", "0.5"}) {
    NetworkBuilder m;
    const Id source = m.block("driveline/torque_source", "source"),
             limiter =
                 m.block("discontinuities/rate_limiter", "limiter",
                         {{"RisingSlewLimit", fastest}, {"FallingSlewLimit", std::string("-") + fastest}});
    m.connect(sine(m, "sine"), limiter).connect(limiter, 0, source, 0).join(source, c, m.ground(), 0);
    add_spring(m, source, r);
    m.record(limiter, 0, "limited");
    m.run_to("3", "0:0.1:3");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const auto t = run.times(), torque = run.column("torque"), limited = run.column("limited");
    for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(torque[k], limited[k], 1e-8) << t[k];
  }
}

namespace {

// The torque sin t - theta on a spring, theta being the angle that its end has turned.
struct OwnTorque {
  NetworkBuilder m;
  Id source = m.block("driveline/torque_source", "source"), theta = m.block("continuous/integrator", "theta"),
     sum = m.block("math/sum", "sum", {{"signs", "+-"}}),
     sensor = m.block("driveline/rotational_motion_sensor", "motion");
  OwnTorque() {
    m.join(source, c, m.ground(), 0);
    add_spring(m, source, r);
    m.join(sensor, r, source, r).join(sensor, c, m.ground(), 0);
    m.connect(sensor, 0, theta, 0).connect(sine(m, "sine"), 0, sum, 0).connect(theta, 0, sum, 1);
    m.record(theta, 0, "angle");
  }
};

}  // namespace

// theta' = dT/dt / 2 and dT/dt = cos t - theta': an algebraic loop of rates, and no message was a wrong
// number.
TEST(NetworkSlopes, ATorqueThatFollowsItsOwnSpringIsRefused) {
  OwnTorque own;
  own.m.connect(own.sum, own.source);
  own.m.run_to("2", instants);
  const RunOutcome run = run_diagram(own.m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("source: the states follow its input at once at t = 0, and how fast that "
                                "changes is not known"),
            std::string::npos)
      << run.messages();
}

TEST(NetworkSlopes, ATorqueThatLagsBehindItsOwnSpringIsFollowed) {
  OwnTorque own;
  const Id lag =
      own.m.block("continuous/transfer_fcn", "lag", {{"Numerator", "1"}, {"Denominator", "[0.5 1]"}});
  own.m.connect(own.sum, lag).connect(lag, own.source);
  own.m.run_to("2", instants);
  const RunOutcome run = run_diagram(own.m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  // theta' = 2 (sin t - 3 theta) / 2
  const auto t = run.times(), angle = run.column("angle");
  for (std::size_t k = 0; k < t.size(); ++k)
    EXPECT_NEAR(angle[k], (3 * std::sin(t[k]) - std::cos(t[k]) + std::exp(-3 * t[k])) / 10, 1e-8) << t[k];
}

// A sampled controller holds its torque between its hits: its rate is 0 there, whatever it has been sampled
// from. A body at the other end of the spring, theta'' = T / J, follows polynomials.
TEST(NetworkSlopes, AHeldTorqueOfItsOwnNetworkIsFollowed) {
  NetworkBuilder m;
  const Id source = m.block("driveline/torque_source", "source"), load = m.inertia("load", "0.5"),
           shaft = m.block("driveline/rotational_spring", "shaft", {{"k", "100"}}),
           sensor = m.block("driveline/rotational_motion_sensor", "motion", {{"Position", "on"}}),
           control = m.block("user_defined/fcn", "control", {{"expression", "8*(1 - u(2)) - u(1)"}}),
           mux = m.block("routing/mux", "mux"),
           hold = m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.1"}});
  m.join(source, c, m.ground(), 0).join(source, r, shaft, r).join(shaft, c, load, 0);
  m.join(sensor, r, load, 0).join(sensor, c, m.ground(), 0);
  m.connect(sensor, 0, mux, 0).connect(sensor, 1, mux, 1).connect(mux, control).connect(control, hold);
  m.connect(hold, source);
  m.record(sensor, 1, "angle");
  m.run_to("3", "0:0.1:3");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const auto t = run.times(), angle = run.column("angle");
  double theta = 0, w = 0, torque = 0, from = 0;
  int hit = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    while (hit <= t[k] * 10 + 1e-9) {
      const double since = hit * 0.1 - from;
      theta += w * since + torque * since * since;
      w += 2 * torque * since;
      torque = 8 * (1 - theta) - w;
      from = hit++ * 0.1;
    }
    const double since = t[k] - from;
    EXPECT_NEAR(angle[k], theta + w * since + torque * since * since, 1e-12) << t[k];
  }
}

// The torque 8 (1 - theta) - w of a body at the other end of a spring: its rate takes w' = T / J, which does
// not depend on how fast the torque changes. J theta'' + theta' + 8 theta = 8.
TEST(NetworkSlopes, ATorqueThatFollowsTheBodyBehindItsSpringIsFollowed) {
  for (const std::string solver : {"ode45", "ode15s", "radau5"}) {
    NetworkBuilder m;
    const Id source = m.block("driveline/torque_source", "source"), load = m.inertia("load", "0.5"),
             shaft = m.block("driveline/rotational_spring", "shaft", {{"k", "100"}}),
             sensor = m.block("driveline/rotational_motion_sensor", "motion", {{"Position", "on"}}),
             end = m.block("driveline/rotational_motion_sensor", "end", {{"Position", "on"}}),
             control = m.block("user_defined/fcn", "control", {{"expression", "8*(1 - u(2)) - u(1)"}}),
             mux = m.block("routing/mux", "mux");
    m.join(source, c, m.ground(), 0).join(source, r, shaft, r).join(shaft, c, load, 0);
    m.join(sensor, r, load, 0).join(sensor, c, m.ground(), 0);
    m.join(end, r, source, r).join(end, c, m.ground(), 0);
    m.connect(sensor, 0, mux, 0).connect(sensor, 1, mux, 1).connect(mux, control).connect(control, source);
    m.record(sensor, 1, "angle");
    m.record(end, 1, "end");
    m.record(control, 0, "torque");
    m.set("Solver", solver);
    m.run_to("3", "0:0.1:3");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_EQ(run.messages().find("error"), std::string::npos) << run.messages();
    const auto t = run.times(), angle = run.column("angle"), at_end = run.column("end"),
               torque = run.column("torque");
    const double w = std::sqrt(16 - 1);
    for (std::size_t k = 0; k < t.size(); ++k) {
      const double theta = 1 - std::exp(-t[k]) * (std::cos(w * t[k]) + std::sin(w * t[k]) / w);
      EXPECT_NEAR(angle[k], theta, 1e-8) << solver << t[k];
      if (t[k] > 0) {
        EXPECT_NEAR(at_end[k], angle[k] + torque[k] / 100, 1e-8) << solver << t[k];
      }
    }
  }
}

TEST(NetworkSlopes, ABodyNeedsNoRateOfItsOwnTorque) {
  OwnTorque own;
  own.m.join(own.m.inertia("body", "1e-6"), 0, own.source, r).connect(own.sum, own.source);
  own.m.set("Solver", "ode15s");
  own.m.run_to("2", instants);
  const RunOutcome run = run_diagram(own.m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(run.messages(), "");
}

// A clutch slips into a spring, pressed by P = t - 11 + w/10 of the body it brakes, w(0) = 100: P' = 1 - P/10
// from t = 1 on.
TEST(NetworkSlopes, APressureThatFollowsTheBodyIsFollowed) {
  NetworkBuilder m;
  const Id clutch = add_clutch(m), ramp = m.block("sources/ramp", "ramp", {{"slope", "1"}}),
           minus = m.constant("minus", "-11"),
           motion = m.block("driveline/rotational_motion_sensor", "motion"),
           sum = m.block("math/sum", "sum", {{"signs", "+++"}}),
           gain = m.block("math/gain", "gain", {{"k", "0.1"}});
  m.join(motion, r, clutch, r).join(motion, c, m.ground(), 0);
  m.connect(ramp, sum).connect(minus, 0, sum, 1).connect(motion, gain).connect(gain, 0, sum, 2);
  m.connect(sum, 0, clutch, 0);
  const auto pressure = [](double t) { return t < 1 ? 0 : 10 * (1 - std::exp((1 - t) / 10)); };
  m.run_to("3", instants);
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const auto t = run.times(), torque = run.column("torque"), speed = run.column("speed");
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (t[k] == 0 || std::fabs(t[k] - 1) < 1e-9) continue;
    EXPECT_NEAR(torque[k], pressure(t[k]), 1e-7) << t[k];
    EXPECT_NEAR(speed[k], t[k] < 1 ? 0 : (1 - pressure(t[k]) / 10) / 2, 1e-7) << t[k];
  }
}

// Pressed by t - 1 + theta, theta being the angle that the end of the spring has turned; below 0 it needs no
// rate.
TEST(NetworkSlopes, ARateThatIsNeededLaterIsRefusedThen) {
  NetworkBuilder m;
  const Id clutch = add_clutch(m), ramp = m.block("sources/ramp", "ramp", {{"slope", "1"}}),
           minus = m.constant("minus", "-1"),
           motion = m.block("driveline/rotational_motion_sensor", "motion"),
           sum = m.block("math/sum", "sum", {{"signs", "+++"}}),
           theta = m.block("continuous/integrator", "theta");
  m.join(motion, r, clutch, c).join(motion, c, m.ground(), 0);
  m.connect(ramp, sum).connect(minus, 0, sum, 1).connect(motion, theta).connect(theta, 0, sum, 2);
  m.connect(sum, 0, clutch, 0);
  m.run_to("3", instants);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("clutch: the states follow its input at once at t = 1"), std::string::npos)
      << run.messages();
}

// Physical networks against closed forms: what moves together, what is conserved where laws switch.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

TEST(Networks, ATorqueAcceleratesWhatIsRigidlyJoined) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "2"), b = m.inertia("b", "3"),
           drive = m.block("driveline/torque_source", "drive");
  m.connect(m.constant("torque", "10"), drive, 0);
  m.join(drive, r, a, 0).join(drive, c, m.ground(), 0).join(a, 0, b, 0);
  m.watch(b, 0, "v");
  m.set("StopTime", "1");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v", 1), 2, 1e-13);
}

TEST(Networks, AGearCarriesInertiaByTheSquareOfItsRatio) {
  NetworkBuilder m;
  const Id motor = m.inertia("motor", "0.1"), load = m.inertia("load", "10");
  const Id drive = m.block("driveline/torque_source", "drive"),
           gear = m.block("driveline/gear", "gear", {{"n", "5"}});
  m.connect(m.constant("torque", "1"), drive, 0);
  m.join(drive, r, motor, 0).join(drive, c, m.ground(), 0).join(motor, 0, gear, 0).join(gear, 1, load, 0);
  m.watch(motor, 0, "vm");
  m.watch(load, 0, "vl");
  m.set("StopTime", "2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "vm", 2), 2 / (0.1 + 10 / 25.0), 1e-12);
  EXPECT_NEAR(value_at(run, "vl", 2), 2 / (0.1 + 10 / 25.0) / 5, 1e-12);
}

TEST(Networks, AnOscillatorKeepsItsFrequency) {
  NetworkBuilder m;
  const Id body = m.inertia("body", "2", "1"),
           spring = m.block("driveline/rotational_spring", "spring", {{"k", "8"}});
  m.join(body, 0, spring, r).join(spring, c, m.ground(), 0);
  m.watch(body, 0, "v");
  m.set("StopTime", "5").set("RelTol", "1e-10");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v", 5), std::cos(2 * 5), 1e-7);
}

TEST(Networks, InitialSpeedsThatContradictARigidJoinSettleByMomentum) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "2", "5"), b = m.inertia("b", "3", "0");
  m.join(a, 0, b, 0);
  m.watch(a, 0, "va");
  m.watch(b, 0, "vb");
  m.set("StopTime", "1");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "va", 1), 2, 1e-14);
  EXPECT_NEAR(value_at(run, "vb", 1), 2, 1e-14);
}

TEST(Networks, AClutchLocksWithoutLosingMomentum) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "2", "5"), b = m.inertia("b", "3", "0");
  const Id clutch =
      m.block("driveline/clutch", "clutch",
              {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1"}, {"Sensors", "on"}});
  m.connect(m.constant("pressure", "6"), clutch, 0);
  m.join(a, 0, clutch, r).join(clutch, c, b, 0);
  m.watch(a, 0, "va");
  m.watch(b, 0, "vb");
  for (int k = 0; k < 4; ++k)
    m.record(clutch, k,
             std::vector<std::string>{"slip", "torque", "locked", "loss"}[static_cast<std::size_t>(k)]);
  m.run_to("2", "[0.5 0.9 1.1 1.5]");
  const RunOutcome run = finished_run(m);
  // Slip 5 falls by 6/2 + 6/3 = 5 a second: locked at t = 1 with speed 2.
  EXPECT_NEAR(value_at(run, "va", 0.5), 5 - 1.5, 1e-9);
  EXPECT_NEAR(value_at(run, "va", 2), 2, 1e-14);
  EXPECT_NEAR(value_at(run, "vb", 2), 2, 1e-14);
  EXPECT_EQ(value_at(run, "locked", 0.9), 0);
  EXPECT_EQ(value_at(run, "locked", 1.1), 1);
  EXPECT_NEAR(value_at(run, "torque", 1.5), 0, 1e-12);
}

TEST(Networks, AClutchBreaksLooseWhereItsTorqueIsExceeded) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "1"), b = m.inertia("b", "1"),
           drive = m.block("driveline/torque_source", "drive");
  const Id clutch =
      m.block("driveline/clutch", "clutch",
              {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1.5"}, {"Sensors", "on"}});
  m.connect(m.constant("pressure", "1"), clutch, 0);
  m.connect(m.block("sources/ramp", "torque"), drive, 0);
  m.join(a, 0, clutch, r).join(clutch, c, b, 0).join(drive, r, a, 0).join(drive, c, m.ground(), 0);
  m.watch(a, 0, "va");
  m.watch(b, 0, "vb");
  for (int k = 0; k < 4; ++k)
    m.record(clutch, k,
             std::vector<std::string>{"slip", "torque", "locked", "loss"}[static_cast<std::size_t>(k)]);
  m.run_to("5", "[2.9 3.1]");
  const RunOutcome run = finished_run(m);
  // Half of t passes through the clutch: 1.5 at t = 3. From there a' = t - 1, b' = 1.
  EXPECT_EQ(value_at(run, "locked", 2.9), 1);
  EXPECT_EQ(value_at(run, "locked", 3.1), 0);
  EXPECT_NEAR(value_at(run, "va", 5), 9.0 / 4 + (25 - 9) / 2.0 - 2, 1e-8);
  EXPECT_NEAR(value_at(run, "vb", 5), 9.0 / 4 + 2, 1e-8);
}

// An hour of locking and letting go, driven apart by a torque between the two: what no torque from outside
// changes does not drift.
TEST(Networks, ThousandsOfEventsKeepTheMomentum) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "2", "5"), b = m.inertia("b", "3", "1"),
           drive = m.block("driveline/torque_source", "drive");
  const Id clutch = m.block("driveline/clutch", "clutch",
                            {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "9"}, {"mu_s", "12"}});
  m.connect(m.block("sources/pulse_generator", "pressure", {{"Period", "2"}}), clutch, 0);
  m.connect(m.constant("torque", "3"), drive, 0);
  m.join(a, 0, clutch, r).join(clutch, c, b, 0).join(drive, r, a, 0).join(drive, c, b, 0);
  m.watch(a, 0, "va");
  m.watch(b, 0, "vb");
  m.run_to("3600");
  m.set("RelTol", "1e-3").set("MaxStep", "inf");
  const RunOutcome run = finished_run(m);
  EXPECT_GT(run.statistics.zero_crossings + run.statistics.steps, 3600u);
  const auto va = run.column("va"), vb = run.column("vb");
  for (std::size_t k = 0; k < va.size(); ++k) ASSERT_NEAR(2 * va[k] + 3 * vb[k], 13, 2e-11) << k;
}

TEST(Networks, TwoChargedCapacitorsThatASwitchJoinShareTheirCharge) {
  NetworkBuilder m;
  const Id c1 = m.block("electrical/capacitor", "c1", {{"C", "1e-6"}, {"v0", "10"}});
  const Id c2 = m.block("electrical/capacitor", "c2", {{"C", "3e-6"}, {"v0", "2"}});
  const Id gate = m.block("electrical/switch", "gate"), ground = m.block("electrical/reference", "zero");
  const Id step = m.block("sources/step", "step", {{"time", "0.5"}});
  m.connect(step, gate, 0);
  m.join(c1, 0, gate, 0).join(gate, 1, c2, 0).join(c1, 1, ground, 0).join(c2, 1, ground, 0);
  for (const auto& [id, name] : std::map<Id, std::string>{{c1, "v1"}, {c2, "v2"}}) {
    const Id meter = m.block("electrical/voltage_sensor", name + " meter");
    m.join(meter, 0, id, 0).join(meter, 1, ground, 0);
    m.record(meter, 0, name);
  }
  m.run_to("1", "0.49");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(value_at(run, "v1", 0.49), 10);
  EXPECT_NEAR(value_at(run, "v1", 1), (10e-6 + 6e-6) / 4e-6, 1e-13);
  EXPECT_NEAR(value_at(run, "v2", 1), (10e-6 + 6e-6) / 4e-6, 1e-13);
  const double charge = 10e-6 + 6e-6;
  EXPECT_NEAR(1e-6 * value_at(run, "v1", 1) + 3e-6 * value_at(run, "v2", 1), charge, charge * 1e-14);
}

TEST(Networks, TwoInductorsThatComeInSeriesShareTheirFlux) {
  NetworkBuilder m;
  const Id l1 = m.block("electrical/inductor", "l1", {{"L", "1e-3"}, {"i0", "5"}});
  const Id l2 = m.block("electrical/inductor", "l2", {{"L", "4e-3"}, {"i0", "0"}});
  const Id gate = m.block("electrical/switch", "gate"), ground = m.block("electrical/reference", "zero");
  const Id step = m.block("sources/step", "step", {{"time", "0.5"}, {"before", "1"}, {"after", "0"}});
  m.connect(step, gate, 0);
  const Id meter = m.block("electrical/current_sensor", "meter");
  m.join(l1, 0, ground, 0).join(l1, 1, l2, 0).join(l2, 1, meter, 0).join(meter, 1, ground, 0);
  m.join(gate, 0, l1, 1).join(gate, 1, ground, 0);
  m.record(meter, 0, "i");
  m.run_to("1", "0.49");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "i", 0.49), 0, 1e-12);
  EXPECT_NEAR(value_at(run, "i", 1), 1, 1e-14);  // L1 i1 / (L1 + L2): the flux is kept
}

TEST(Networks, ACapacitorChargesThroughAResistor) {
  NetworkBuilder m;
  const Id source = m.block("electrical/voltage_source", "source", {{"V", "10"}});
  const Id resistor = m.block("electrical/resistor", "resistor", {{"R", "1000"}});
  const Id capacitor = m.block("electrical/capacitor", "capacitor", {{"C", "1e-3"}});
  const Id ground = m.block("electrical/reference", "zero"),
           meter = m.block("electrical/voltage_sensor", "meter");
  m.join(source, 0, resistor, 0).join(resistor, 1, capacitor, 0).join(capacitor, 1, ground, 0);
  m.join(source, 1, ground, 0).join(meter, 0, capacitor, 0).join(meter, 1, ground, 0);
  m.record(meter, 0, "v");
  m.set("StopTime", "2").set("RelTol", "1e-10");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "v", 2), 10 * (1 - std::exp(-2)), 1e-8);
}

TEST(Networks, ADiodeRectifies) {
  NetworkBuilder m;
  const Id source = m.block("electrical/sine_voltage_source", "source", {{"V", "10"}, {"f", "1"}});
  const Id diode = m.block("electrical/diode", "diode"),
           load = m.block("electrical/resistor", "load", {{"R", "5"}});
  const Id ground = m.block("electrical/reference", "zero"),
           meter = m.block("electrical/current_sensor", "meter");
  m.join(source, 0, diode, 0).join(diode, 1, load, 0).join(load, 1, meter, 0).join(meter, 1, ground, 0);
  m.join(source, 1, ground, 0);
  m.record(meter, 0, "i");
  const Id integral = m.block("continuous/integrator", "charge");
  m.connect(meter, 0, integral, 0);
  m.record(integral, 0, "q");
  m.set("StopTime", "3").set("RelTol", "1e-9").set("MaxStep", "0.01");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "q", 3), 3 * 2 / M_PI, 1e-6);  // of 2 sin over half of each second
  for (double i : run.column("i")) EXPECT_GE(i, -1e-8);
}

// V - switch - L - R, with a diode that takes over the current when the switch opens.
TEST(Networks, ADiodeTakesOverTheCurrentOfAnInductor) {
  NetworkBuilder m;
  const Id source = m.block("electrical/voltage_source", "source", {{"V", "10"}});
  const Id gate = m.block("electrical/switch", "gate"), diode = m.block("electrical/diode", "diode");
  const Id coil = m.block("electrical/inductor", "coil", {{"L", "1"}}),
           ground = m.block("electrical/reference", "zero");
  const Id load = m.block("electrical/resistor", "load", {{"R", "1"}}),
           meter = m.block("electrical/current_sensor", "meter");
  m.connect(m.block("sources/step", "step", {{"before", "1"}, {"after", "0"}}), gate, 0);
  m.join(source, 0, gate, 0).join(gate, 1, coil, 0).join(coil, 1, load, 0).join(load, 1, meter, 0);
  m.join(meter, 1, ground, 0).join(source, 1, ground, 0).join(diode, 0, ground, 0).join(diode, 1, coil, 0);
  m.record(meter, 0, "i");
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "i", 2), 10 * (1 - std::exp(-1)) * std::exp(-1), 1e-8);
}

TEST(Networks, ADiodeChargesACapacitorAtOnce) {
  for (const bool diode_first : {true, false}) {
    NetworkBuilder m;
    Id diode = no_id;
    if (diode_first) diode = m.block("electrical/diode", "diode");
    const Id store = m.block("electrical/capacitor", "store", {{"C", "1e-3"}});
    if (!diode_first) diode = m.block("electrical/diode", "diode");
    const Id source = m.block("electrical/voltage_source", "source", {{"V", "10"}});
    const Id ground = m.block("electrical/reference", "zero"),
             meter = m.block("electrical/voltage_sensor", "meter");
    m.join(source, 0, diode, 0).join(diode, 1, store, 0).join(store, 1, ground, 0).join(source, 1, ground, 0);
    m.join(meter, 0, store, 0).join(meter, 1, ground, 0);
    m.record(meter, 0, "v");
    m.run_to("1");
    EXPECT_NEAR(value_at(finished_run(m), "v", 1), 10, 1e-12) << diode_first;
  }
}

TEST(Networks, AStopHoldsABodyAndLetsItGo) {
  NetworkBuilder m;
  const Id body = m.block("driveline/mass", "body", {{"m", "2"}, {"v0", "1"}});
  const Id stop = m.block("driveline/translational_hard_stop", "stop", {{"upper", "0.5"}, {"lower", "-1"}});
  const Id frame = m.block("driveline/translational_reference", "frame");
  const Id push = m.block("driveline/force_source", "push");
  const Id sensor = m.block("driveline/translational_motion_sensor", "sensor", {{"Position", "on"}});
  m.connect(m.block("sources/step", "force", {{"time", "2"}, {"before", "4"}, {"after", "-4"}}), push, 0);
  m.join(body, 0, stop, r).join(stop, c, frame, 0).join(push, r, body, 0).join(push, c, frame, 0);
  m.join(sensor, r, body, 0).join(sensor, c, frame, 0);
  m.record(sensor, 0, "v");
  m.record(sensor, 1, "x");
  m.run_to("3.5", "[1.5 2.5]");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "x", 1.5), 0.5, 1e-9);
  EXPECT_NEAR(value_at(run, "v", 1.5), 0, 1e-12);
  EXPECT_NEAR(value_at(run, "x", 2.5), 0.5 - 0.25, 1e-8);  // pulled back by 2 m/s^2 from t = 2 on
  EXPECT_NEAR(value_at(run, "x", 3.5), -1, 1e-8);          // at the other stop
}

TEST(Networks, ABodyFollowsAPrescribedSpeedThatJumps) {
  NetworkBuilder m;
  const Id body = m.inertia("body", "2"), drive = m.block("driveline/rotational_motion_source", "drive");
  m.connect(m.block("sources/step", "speed", {{"after", "3"}}), drive, 0)
      .connect(m.constant("zero", "0"), drive, 1);
  m.join(drive, r, body, 0).join(drive, c, m.ground(), 0);
  m.watch(body, 0, "v");
  m.set("StopTime", "2");
  EXPECT_NEAR(value_at(finished_run(m), "v", 2), 3, 1e-12);
}

TEST(Networks, PortsOfDifferentDomainsAreRefused) {
  NetworkBuilder m;
  const Id body = m.inertia("body", "1"), resistor = m.block("electrical/resistor", "resistor");
  m.join(body, 0, resistor, 0);
  const RunOutcome run = run_diagram(m.diagram);
  expect_refused(run, "rotational");
}

TEST(Networks, WhatCannotBeHeldIsNamed) {
  NetworkBuilder m;
  const Id drive = m.block("driveline/torque_source", "drive"),
           clutch = m.block("driveline/clutch", "clutch");
  const Id body = m.inertia("body", "1");
  m.connect(m.constant("pressure", "0"), clutch, 0).connect(m.constant("torque", "1"), drive, 0);
  m.join(drive, r, clutch, r).join(drive, c, m.ground(), 0).join(clutch, c, body, 0);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NE(run.end, RunEnd::Finished);
  EXPECT_NE(run.messages().find("takes up"), std::string::npos) << run.messages();
}

// No number of steps gets anywhere: the run ends, and says what it is.
TEST(Networks, ATimeConstantOfNextToNothingEndsTheRun) {
  NetworkBuilder m;
  const Id store = m.block("electrical/capacitor", "C", {{"C", "1e-3"}, {"v0", "5"}}),
           leak = m.block("electrical/resistor", "R", {{"R", "1e-300"}}),
           earth = m.block("electrical/reference", "earth");
  m.join(store, 0, leak, 0).join(store, 1, earth, 0).join(leak, 1, earth, 0);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("the run makes very slow progress"), std::string::npos) << run.messages();
  m.set("Solver", "ode15s");
  EXPECT_EQ(run_diagram(m.diagram).end, RunEnd::Finished);
}

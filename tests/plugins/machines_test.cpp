// Batteries, three phases and synchronous machines against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

struct CircuitModel : NetworkBuilder {
  Id earth() {
    if (earth_ == no_id) earth_ = block("electrical/reference", "earth");
    return earth_;
  }

 private:
  Id earth_ = no_id;
};

}  // namespace

// Straight V(s) = a + b s at a resistor: s' = -(a + b s)/((R + Rl) 3600 Q).
TEST(Machines, ABatteryRunsDown) {
  for (const bool turned : {false, true}) {
    CircuitModel m;
    const Id battery = m.block("electrical/battery", "battery",
                               {{"Q", "0.01"}, {"R", "0.5"}, {"Charges", "[0 1]"}, {"Voltages", "[10 12]"}}),
             load = m.block("electrical/resistor", "load", {{"R", "9.5"}});
    m.join(battery, turned ? 1 : 0, load, 0).join(battery, turned ? 0 : 1, m.earth(), 0);
    m.join(load, 1, m.earth(), 0);
    m.record(battery, 0, "s");
    m.run_to("20");
    EXPECT_NEAR(value_at(finished_run(m), "s", 20), -5 + 6 * std::exp(-20 * 2 / (10 * 36.0)), 1e-9) << turned;
  }
}

TEST(Machines, AnEmptyBatteryEndsTheRun) {
  CircuitModel m;
  const Id battery = m.block("electrical/battery", "battery", {{"Q", "0.001"}}),
           load = m.block("electrical/resistor", "load", {{"R", "1"}});
  m.join(battery, 0, load, 0).join(battery, 1, m.earth(), 0).join(load, 1, m.earth(), 0);
  m.set("UnconnectedOutput", "none");
  m.run_to("100");
  EXPECT_NE(run_diagram(m.diagram).messages().find("the battery is empty"), std::string::npos);
}

TEST(Machines, ABatteryNeedsATable) {
  CircuitModel m;
  m.block("electrical/battery", "battery", {{"Charges", "[0 1]"}, {"Voltages", "[10 11 12]"}});
  expect_refused(m.diagram, "a value for each");
}

// A source with a resistance behind it, and a load: v1 = V/(1 + R D^2/Rl), v2 = D v1, whichever way it is
// turned.
TEST(Machines, AnAveragedConverterKeepsThePower) {
  for (const bool turned : {false, true}) {
    CircuitModel m;
    const Id source = m.block("electrical/voltage_source", "source", {{"V", "10"}}),
             inside = m.block("electrical/resistor", "inside", {{"R", "2"}}),
             load = m.block("electrical/resistor", "load", {{"R", "4"}}),
             converter = m.block("electrical/averaged_converter", "converter", {{"R", "1"}}),
             duty = m.block("sources/ramp", "duty", {{"Slope", "1"}, {"InitialOutput", "-1.5"}});
    m.connect(duty, converter);
    m.join(source, turned ? 1 : 0, inside, 0).join(inside, 1, converter, 0);
    m.join(source, turned ? 0 : 1, m.earth(), 0).join(converter, 1, m.earth(), 0);
    m.join(converter, 2, load, 0).join(converter, 3, load, 1).join(load, 1, m.earth(), 0);
    const Id before = m.block("electrical/voltage_sensor", "before"),
             behind = m.block("electrical/voltage_sensor", "behind");
    m.join(converter, 0, before, 0).join(before, 1, m.earth(), 0);
    m.join(converter, 2, behind, 0).join(behind, 1, m.earth(), 0);
    m.record(before, 0, "v1");
    m.record(behind, 0, "v2");
    m.run_to("3");
    m.set("MaxStep", "0.1").set("EnergyBalance", "error");
    const RunOutcome run = finished_run(m);
    const auto times = run.times(), first = run.column("v1"), second = run.column("v2");
    for (std::size_t row = 0; row < times.size(); ++row) {
      const double d = times[row] - 1.5, v1 = (turned ? -10 : 10) / (1 + 0.4 * d * d);
      EXPECT_NEAR(first[row], v1, 1e-12) << d;
      EXPECT_NEAR(second[row], 0.8 * d * v1, 1e-12) << d;
    }
    EXPECT_NEAR(run.statistics.energy.supplied, run.statistics.energy.dissipated, 1e-9);
    EXPECT_GT(run.statistics.energy.supplied, 10);
  }
}

// Current that a load drives comes back to the source, D times it.
TEST(Machines, AnAveragedConverterLeadsPowerBack) {
  CircuitModel m;
  const Id source = m.block("electrical/voltage_source", "source", {{"V", "10"}}),
           coil = m.block("electrical/inductor", "coil", {{"L", "2"}, {"i0", "-3"}}),
           converter = m.block("electrical/averaged_converter", "converter"),
           sensor = m.block("electrical/current_sensor", "sensor");
  m.connect(m.constant("duty", "0.4"), converter);
  m.join(source, 0, sensor, 0).join(sensor, 1, converter, 0).join(source, 1, m.earth(), 0);
  m.join(converter, 1, m.earth(), 0).join(converter, 2, coil, 0).join(coil, 1, converter, 3);
  m.join(converter, 3, m.earth(), 0);
  m.record(sensor, 0, "i1");
  m.run_to("1");
  EXPECT_NEAR(value_at(finished_run(m), "i1", 1), 0.4 * (-3 + 4 / 2.0), 1e-9);
}

// The current through a coil is its state, and a sensor in series with it, turned or not, shows that: a
// controller of the current closes no algebraic loop. L i' = K (1 - i) - R i.
TEST(Machines, AControlledCurrentClosesNoLoop) {
  for (const bool turned : {false, true}) {
    CircuitModel m;
    const Id source = m.block("electrical/controlled_voltage_source", "source"),
             coil = m.block("electrical/inductor", "coil", {{"L", "2"}}),
             sensor = m.block("electrical/current_sensor", "sensor"),
             load = m.block("electrical/resistor", "load", {{"R", "3"}}),
             control =
                 m.block("user_defined/fcn", "control", {{"Expression", turned ? "5*(1+u)" : "5*(1-u)"}});
    m.connect(sensor, control).connect(control, source).connect(m.constant("slope", "0"), source, 1);
    m.join(source, 1, m.earth(), 0).join(load, 1, m.earth(), 0).join(source, 0, coil, 0);
    m.join(coil, 1, sensor, turned ? 1 : 0).join(sensor, turned ? 0 : 1, load, 0);
    m.record(sensor, 0, "i");
    m.set("AlgebraicLoopMsg", "error");
    m.run_to("1");
    EXPECT_NEAR(value_at(finished_run(m), "i", 1), (turned ? -1 : 1) * 5 / 8.0 * (1 - std::exp(-4.0)), 1e-9);
  }
}

// Clarke and Park of three phases are a turning and a standing vector, and back again.
TEST(Machines, ThreePhasesAreATurningVector) {
  CircuitModel m;
  const Id source =
               m.block("electrical/three_phase_source", "source", {{"V", "10"}, {"f", "1"}, {"phi", "0.3"}}),
           clarke = m.block("electrical/clarke_transform", "clarke"),
           park = m.block("electrical/park_transform", "park"),
           back = m.block("electrical/inverse_park_transform", "back"),
           clock = m.block("sources/clock", "clock"),
           angle = m.block("user_defined/fcn", "angle", {{"Expression", "2*pi*u"}});
  m.join(source, 0, m.earth(), 0).connect(clock, angle).connect(angle, 0, park, 3).connect(angle, 0, back, 3);
  for (int k = 0; k < 3; ++k) {
    const std::string name(1, static_cast<char>('a' + k));
    const Id sensor = m.block("electrical/voltage_sensor", name + " sensor");
    m.join(source, k + 1, sensor, 0).join(sensor, 1, m.earth(), 0);
    m.record(sensor, 0, name);
    m.connect(sensor, 0, clarke, k).connect(sensor, 0, park, k).connect(park, k, back, k);
    m.record(park, k, std::string("p") + name);
    m.record(clarke, k, std::string("c") + name);
    m.record(back, k, std::string("b") + name);
  }
  m.run_to("0.7");
  const RunOutcome run = finished_run(m);
  const double w = 2 * std::numbers::pi * 0.7 + 0.3;
  // A sine is a cosine a quarter behind.
  EXPECT_NEAR(value_at(run, "pa", 0.7), 10 * std::sin(0.3), 1e-12);
  EXPECT_NEAR(value_at(run, "pb", 0.7), -10 * std::cos(0.3), 1e-12);
  EXPECT_NEAR(value_at(run, "pc", 0.7), 0, 1e-12);
  EXPECT_NEAR(value_at(run, "ca", 0.7), 10 * std::sin(w), 1e-12);
  EXPECT_NEAR(value_at(run, "cb", 0.7), -10 * std::cos(w), 1e-12);
  for (int k = 0; k < 3; ++k) {
    const std::string name(1, static_cast<char>('a' + k));
    EXPECT_NEAR(value_at(run, name, 0.7), 10 * std::sin(w - k * 2 * std::numbers::pi / 3), 1e-12) << name;
    EXPECT_NEAR(value_at(run, "b" + name, 0.7), value_at(run, name, 0.7), 1e-12) << name;
  }
}

// Turned with its phases joined, it brakes with 3/2 (p psi)^2 w R/(R^2 + (p w L)^2) once currents have
// settled: with the star point free or at earth, either way round.
TEST(Machines, AMachineWithItsPhasesJoinedBrakes) {
  for (const bool star : {false, true})
    for (const char* speed : {"50", "-50"}) {
      CircuitModel m;
      m.set("UnconnectedConservingPort", "none").set("UnconnectedOutput", "none");
      const Id machine = m.block("converters/synchronous_machine", "machine",
                                 {{"p", "3"}, {"psi", "0.1"}, {"R", "0.5"}, {"L", "4e-3"}}),
               drive = m.block("driveline/rotational_motion_source", "drive"),
               torque = m.block("driveline/torque_sensor", "torque");
      for (int k = 0; k < 3; ++k) m.join(machine, k, m.earth(), 0);
      if (star) m.join(machine, 3, m.earth(), 0);
      m.connect(m.constant("speed", speed), drive, 0).connect(m.constant("slope", "0"), drive, 1);
      m.join(drive, r, torque, r).join(torque, c, machine, 4);
      m.join(drive, c, m.ground(), 0).join(machine, 5, m.ground(), 0);
      m.record(torque, 0, "T");
      m.run_to("0.3");
      const double w = speed[0] == '-' ? -50 : 50;
      EXPECT_NEAR(std::abs(value_at(finished_run(m), "T", 0.3)),
                  std::abs(1.5 * 0.09 * w * 0.5 / (0.25 + 9 * w * w * 16e-6)), 1e-8)
          << star << speed;
    }
}

// Power in is what is stored and what the resistances take.
TEST(Machines, AMachineKeepsItsEnergy) {
  CircuitModel m;
  m.set("UnconnectedOutput", "none");
  const Id machine = m.block("converters/synchronous_machine", "machine",
                             {{"p", "2"}, {"psi", "0.1"}, {"R", "0"}, {"L", "4e-3"}, {"theta0", "0.4"}}),
           rotor = m.inertia("rotor", "0.01", "80");
  for (int k = 0; k < 3; ++k) {
    const Id sensor = m.block("electrical/current_sensor", "ammeter " + std::to_string(k));
    m.join(machine, k, sensor, 0).join(sensor, 1, m.earth(), 0);
    m.record(sensor, 0, "i" + std::to_string(k));
  }
  m.join(machine, 3, m.earth(), 0).join(machine, 4, rotor, 0).join(machine, 5, m.ground(), 0);
  m.watch(rotor, 0, "w");
  m.run_to("0.5");
  const RunOutcome run = finished_run(m);
  double energy = 0.5 * 0.01 * std::pow(value_at(run, "w", 0.5), 2);
  for (const char* i : {"i0", "i1", "i2"}) energy += 0.5 * 4e-3 * std::pow(value_at(run, i, 0.5), 2);
  EXPECT_NEAR(energy, 32, 1e-6);
  EXPECT_LT(std::abs(value_at(run, "w", 0.5)), 80.1);
}

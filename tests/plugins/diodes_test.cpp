// Diodes with a forward voltage and a resistance of their own, and the body diode of a MOSFET, against closed
// forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

constexpr int positive = 0, negative = 1;

struct DiodeCircuit : NetworkBuilder {
  DiodeCircuit() {
    set("RelTol", "1e-9")
        .set("AbsTol", "1e-12")
        .set("EnergyBalance", "error")
        .set("UnconnectedOutput", "none");
    earth = block("electrical/reference", "earth");
  }
  // One behind the other, from the first pole on; the last one ends at the earth.
  void chain(const std::vector<Id>& elements) {
    for (std::size_t k = 0; k + 1 < elements.size(); ++k)
      join(elements[k], negative, elements[k + 1], positive);
    join(elements.back(), negative, earth, 0);
  }
  Id diode(const std::string& voltage, const std::string& resistance) {
    return block("electrical/diode_with_drop", "diode", {{"Vf", voltage}, {"Ron", resistance}});
  }
  Id ammeter() {
    const Id sensor = block("electrical/current_sensor", "ammeter");
    record(sensor, 0, "i");
    return sensor;
  }
  void volts(const std::string& name, Id from, int pole, Id to, int other) {
    const Id sensor = block("electrical/voltage_sensor", name + " sensor");
    join(from, pole, sensor, positive).join(sensor, negative, to, other);
    record(sensor, 0, name);
  }
  Id earth = no_id;
};

double diode_value(const RunOutcome& run, const std::string& column, double t) {
  const std::vector<double> times = run.times(), values = run.column(column);
  std::size_t row = 0;
  while (row + 1 < times.size() && times[row] < t - 1e-12) ++row;
  return values[row];
}

}  // namespace

// V sin(w t) - Vf = L di/dt + R i from sin(w t0) = Vf/V on, until i is 0.
TEST(Diodes, AHalfWaveRectifierWithAnInductor) {
  for (const bool turned : {false, true}) {
    constexpr double v = 10, w = 2 * M_PI * 50, r = 5.2, l = 0.02, vf = 0.8;
    DiodeCircuit m;
    const Id source = m.block("electrical/sine_voltage_source", "source", {{"V", turned ? "-10" : "10"}}),
             diode = m.diode("0.8", "0.2"), load = m.block("electrical/resistor", "R", {{"R", "5"}}),
             coil = m.block("electrical/inductor", "L", {{"L", "0.02"}}), ammeter = m.ammeter();
    m.join(source, negative, m.earth, 0).join(source, positive, diode, turned ? negative : positive);
    m.join(diode, turned ? positive : negative, ammeter, positive);
    m.chain({ammeter, load, coil});
    m.volts("v", diode, positive, diode, negative);
    m.run_to("0.0199", "[0.001 0.002 0.004 0.006 0.009 0.011 0.018]");
    const RunOutcome run = finished_run(m);
    const double z = std::hypot(r, w * l), phase = std::atan2(w * l, r), tau = l / r,
                 begins = std::asin(vf / v) / w;
    const auto current = [&](double t) {
      const double decay = std::exp(-(t - begins) / tau);
      return v / z * (std::sin(w * t - phase) - std::sin(w * begins - phase) * decay) - vf / r * (1 - decay);
    };
    double low = 0.01, high = 0.0199;
    ASSERT_GT(current(low), 0);
    for (int k = 0; k < 60; ++k) (current((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
    for (const double t : {0.001, 0.002, 0.004, 0.006, 0.009, 0.011, 0.018}) {
      const double expected = t < low ? current(t) : 0;
      EXPECT_NEAR(diode_value(run, "i", t), turned ? -expected : expected, 1e-7) << t;
      EXPECT_NEAR(diode_value(run, "v", t), t < low ? vf + 0.2 * expected : v * std::sin(w * t), 1e-6) << t;
    }
  }
}

// A switch opens: the current of the inductor goes on through the diode, against its voltage, and decays.
TEST(Diodes, AnInductorKeepsItsCurrent) {
  for (const double vf : {0.0, 0.7, 5.0})
    for (const double on : {0.0, 0.5}) {
      DiodeCircuit m;
      const Id source = m.block("electrical/voltage_source", "source", {{"V", "12"}}),
               gate = m.block("sources/step", "gate", {{"time", "0.01"}, {"before", "1"}, {"after", "0"}}),
               contact = m.block("electrical/switch", "switch"), ammeter = m.ammeter(),
               load = m.block("electrical/resistor", "R", {{"R", "4"}}),
               coil = m.block("electrical/inductor", "L", {{"L", "0.02"}}),
               diode = m.diode(to_text(vf), to_text(on));
      m.connect(gate, contact);
      m.join(source, negative, m.earth, 0)
          .join(source, positive, contact, positive)
          .join(contact, negative, ammeter, positive);
      m.chain({ammeter, load, coil});
      m.join(diode, positive, m.earth, 0).join(diode, negative, ammeter, positive);
      m.run_to("0.016", "[0.01 0.012 0.015]");
      const RunOutcome run = finished_run(m);
      const double start = 3 * (1 - std::exp(-2.0)), r = 4 + on;
      EXPECT_NEAR(run.statistics.energy.lost_in_events, 0, 1e-20);
      for (const double t : {0.012, 0.015, 0.016}) {
        const double expected = (start + vf / r) * std::exp(-(t - 0.01) * r / 0.02) - vf / r;
        EXPECT_NEAR(diode_value(run, "i", t), std::max(expected, 0.0), 1e-8) << vf << " " << on << " " << t;
      }
    }
}

// 24 V, 20 kHz: between the instants at which it switches the current of a buck converter is exponential.
TEST(Diodes, ABuckConverterFreewheels) {
  DiodeCircuit m;
  constexpr double period = 5e-5, r = 3, l = 1e-3, vf = 0.6, on = 0.05;
  const Id source = m.block("electrical/voltage_source", "source", {{"V", "24"}}),
           gate = m.block("sources/pulse_generator", "gate", {{"Period", "5e-5"}, {"PulseWidth", "40"}}),
           contact = m.block("electrical/switch", "switch"), ammeter = m.ammeter(),
           coil = m.block("electrical/inductor", "L", {{"L", "1e-3"}}),
           load = m.block("electrical/resistor", "R", {{"R", "3"}}), diode = m.diode("0.6", "0.05");
  m.connect(gate, contact);
  m.join(source, negative, m.earth, 0)
      .join(source, positive, contact, positive)
      .join(contact, negative, ammeter, positive);
  m.chain({ammeter, coil, load});
  m.join(diode, positive, m.earth, 0).join(diode, negative, ammeter, positive);
  m.run_to("1e-3");
  double i = 0;
  const auto go = [&](double final, double resistance, double time) {
    i = final + (i - final) * std::exp(-time * resistance / l);
  };
  for (int k = 0; k < 20; ++k) {
    go(24 / r, r, 0.4 * period);
    go(-vf / (r + on), r + on, 0.6 * period);
  }
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(run.column("i").back(), i, 1e-8);
}

// A capacitor behind it is charged to what the source has less its voltage, and keeps that.
TEST(Diodes, ACapacitorIsLeftAtThePeak) {
  DiodeCircuit m;
  const Id source = m.block("electrical/sine_voltage_source", "source", {{"V", "10"}}),
           diode = m.diode("0.7", "0"), capacitor = m.block("electrical/capacitor", "C", {{"C", "1e-4"}});
  m.join(source, negative, m.earth, 0).join(source, positive, diode, positive);
  m.chain({diode, capacitor});
  m.volts("v", capacitor, positive, capacitor, negative);
  m.run_to("0.04");
  EXPECT_NEAR(finished_run(m).column("v").back(), 9.3, 1e-7);
}

// Current that flows backwards: through the body diode while the channel is off; through the channel as far
// as that takes less than Vf.
TEST(Diodes, TheBodyOfAMosfetHasAVoltageToo) {
  for (const double amperes : {2.0, 20.0})
    for (const bool gate : {false, true}) {
      DiodeCircuit m;
      const Id push = m.block("electrical/controlled_current_source", "push"),
               mosfet =
                   m.block("electrical/mosfet", "mosfet", {{"Ron", "0.1"}, {"Vf", "0.8"}, {"Rd", "0.02"}});
      m.connect(m.constant("I", to_text(amperes)), push);
      m.connect(m.constant("slope", "0"), 0, push, 1);
      m.connect(m.constant("gate", gate ? "1" : "0"), mosfet);
      m.join(push, positive, mosfet, 1).join(push, negative, mosfet, 0).join(mosfet, 0, m.earth, 0);
      m.volts("v", mosfet, 1, mosfet, 0);
      m.run_to("0.1");
      const double diode = 0.8 + 0.02 * amperes, channel = 0.1 * amperes,
                   // Both: v/0.1 + (v - 0.8)/0.02 = I.
          both = (amperes + 0.8 / 0.02) / (1 / 0.1 + 1 / 0.02);
      EXPECT_NEAR(std::abs(finished_run(m).column("v").back()),
                  !gate           ? diode
                  : channel < 0.8 ? channel
                                  : both,
                  1e-12);
    }
}

TEST(Diodes, RefuseWhatHasNoMeaning) {
  DiodeCircuit m;
  m.diode("-0.1", "0");
  expect_refused(m.diagram, "Forward voltage");
}

// A current that goes on through a diode while what its circuit moves bounces on a stop: L i + K x falls as
// Vf t.
TEST(Diodes, AFreewheelingCurrentGoesOnThroughImpacts) {
  for (const double vf : {0.0, 0.7})
    for (const char* restitution : {"0.5", "0"}) {
      DiodeCircuit m;
      const Id coil = m.block("electrical/inductor", "coil", {{"L", "0.5"}, {"i0", "2"}}),
               motor = m.block("converters/translational", "motor", {{"K", "0.3"}}),
               mass = m.block("driveline/mass", "mass", {{"m", "0.1"}, {"v0", "1"}}),
               stop = m.block("driveline/translational_hard_stop", "stop",
                              {{"lower", "-10"}, {"upper", "0.05"}, {"e", restitution}}),
               floor = m.block("driveline/translational_reference", "floor"),
               sensor = m.block("driveline/translational_motion_sensor", "sensor", {{"Position", "on"}});
      const Id ammeter = m.ammeter();
      m.chain({ammeter, coil, motor, m.diode(to_text(vf), "0")});
      m.join(ammeter, positive, m.earth, 0);
      m.join(mass, 0, motor, 2).join(motor, 3, floor, 0).join(stop, 0, mass, 0).join(stop, 1, floor, 0);
      m.join(sensor, 0, mass, 0).join(sensor, 1, floor, 0);
      m.record(sensor, 0, "v");
      m.record(sensor, 1, "x");
      m.run_to("0.3");
      const RunOutcome run = finished_run(m);
      const std::vector<double> t = run.times(), i = run.column("i"), x = run.column("x");
      for (std::size_t row = 0; row < t.size(); ++row)
        EXPECT_NEAR(0.5 * i[row] + 0.3 * x[row], 1 - vf * t[row], 1e-8) << t[row];
      EXPECT_GT(i.back(), 0.1);
      EXPECT_GE(run.statistics.jumps.size(), 1U);
    }
}

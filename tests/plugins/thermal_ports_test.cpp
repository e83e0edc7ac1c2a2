// Components whose losses are heat, and further electrical ones: closed forms, both ways round.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

struct HeatedModel : NetworkBuilder {
  HeatedModel() { set("AlgebraicLoopMsg", "error").set("EnergyBalance", "error"); }
  Id earth() {
    if (earth_ == no_id) earth_ = block("electrical/reference", "earth");
    return earth_;
  }
  Id supply(const std::string& v) {
    const Id source = block("electrical/voltage_source", "source", {{"V", v}});
    join(source, 1, earth(), 0);
    return source;
  }
  // 100 J/K at 300 K.
  Id winding() { return block("thermal/mass", "winding", {{"m", "1"}, {"c", "100"}, {"T0", "300"}}); }
  void thermometer(Id at) {
    const Id sensor = block("thermal/temperature_sensor", "thermometer"),
             zero = block("thermal/reference", "zero");
    join(at, 0, sensor, 0).join(sensor, 1, zero, 0);
    record(sensor, 0, "T");
  }
  void ammeter(Id from, int port, Id to, int in) {
    const Id sensor = block("electrical/current_sensor", "ammeter");
    join(from, port, sensor, 0).join(sensor, 1, to, in);
    record(sensor, 0, "i");
  }

 private:
  Id earth_ = no_id;
};

}  // namespace

// C dT/dt = V^2/(R0 (1 + alpha (T - T0))): D + alpha D^2/2 = V^2 t/(R0 C). No algebraic loop is needed.
TEST(ThermalPorts, AResistorHeatsAMass) {
  for (const double a : {0.0, 0.004, -0.002})
    for (const bool turned : {false, true}) {
      HeatedModel m;
      const Id resistor = m.block("electrical/thermal_resistor", "R",
                                  {{"R0", "2"}, {"alpha", to_text(a)}, {"T0", "300"}}),
               winding = m.winding();
      m.join(m.supply("20"), 0, resistor, turned ? 1 : 0).join(resistor, turned ? 0 : 1, m.earth(), 0);
      m.join(resistor, 2, winding, 0);
      m.thermometer(winding);
      m.run_to("50");
      const RunOutcome run = finished_run(m);
      const double heat = 400.0 * 50 / (2 * 100),
                   rise = a == 0 ? heat : (std::sqrt(1 + 2 * a * heat) - 1) / a;
      EXPECT_NEAR(value_at(run, "T", 50), 300 + rise, 1e-6) << a << turned;
      const EnergyRecord& energy = run.statistics.energy;
      EXPECT_NEAR(energy.dissipated, 100 * rise, 1e-4);
      EXPECT_NEAR(energy.heat / energy.dissipated, 1, 1e-14);
      EXPECT_NEAR(energy.supplied, energy.dissipated, 1e-8);
    }
}

// A run ends where the coefficient would make the resistance negative.
TEST(ThermalPorts, ANegativeResistanceIsTold) {
  HeatedModel m;
  const Id resistor = m.block("electrical/thermal_resistor", "R", {{"alpha", "-0.1"}, {"T0", "280"}}),
           winding = m.winding();
  m.join(m.supply("1"), 0, resistor, 0).join(resistor, 1, m.earth(), 0).join(resistor, 2, winding, 0);
  m.run_to("1");
  const std::string messages = run_diagram(m.diagram).messages();
  EXPECT_NE(messages.find("its resistance would be negative at this temperature"), std::string::npos)
      << messages;
}

// A motor that stands still: all of V^2/R heats its winding. One that runs: what is lost is heat.
TEST(ThermalPorts, AMotorHeatsItsWinding) {
  for (const bool blocked : {false, true}) {
    HeatedModel m;
    const Id motor = m.block("converters/thermal_dc_motor", "motor",
                             {{"K", "0.5"}, {"Ra", "2"}, {"alpha", blocked ? "0.004" : "0"}, {"T0", "300"}}),
             winding = m.winding(), rotor = m.inertia("rotor", "0.1");
    m.join(m.supply("20"), 0, motor, 0).join(motor, 1, m.earth(), 0).join(motor, 3, m.ground(), 0);
    m.join(motor, 2, blocked ? m.ground() : rotor, 0).join(motor, 4, winding, 0);
    if (blocked) m.diagram.blocks.erase(rotor);
    m.thermometer(winding);
    m.run_to("50");
    const RunOutcome run = finished_run(m);
    // Run up without load: half of what is supplied is lost, 1/2 J (V/K)^2.
    const double rise = blocked ? (std::sqrt(1 + 0.008 * 100) - 1) / 0.004 : 0.5 * 0.1 * 1600 / 100;
    EXPECT_NEAR(value_at(run, "T", 50), 300 + rise, 1e-6) << blocked;
    EXPECT_NEAR(run.statistics.energy.heat / run.statistics.energy.dissipated, 1, 1e-12) << blocked;
  }
}

// On it is its resistance, off nothing; the body diode conducts backwards, whatever the input.
TEST(ThermalPorts, AMosfetConducts) {
  for (const bool turned : {false, true})
    for (const char* input : {"0", "1"}) {
      HeatedModel m;
      const Id mosfet = m.block("electrical/mosfet", "mosfet", {{"Ron", "0.5"}}),
               load = m.block("electrical/resistor", "load", {{"R", "1.5"}});
      m.connect(m.constant("gate", input), mosfet);
      m.ammeter(m.supply("12"), 0, mosfet, turned ? 1 : 0);
      m.join(mosfet, turned ? 0 : 1, load, 0).join(load, 1, m.earth(), 0);
      m.run_to("1");
      EXPECT_NEAR(value_at(finished_run(m), "i", 1),
                  turned          ? 8
                  : *input == '1' ? 6
                                  : 0,
                  1e-12)
          << turned << input;
    }
}

// i_1 = V t/Lm + V/(n^2 R), whichever way the poles are.
TEST(ThermalPorts, ATransformerMagnetizes) {
  for (const char* n : {"2", "-2"}) {
    HeatedModel m;
    const Id transformer = m.block("electrical/magnetizing_transformer", "transformer",
                                   {{"n", n}, {"Lm", "0.5"}, {"i0", "0.25"}}),
             load = m.block("electrical/resistor", "load", {{"R", "3"}});
    m.ammeter(m.supply("12"), 0, transformer, 0);
    m.join(transformer, 1, m.earth(), 0).join(transformer, 2, load, 0);
    m.join(load, 1, m.earth(), 0).join(transformer, 3, m.earth(), 0);
    m.run_to("2");
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(value_at(run, "i", 2), 0.25 + 12 * 2 / 0.5 + 12.0 / (4 * 3), 1e-9) << n;
    EXPECT_NEAR(run.statistics.energy.stored.at(Domain::Electrical).now, 0.25 * 48.25 * 48.25, 1e-6);
  }
}

// A star of resistances takes the power 3/2 V^2/R at all times.
TEST(ThermalPorts, AThreePhaseSensorMeasuresPower) {
  HeatedModel m;
  const Id source = m.block("electrical/three_phase_source", "source", {{"V", "100"}}),
           sensor = m.block("electrical/three_phase_sensor", "sensor");
  m.join(source, 0, m.earth(), 0).join(sensor, 3, m.earth(), 0);
  for (int k = 0; k < 3; ++k) {
    const Id load = m.block("electrical/resistor", "R" + std::to_string(k), {{"R", "5"}});
    m.join(source, 1 + k, sensor, k).join(sensor, 4 + k, load, 0).join(load, 1, m.earth(), 0);
  }
  m.record(sensor, 0, "va");
  m.record(sensor, 3, "ia");
  m.record(sensor, 6, "P");
  m.run_to("0.02", "[0.003]");
  const RunOutcome run = finished_run(m);
  const double va = 100 * std::sin(100 * 3.14159265358979323846 * 0.003);
  EXPECT_NEAR(value_at(run, "va", 0.003), va, 1e-10);
  EXPECT_NEAR(value_at(run, "ia", 0.003), va / 5, 1e-10);
  EXPECT_NEAR(value_at(run, "P", 0.003), 1.5 * 100 * 100 / 5, 1e-9);
}

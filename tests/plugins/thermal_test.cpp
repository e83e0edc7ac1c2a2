// The thermal library against closed forms, in both directions.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

constexpr double sigma = 5.670374419e-8;

// Masses of 2 kg that take 500 J for a kelvin.
struct ThermalModel : NetworkBuilder {
  Id zero = no_id;
  Id reference() {
    if (zero == no_id) zero = block("thermal/reference", "zero");
    return zero;
  }
  Id mass(const std::string& name, const std::string& t0, const std::string& m = "2") {
    return block("thermal/mass", name, {{"m", m}, {"c", "500"}, {"T0", t0}});
  }
  Id surroundings(const std::string& t) {
    const Id source = block("thermal/temperature_source", "surroundings", {{"T", t}});
    join(source, 1, reference(), 0);
    return source;
  }
  // Between two ports, one way round or the other.
  Id between(const std::string& type, std::map<std::string, std::string> parameters, Id a, Id b,
             bool turned) {
    const Id element = block(type, "element", std::move(parameters));
    join(turned ? b : a, 0, element, 0).join(turned ? a : b, 0, element, 1);
    return element;
  }
  void thermometer(Id of, const std::string& name) {
    const Id sensor = block("thermal/temperature_sensor", name + " sensor");
    join(of, 0, sensor, 0).join(sensor, 1, reference(), 0);
    record(sensor, 0, name);
  }
};

}  // namespace

// T = Ts + (T0 - Ts) exp(-G t/C), whatever conducts; hotter and colder than the surroundings.
TEST(Thermal, AMassFollowsItsSurroundings) {
  const std::map<std::string, std::map<std::string, std::string>> elements{
      {"thermal/conduction", {{"k", "50"}, {"A", "0.02"}, {"d", "0.1"}}},
      {"thermal/convection", {{"h", "40"}, {"A", "0.25"}}},
      {"thermal/resistance", {{"R", "0.1"}}}};
  for (const auto& [type, parameters] : elements)
    for (const bool turned : {false, true})
      for (const char* t0 : {"400", "250"}) {
        ThermalModel m;
        const Id body = m.mass("body", t0);
        m.between(type, parameters, body, m.surroundings("300"), turned);
        m.thermometer(body, "T");
        m.run_to("100");
        const double start = t0[0] == '4' ? 400 : 250;
        EXPECT_NEAR(value_at(finished_run(m), "T", 100), 300 + (start - 300) * std::exp(-1.0), 1e-7)
            << type << turned << t0;
      }
}

// The heat of two masses stays, and their difference falls with G (1/C1 + 1/C2).
TEST(Thermal, TwoMassesShareTheirHeat) {
  ThermalModel m;
  const Id hot = m.mass("hot", "400"), cold = m.mass("cold", "280", "6");
  m.between("thermal/resistance", {{"R", "0.05"}}, hot, cold, false);
  m.thermometer(hot, "hot T");
  m.thermometer(cold, "cold T");
  m.run_to("60");
  const RunOutcome run = finished_run(m);
  const double mean = (1000 * 400 + 3000 * 280) / 4000.0,
               left = std::exp(-60 * 20 * (1 / 1000.0 + 1 / 3000.0));
  EXPECT_NEAR(value_at(run, "hot T", 60), mean + 0.75 * 120 * left, 1e-7);
  EXPECT_NEAR(value_at(run, "cold T", 60), mean - 0.25 * 120 * left, 1e-7);
}

// dT/dt = -sigma e A T^4 / C into empty space: T^-3 grows linearly.
TEST(Thermal, RadiationIntoSpace) {
  for (const bool turned : {false, true}) {
    ThermalModel m;
    const Id body = m.mass("body", "1200");
    m.between("thermal/radiation", {{"Emissivity", "0.8"}, {"A", "0.5"}}, body, m.reference(), turned);
    m.thermometer(body, "T");
    m.run_to("600");
    const double g = sigma * 0.8 * 0.5;
    EXPECT_NEAR(value_at(finished_run(m), "T", 600),
                std::pow(std::pow(1200, -3) + 3 * g * 600 / 1000, -1.0 / 3), 1e-6)
        << turned;
  }
}

// Between two masses, hotter on either side, heat flows to the colder one; the exact time for T by partial
// fractions of 1/(Ts^4 - T^4), the other mass being so large that it stays.
TEST(Thermal, RadiationBetweenMasses) {
  for (const bool turned : {false, true})
    for (const double start : {900.0, 350.0}) {
      ThermalModel m;
      const Id body = m.mass("body", start > 500 ? "900" : "350"), walls = m.mass("walls", "500", "1e15");
      m.between("thermal/radiation", {{"Emissivity", "1"}, {"A", "0.1"}}, body, walls, turned);
      m.thermometer(body, "T");
      m.run_to("500");
      const double t = value_at(finished_run(m), "T", 500), s = 500, g = sigma * 0.1 / 1000;
      const auto primitive = [&](double x) {  // of 1/(s^4 - x^4)
        return (std::log(std::abs((s + x) / (s - x))) / 2 + std::atan(x / s)) / (2 * s * s * s);
      };
      EXPECT_NEAR((primitive(t) - primitive(start)) / g, 500, 1e-4) << turned << start;
    }
}

// A thin shield between two bodies halves what they exchange; its temperature follows at once.
TEST(Thermal, ARadiationShield) {
  ThermalModel m;
  const Id hot = m.mass("hot", "800", "1e15"), cold = m.mass("cold", "300", "1e15"),
           first = m.block("thermal/radiation", "first", {{"Emissivity", "1"}, {"A", "1"}}),
           second = m.block("thermal/radiation", "second", {{"Emissivity", "1"}, {"A", "1"}}),
           sensor = m.block("thermal/heat_flow_sensor", "sensor");
  m.join(hot, 0, first, 0).join(first, 1, sensor, 0).join(sensor, 1, second, 0).join(second, 1, cold, 0);
  m.record(sensor, 0, "Q");
  m.thermometer(sensor, "shield");
  m.set("StopTime", "1").set("AlgebraicLoopMsg", "none");
  const RunOutcome run = finished_run(m);
  const double hot4 = std::pow(800, 4), cold4 = std::pow(300, 4);
  EXPECT_NEAR(value_at(run, "Q", 1), sigma * (hot4 - cold4) / 2, 1e-7);
  EXPECT_NEAR(value_at(run, "shield", 1), std::pow((hot4 + cold4) / 2, 0.25), 1e-9);
}

TEST(Thermal, SourcesAndSensorsSayTheSame) {
  ThermalModel m;
  const Id heater = m.block("thermal/heat_flow_source", "heater"), body = m.mass("body", "300"),
           sensor = m.block("thermal/heat_flow_sensor", "sensor");
  m.connect(m.constant("power", "50"), heater, 0);
  // Out of A, through the sensor, into the mass.
  m.join(heater, 0, sensor, 0).join(sensor, 1, body, 0).join(heater, 1, m.reference(), 0);
  m.record(sensor, 0, "Q");
  m.thermometer(body, "T");
  m.run_to("10");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "Q", 10), 50, 1e-12);
  EXPECT_NEAR(value_at(run, "T", 10), 300 + 50 * 10 / 1000.0, 1e-10);
}

// A mass on a controlled temperature follows it, and takes C dT/dt.
TEST(Thermal, AControlledTemperature) {
  ThermalModel m;
  const Id source = m.block("thermal/controlled_temperature_source", "source"), body = m.mass("body", "300"),
           sensor = m.block("thermal/heat_flow_sensor", "sensor");
  m.connect(m.block("sources/expression", "T wanted", {{"Expression", "300 + 20*sin(t)"}}), 0, source, 0);
  m.connect(m.block("sources/expression", "rate", {{"Expression", "20*cos(t)"}}), 0, source, 1);
  m.join(source, 0, sensor, 0).join(sensor, 1, body, 0).join(source, 1, m.reference(), 0);
  m.record(sensor, 0, "Q");
  m.thermometer(body, "T");
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "T", 2), 300 + 20 * std::sin(2.0), 1e-8);
  EXPECT_NEAR(value_at(run, "Q", 2), 1000 * 20 * std::cos(2.0), 1e-5);
}

// Masses that touch have the mean by their capacities at once: the energy projection keeps heat, and nothing
// counts as lost. Apart again, each goes its way.
TEST(Thermal, MassesThatTouchKeepTheirHeat) {
  for (const char* solver : {"ode45", "ode15s", "ode4"}) {
    ThermalModel m;
    const Id hot = m.mass("hot", "400"), cold = m.mass("cold", "280", "6");
    const Id contact = m.between("thermal/contact", {}, hot, cold, false);
    const Id pulse = m.block("sources/pulse_generator", "touch",
                             {{"Period", "4"}, {"PulseWidth", "50"}, {"PhaseDelay", "1"}});
    m.connect(pulse, 0, contact, 0);
    m.between("thermal/resistance", {{"R", "1"}}, hot, m.reference(), false);
    m.thermometer(hot, "hot T");
    m.thermometer(cold, "cold T");
    m.set("StopTime", "4.5").set("Solver", solver).set("RelTol", "1e-9");
    if (std::string(solver) == "ode4") m.set("FixedStep", "0.0625");
    const RunOutcome run = finished_run(m);
    const double before = 400 * std::exp(-1 / 1000.0), mean = (1000 * before + 3000 * 280) / 4000,
                 apart = mean * std::exp(-2 / 4000.0);
    EXPECT_NEAR(value_at(run, "cold T", 2.999), mean * std::exp(-1.999 / 4000), 0.02) << solver;
    EXPECT_NEAR(value_at(run, "cold T", 4.5), apart, 1e-5) << solver;
    EXPECT_NEAR(value_at(run, "hot T", 4.5), apart * std::exp(-1.5 / 1000.0), 1e-5) << solver;
    EXPECT_EQ(run.statistics.energy_lost, 0) << solver;
    EXPECT_GE(run.statistics.jumps.size(), 1u) << solver;
  }
}

TEST(Thermal, RefusesWhatHasNoMeaning) {
  ThermalModel wrong_domain;
  wrong_domain.join(wrong_domain.mass("body", "300"), 0, wrong_domain.block("electrical/capacitor", "C"), 0);
  expect_refused(wrong_domain.diagram, "thermal port");
  ThermalModel thick;
  thick.between("thermal/conduction", {{"d", "0"}}, thick.mass("body", "300"), thick.reference(), false);
  expect_refused(thick.diagram, "Thickness");
  ThermalModel bright;
  bright.between("thermal/radiation", {{"Emissivity", "1.2"}}, bright.mass("body", "300"), bright.reference(),
                 false);
  expect_refused(bright.diagram, "Emissivity");
  ThermalModel twice;  // two temperatures at one place
  const Id first = twice.block("thermal/temperature_source", "first", {{"T", "300"}}),
           second = twice.block("thermal/temperature_source", "second", {{"T", "400"}});
  twice.join(first, 0, second, 0).join(first, 1, twice.reference(), 0).join(second, 1, twice.reference(), 0);
  const RunOutcome run = run_diagram(twice.set("StopTime", "1").diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("contradict each other"), std::string::npos) << run.messages();
  ThermalModel cold;  // below absolute zero, where a heat pump takes what is not there
  const Id pump = cold.block("thermal/heat_flow_source", "pump"), body = cold.mass("body", "10");
  cold.connect(cold.constant("power", "-2000"), pump, 0);
  cold.join(pump, 0, body, 0).join(pump, 1, cold.reference(), 0);
  cold.between("thermal/radiation", {}, body, cold.reference(), false);
  const RunOutcome below = run_diagram(cold.set("StopTime", "100").diagram);
  EXPECT_EQ(below.end, RunEnd::Failed);
  EXPECT_NE(below.messages().find("below absolute zero"), std::string::npos) << below.messages();
}

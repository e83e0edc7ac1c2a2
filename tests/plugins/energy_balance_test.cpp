// What statistics tell of the energy of networks, against closed forms; and the setting EnergyBalance.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/plugins/hydraulic_model.h"
#include "tests/support/finished_run.h"

using namespace sim;

namespace {

// A source charges C = 0.5 F through R = 2 Ohm; turned: with the poles of all the other way round.
struct Charging : NetworkBuilder {
  explicit Charging(bool turned = false) {
    const int a = turned ? 1 : 0, b = 1 - a;
    const Id earth = block("electrical/reference", "earth"),
             source = block("electrical/voltage_source", "source", {{"V", "10"}}),
             resistor = block("electrical/resistor", "R", {{"R", "2"}}),
             capacitor = block("electrical/capacitor", "C", {{"C", "0.5"}});
    join(source, a, resistor, a).join(resistor, b, capacitor, a);
    join(source, b, earth, 0).join(capacitor, b, earth, 0);
    const Id sensor = block("electrical/voltage_sensor", "sensor");
    join(capacitor, a, sensor, 0).join(sensor, 1, earth, 0);
    record(sensor, 0, "v");
  }
};

struct Swinging : NetworkBuilder {
  Swinging() {
    const Id spring = block("driveline/rotational_spring", "spring", {{"k", "4"}});
    join(inertia("body", "1", "1"), 0, spring, r).join(spring, c, ground(), 0);
    set("StopTime", "10").set("Solver", "ode1").set("FixedStep", "0.01");
  }
};

}  // namespace

TEST(EnergyBalance, OfACapacitorThatIsCharged) {
  for (const bool turned : {false, true}) {
    Charging m(turned);
    m.run_to("1.5");
    m.set("EnergyBalance", "error");
    const EnergyRecord energy = finished_run(m).statistics.energy;
    const double v = 10 * (1 - std::exp(-1.5)), stored = 0.25 * v * v, supplied = 0.5 * 10 * v;
    EXPECT_NEAR(energy.stored.at(Domain::Electrical).now, stored, 1e-7);
    EXPECT_EQ(energy.stored.at(Domain::Electrical).at_start, 0);
    EXPECT_NEAR(energy.supplied, supplied, 1e-7);
    EXPECT_NEAR(energy.dissipated, supplied - stored, 1e-7);
    EXPECT_EQ(energy.lost_in_events, 0);
    EXPECT_LT(energy.largest_imbalance, 1e-9);
  }
}

// Looking changes no digit; where nobody asks, only what is stored is told.
TEST(EnergyBalance, ChangesNoResult) {
  Charging plain, balanced;
  plain.run_to("1.5");
  balanced.run_to("1.5");
  balanced.set("EnergyBalance", "warning");
  const RunOutcome a = finished_run(plain), b = finished_run(balanced);
  EXPECT_EQ(a.column("v"), b.column("v"));
  EXPECT_FALSE(a.statistics.energy.balanced);
  EXPECT_EQ(a.statistics.energy.supplied, 0);
  EXPECT_EQ(a.statistics.energy.stored.at(Domain::Electrical).now,
            b.statistics.energy.stored.at(Domain::Electrical).now);
}

// A switch joins two capacitors: what is lost is 1/2 C1 C2/(C1 + C2) V^2, in an event.
TEST(EnergyBalance, OfCapacitorsThatAreJoined) {
  NetworkBuilder m;
  const Id earth = m.block("electrical/reference", "earth"),
           one = m.block("electrical/capacitor", "one", {{"C", "2"}, {"v0", "6"}}),
           other = m.block("electrical/capacitor", "other", {{"C", "1"}}),
           gate = m.block("electrical/switch", "gate"),
           step = m.block("sources/step", "step", {{"Time", "0.5"}});
  m.join(one, 0, gate, 0).join(gate, 1, other, 0).join(one, 1, earth, 0).join(other, 1, earth, 0);
  m.connect(step, gate);
  m.run_to("1");
  m.set("EnergyBalance", "error");
  const RunStatistics statistics = finished_run(m).statistics;
  EXPECT_NEAR(statistics.energy.lost_in_events, 12, 1e-12);
  EXPECT_NEAR(statistics.energy_lost, 12, 1e-12);
  EXPECT_NEAR(statistics.energy.stored.at(Domain::Electrical).now, 24, 1e-12);
  EXPECT_NEAR(statistics.energy.dissipated, 0, 1e-12);
}

// Energy by domain: of a body that friction brakes, all is dissipated.
TEST(EnergyBalance, OfABodyThatFrictionBrakes) {
  NetworkBuilder m;
  const Id friction = m.block("driveline/rotational_friction", "friction", {{"Fc", "1"}, {"Fs", "1"}});
  m.join(m.inertia("body", "2", "3"), 0, friction, r).join(friction, c, m.ground(), 0);
  m.run_to("10");
  m.set("EnergyBalance", "error");
  const EnergyRecord energy = finished_run(m).statistics.energy;
  EXPECT_NEAR(energy.stored.at(Domain::Rotational).at_start, 9, 1e-12);
  EXPECT_NEAR(energy.stored.at(Domain::Rotational).now, 0, 1e-9);
  EXPECT_NEAR(energy.dissipated, 9, 1e-8);
  EXPECT_NEAR(energy.supplied, 0, 1e-12);
}

// Heat is counted above absolute zero: m c (T - T0) has come in.
TEST(EnergyBalance, OfHeat) {
  NetworkBuilder m;
  const Id body = m.block("thermal/mass", "body", {{"m", "2"}, {"c", "500"}, {"T0", "300"}}),
           wall = m.block("thermal/resistance", "wall", {{"R", "0.01"}}),
           bath = m.block("thermal/temperature_source", "bath", {{"T", "350"}}),
           zero = m.block("thermal/reference", "zero");
  m.join(bath, 0, wall, 0).join(wall, 1, body, 0).join(bath, 1, zero, 0);
  m.run_to("20");
  m.set("EnergyBalance", "error");
  const EnergyRecord energy = finished_run(m).statistics.energy;
  const double temperature = 350 - 50 * std::exp(-2.0);
  EXPECT_NEAR(energy.stored.at(Domain::Thermal).at_start, 3e5, 1e-6);
  EXPECT_NEAR(energy.stored.at(Domain::Thermal).now, 1000 * temperature, 1e-3);
  EXPECT_NEAR(energy.heat, 1000 * (temperature - 300), 1e-3);
  EXPECT_NEAR(energy.dissipated, 0, 1e-12);
}

// Heat counts from absolute zero: what rounding and tolerances make of 1e5 J is no imbalance of 1e-6 J.
TEST(EnergyBalance, OfLittleHeatBesideMuch) {
  NetworkBuilder m;
  const Id body = m.block("thermal/mass", "body", {{"m", "1"}, {"c", "333"}, {"T0", "300"}}),
           flow = m.block("thermal/heat_flow_source", "flow"), zero = m.block("thermal/reference", "zero");
  m.connect(m.constant("little", "1e-6"), flow).join(flow, 0, body, 0).join(flow, 1, zero, 0);
  m.run_to("1");
  m.set("EnergyBalance", "error");
  EXPECT_NEAR(finished_run(m).statistics.energy.heat, 1e-6, 1e-15);
}

// A vessel with air and an accumulator, whose capacities depend on their pressures, filled by a flow.
TEST(EnergyBalance, OfGas) {
  for (const char* n : {"1", "1.4"})
    for (const bool gas : {false, true}) {
      HydraulicModel m;
      const Id vessel =
          gas ? m.block("hydraulic/accumulator", "vessel", {{"pc", "1e6"}, {"p0", "5e5"}, {"n", n}})
              : m.block("hydraulic/volume", "vessel", {{"alpha", "0.01"}, {"p0", "2e5"}});
      m.join(m.flow("1e-5"), 0, vessel, 0);
      m.run_to(gas ? "40" : "1");
      m.set("EnergyBalance", "error").set("AbsTol", "1e-4");
      const EnergyRecord energy = finished_run(m).statistics.energy;
      const EnergyRecord::Stored& stored = energy.stored.at(Domain::Hydraulic);
      EXPECT_GT(energy.supplied, 0) << n;
      EXPECT_NEAR((stored.now - stored.at_start) / energy.supplied, 1, 1e-8) << n;
    }
}

// A rod that is driven into a chamber which is shut, or open to a pressure source: the liquid has the density
// rho exp(p/beta), so that p = beta ln(V0/V) where none leaves. All of the work is stored then; where liquid
// comes or goes at the pressure p, it takes with it what it stores, beta (exp(p/beta) - 1 - p/beta) a volume.
TEST(EnergyBalance, OfLiquidThatIsCompressed) {
  for (const char* kind : {"single_acting", "double_acting"})
    for (const bool shut : {false, true}) {
      SCOPED_TRACE(std::string(kind) + (shut ? " shut" : " open"));
      HydraulicModel m;
      const bool other = kind[0] == 'd';
      const double beta = 1e8, area = 1e-3, first = 1e-5 + area * 0.08, last = 1e-5 + area * 0.03;
      const Id cylinder = m.block(std::string("hydraulic/") + kind + "_cylinder", "cylinder",
                                  {{"x0", "0.08"}, {"beta", "1e8"}, {"pA", shut ? "0" : "1e7"}}),
               driver = m.block("driveline/translational_motion_source", "driver");
      m.connect(m.constant("speed", "-0.05"), driver, 0).connect(m.constant("slope", "0"), driver, 1);
      m.join(driver, r, cylinder, other ? 2 : 1).join(driver, c, m.floor(), 0);
      m.join(cylinder, other ? 3 : 2, m.floor(), 0);
      if (!shut) m.join(cylinder, 0, m.supply("1e7"), 0);
      if (other) m.join(cylinder, 1, m.supply("0", "back"), 0);
      m.run_to("1");
      m.set("EnergyBalance", "error").set("RelTol", "1e-10").set("AbsTol", "1e-6");
      const EnergyRecord energy = finished_run(m).statistics.energy;
      const EnergyRecord::Stored& stored = energy.stored.at(Domain::Hydraulic);
      const double u = shut ? std::log(first / last) : 0.1, density = beta * (std::expm1(u) - u);
      EXPECT_NEAR(stored.now, last * density, 1e-7);
      if (shut)
        EXPECT_NEAR(energy.supplied, beta * (first - last - last * u), 1e-6);
      else
        EXPECT_NEAR(energy.supplied, density * (last - first), 1e-6);
      EXPECT_NEAR(energy.dissipated, 0, 1e-7);
      EXPECT_LT(energy.largest_imbalance, 1e-9);
    }
}

// Euler's method makes a swing grow.
TEST(EnergyBalance, TellsOfStepsThatAreTooLong) {
  Swinging m;
  m.set("EnergyBalance", "warning");
  const std::string warned = run_diagram(m.diagram).messages();
  EXPECT_NE(warned.find("the energy of the physical networks is off by"), std::string::npos) << warned;
  EXPECT_NE(warned.find("% of what went through them"), std::string::npos) << warned;
  m.set("EnergyBalance", "error");
  EXPECT_EQ(run_diagram(m.diagram).end, RunEnd::Failed);
  m.set("EnergyBalance", "none");
  EXPECT_EQ(run_diagram(m.diagram).messages(), "");
}

// Orifices, valves, pumps and cylinders of the hydraulic library against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/plugins/hydraulic_model.h"
#include "tests/support/finished_run.h"

using namespace sim;

// Both signs, both ways round, laminar and turbulent.
TEST(HydraulicMachines, AnOrificeLetsThroughWhatItsLawSays) {
  for (const bool turned : {false, true})
    for (const char* p : {"1e7", "-9e4", "10", "0"}) {
      HydraulicModel m;
      const Id orifice = m.block("hydraulic/orifice", "orifice", {{"A", "2e-6"}});
      m.join(orifice, turned ? 0 : 1, m.open(), 0);
      m.meter(m.supply(p), 0, orifice, turned ? 1 : 0, "q");
      m.run_to("1");
      EXPECT_NEAR(value_at(finished_run(m), "q", 1) / orifice_flow(2e-6, 1e7),
                  orifice_flow(2e-6, parse_number(p).value_or(0)) / orifice_flow(2e-6, 1e7), 1e-14)
          << turned << p;
    }
}

// Between two equal orifices the pressure is half: an algebraic loop.
TEST(HydraulicMachines, OrificesInARowShareThePressure) {
  HydraulicModel m;
  const Id first = m.block("hydraulic/orifice", "first", {{"A", "2e-6"}}),
           second = m.block("hydraulic/orifice", "second", {{"A", "2e-6"}});
  m.join(m.supply("8e6"), 0, first, 0).join(first, 1, second, 0).join(second, 1, m.open(), 0);
  m.gauge(second, "p");
  m.run_to("1");
  EXPECT_NEAR(value_at(finished_run(m), "p", 1), 4e6, 1e-2);
}

TEST(HydraulicMachines, AVariableOrificeHasTheAreaOfItsInput) {
  for (const char* area : {"3e-6", "0", "-1"}) {
    HydraulicModel m;
    const Id orifice = m.block("hydraulic/variable_orifice", "orifice", {{"Aleak", "1e-9"}});
    m.connect(m.constant("area", area), orifice, 0).join(orifice, 1, m.open(), 0);
    m.meter(m.supply("1e7"), 0, orifice, 0, "q");
    m.run_to("1");
    EXPECT_NEAR(value_at(finished_run(m), "q", 1), orifice_flow(area[0] == '3' ? 3e-6 : 1e-9, 1e7), 1e-17)
        << area;
  }
}

TEST(HydraulicMachines, ValvesOpenWithPressure) {
  const auto through = [](const char* type, const char* p) {
    HydraulicModel m;
    const Id valve =
        m.block(type, "valve", {{"p1", "1e6"}, {"p2", "2e6"}, {"A", "1e-5"}, {"Aleak", "1e-10"}});
    m.join(valve, 1, m.open(), 0);
    m.meter(m.supply(p), 0, valve, 0, "q");
    m.run_to("1");
    return value_at(finished_run(m), "q", 1);
  };
  for (const char* type : {"hydraulic/check_valve", "hydraulic/relief_valve"}) {
    EXPECT_NEAR(through(type, "-9e4"), orifice_flow(1e-10, -9e4), 1e-17) << type;
    EXPECT_NEAR(through(type, "1e6"), orifice_flow(1e-10, 1e6), 1e-17) << type;
    EXPECT_NEAR(through(type, "1.5e6"), orifice_flow(1e-10 + 0.5 * (1e-5 - 1e-10), 1.5e6), 1e-12) << type;
    EXPECT_NEAR(through(type, "3e6"), orifice_flow(1e-5, 3e6), 1e-12) << type;
  }
}

// P to A and B to T one way, P to B and A to T the other; what is shut leaks.
TEST(HydraulicMachines, ADirectionalValveOpensFourWays) {
  for (const char* spool : {"2", "-2", "0", "9"}) {
    HydraulicModel m;
    const Id valve = m.block("hydraulic/directional_valve", "valve",
                             {{"Positions", "[1 3 4]"}, {"Areas", "[0 2e-6 5e-6]"}, {"Aleak", "1e-12"}});
    m.connect(m.constant("spool", spool), valve, 0);
    m.join(m.supply("1e7"), 0, valve, 0);
    const Id tank = m.open();
    m.join(valve, 1, tank, 0);
    m.meter(valve, 2, tank, 0, "A");
    m.meter(valve, 3, tank, 0, "B");
    m.run_to("1");
    const RunOutcome run = finished_run(m);
    const double s = parse_number(spool).value_or(0), area = std::abs(s) == 2 ? 1e-6 : 5e-6,
                 wide = orifice_flow(area, 1e7), shut = orifice_flow(1e-12, 1e7);
    EXPECT_NEAR(value_at(run, "A", 1), s > 0 ? wide : shut, 1e-12) << spool;
    EXPECT_NEAR(value_at(run, "B", 1), s < 0 ? wide : shut, 1e-12) << spool;
  }
}

// D w leaves at P whatever the pressure is, and T = D dp; without loss, and with.
TEST(HydraulicMachines, PumpsTurnSpeedIntoFlow) {
  struct Case {
    const char *type, *share, *speed;
    double factor;
  };
  for (const Case& of :
       {Case{"hydraulic/fixed_pump", "", "100", 1}, Case{"hydraulic/fixed_pump", "", "-100", -1},
        Case{"hydraulic/variable_pump", "-0.5", "100", -0.5}, Case{"hydraulic/variable_pump", "7", "100", 1},
        Case{"hydraulic/motor", "", "100", -1}}) {
    HydraulicModel m;
    const Id pump = m.block(of.type, "pump", {{"D", "2e-6"}, {"k", "1e-12"}, {"d", "0.01"}}),
             drive = m.block("driveline/rotational_motion_source", "drive"),
             torque = m.block("driveline/torque_sensor", "torque");
    if (of.share[0] != 0) m.connect(m.constant("share", of.share), pump, 0);
    m.connect(m.constant("speed", of.speed), drive, 0).connect(m.constant("slope", "0"), drive, 1);
    m.join(drive, r, torque, 0)
        .join(torque, 1, pump, 2)
        .join(drive, c, m.ground(), 0)
        .join(pump, 3, m.ground(), 0);
    m.join(pump, 1, m.open(), 0);
    m.meter(pump, 0, m.supply("3e6"), 0, "q");
    m.record(torque, 0, "T");
    m.run_to("1");
    const RunOutcome run = finished_run(m);
    const double w = parse_number(of.speed).value_or(0), d = of.factor * 100 / w * 2e-6;
    EXPECT_NEAR(value_at(run, "q", 1), d * w - 3e-6, 1e-16) << of.type << of.share;
    EXPECT_NEAR(std::abs(value_at(run, "T", 1)), std::abs(d * 3e6 + 0.01 * w), 1e-12) << of.type << of.share;
  }
}

// A rod that is driven out stops at the end of its stroke, and the pressure goes on rising.
TEST(HydraulicMachines, ACylinderStopsAtItsEnds) {
  HydraulicModel m;
  const Id cylinder =
               m.block("hydraulic/double_acting_cylinder", "cylinder", {{"S", "0.01"}, {"VA", "1e-4"}}),
           mass = m.block("driveline/mass", "mass", {{"m", "2"}}),
           load = m.block("driveline/translational_damper", "load", {{"d", "2e4"}});
  m.join(mass, 0, load, r).join(load, c, m.floor(), 0);
  m.between("hydraulic/orifice", {{"A", "1e-6"}}, m.supply("1e6"), cylinder, false);
  const Id back = m.block("hydraulic/orifice", "back", {{"A", "1e-5"}});
  m.join(cylinder, 1, back, 0).join(back, 1, m.open(), 0);
  m.join(cylinder, 2, mass, 0).join(cylinder, 3, m.floor(), 0);
  m.gauge(cylinder, "p");
  m.record(cylinder, 0, "x");
  m.speed(mass, 0, "v");
  m.set("Solver", "ode15s").set("StopTime", "3").set("RelTol", "1e-8");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "x", 3), 0.01, 1e-16);
  EXPECT_NEAR(value_at(run, "v", 3), 0, 1e-12);
  EXPECT_NEAR(value_at(run, "p", 3), 1e6, 1e3);
}

// Liquid that is shut in throws a body out, or the case with a body back: p = p0 - beta ln(V/V0), and the
// body gets what the liquid gives, 1/2 m v^2 = p0 (V - V0) - beta (V ln(V/V0) - (V - V0)).
TEST(HydraulicMachines, ASingleActingCylinderGivesWhatItsLiquidStores) {
  const double beta = 1e9, area = 2e-3, x0 = 0.03, first = 1e-5 + area * x0, p0 = 3e7, mass = 2;
  for (const bool turned : {false, true}) {
    SCOPED_TRACE(turned);
    HydraulicModel m;
    const Id cylinder = m.block("hydraulic/single_acting_cylinder", "cylinder",
                                {{"AA", "2e-3"}, {"x0", "0.03"}, {"pA", "3e7"}, {"beta", "1e9"}}),
             body = m.block("driveline/mass", "body", {{"m", "2"}});
    m.join(cylinder, turned ? 2 : 1, body, 0).join(cylinder, turned ? 1 : 2, m.floor(), 0);
    m.record(cylinder, 0, "x");
    m.gauge(cylinder, "p");
    m.speed(body, 0, "v");
    m.set("RelTol", "1e-10").set("AbsTol", "1e-9").set("EnergyBalance", "error");
    m.run_to("2.5e-4");
    const RunOutcome run = finished_run(m);
    const auto x = run.column("x"), p = run.column("p"), v = run.column("v");
    ASSERT_GT(x.size(), 5u);
    EXPECT_GT(x.back(), x0 + 1e-4);
    for (std::size_t row = 0; row < x.size(); ++row) {
      const double volume = first + area * (x[row] - x0), logarithm = std::log(volume / first);
      EXPECT_NEAR(p[row], p0 - beta * logarithm, 1e-6 * p0);
      const double work = p0 * (volume - first) - beta * (volume * logarithm - (volume - first));
      EXPECT_NEAR((turned ? -1 : 1) * v[row], std::sqrt(2 * work / mass), 1e-6);
    }
  }
}

// It holds its rod at either end of the stroke.
TEST(HydraulicMachines, ASingleActingCylinderStopsAtItsEnds) {
  for (const bool out : {false, true}) {
    HydraulicModel m;
    const Id cylinder = m.block("hydraulic/single_acting_cylinder", "cylinder",
                                {{"S", "0.01"}, {"x0", "0.005"}, {"VA", "1e-4"}}),
             mass = m.block("driveline/mass", "mass", {{"m", "2"}}),
             load = m.block("driveline/force_source", "load"),
             damper = m.block("driveline/translational_damper", "damper", {{"d", "2e4"}});
    m.join(mass, 0, damper, r).join(damper, c, m.floor(), 0);
    m.join(cylinder, 1, mass, 0).join(cylinder, 2, m.floor(), 0);
    m.join(load, 0, mass, 0).join(load, 1, m.floor(), 0);
    m.connect(m.constant("force", out ? "0" : "-2000"), load);
    m.between("hydraulic/orifice", {{"A", "1e-5"}}, m.supply("1e6"), cylinder, false);
    m.record(cylinder, 0, "x");
    m.speed(mass, 0, "v");
    m.set("Solver", "ode15s").set("StopTime", "1").set("RelTol", "1e-8");
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(value_at(run, "x", 1), out ? 0.01 : 0, 1e-16);
    EXPECT_NEAR(value_at(run, "v", 1), 0, 1e-10);
  }
}

// With both sides joined, it is the difference of the areas that drives the rod.
TEST(HydraulicMachines, ADifferentialCylinderIsDrivenByTheDifference) {
  HydraulicModel m;
  const Id cylinder = m.block("hydraulic/double_acting_cylinder", "cylinder", {{"x0", "0.05"}}),
           damper = m.block("driveline/translational_damper", "damper", {{"d", "1e4"}});
  m.join(m.supply("1e6"), 0, cylinder, 0).join(cylinder, 0, cylinder, 1);
  m.join(cylinder, 2, damper, r).join(damper, c, m.floor(), 0).join(cylinder, 3, m.floor(), 0);
  m.speed(cylinder, 2, "v");
  m.run_to("0.1");
  EXPECT_NEAR(value_at(finished_run(m), "v", 0.1), 1e6 * 5e-4 / 1e4, 1e-9);
}

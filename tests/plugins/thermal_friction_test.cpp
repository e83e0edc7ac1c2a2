// Friction with a thermal port: what motion loses becomes heat.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

double end_value(const RunOutcome& run, const std::string& column) { return run.column(column).back(); }

struct WarmFriction : NetworkBuilder {
  WarmFriction() {
    set("UnconnectedOutput", "none").set("EnergyBalance", "error").set("AbsTol", "1e-12");
    run_to("3");
  }
  // m c = 10 J/K, at 300 K.
  void warm(Id element, int port) {
    const Id mass = block("thermal/mass", "pad", {{"m", "0.02"}, {"c", "500"}, {"T0", "300"}}),
             zero = block("thermal/reference", "zero"),
             sensor = block("thermal/temperature_sensor", "T sensor");
    join(element, port, mass, 0).join(mass, 0, sensor, 0).join(sensor, 1, zero, 0);
    record(sensor, 0, "T");
  }
};

}  // namespace

// A body that slides to rest against Fc = 4 N and d = 0.5 N/(m/s): both directions, both orientations.
TEST(ThermalFriction, ABodyThatSlidesHeatsItsGuide) {
  for (const double v0 : {6.0, -6.0})
    for (const bool turned : {false, true}) {
      WarmFriction m;
      const Id mass = m.block("driveline/mass", "mass", {{"m", "2"}, {"v0", to_text(v0)}}),
               friction = m.block("driveline/thermal_translational_friction", "guide",
                                  {{"Fc", "4"}, {"Fs", "5"}, {"d", "0.5"}}),
               floor = m.block("driveline/translational_reference", "floor");
      m.join(mass, 0, friction, turned ? 1 : 0).join(friction, turned ? 0 : 1, floor, 0);
      m.warm(friction, 2);
      const RunOutcome run = finished_run(m);
      EXPECT_NEAR(end_value(run, "T"), 300 + 0.5 * 2 * 36 / 10, 1e-8);
      EXPECT_NEAR(run.statistics.energy.dissipated, 36, 1e-7);
      EXPECT_NEAR(run.statistics.energy.heat, 36, 1e-7);
      ASSERT_FALSE(run.statistics.events.empty());
      EXPECT_NEAR(run.statistics.events.front().time, 4 * std::log(1 + 6 * 0.5 / 4), 1e-9);
    }
}

TEST(ThermalFriction, ABearingHeatsUntilItHolds) {
  WarmFriction m;
  const Id wheel = m.inertia("wheel", "0.5", "8"),
           bearing = m.block("driveline/thermal_rotational_friction", "bearing", {{"Fc", "2"}, {"Fs", "2"}});
  m.join(wheel, 0, bearing, 0).join(bearing, 1, m.ground(), 0);
  m.warm(bearing, 2);
  EXPECT_NEAR(end_value(finished_run(m), "T"), 300 + 0.25 * 64 / 10, 1e-9);
}

// 1e5 Pa on 1e-3 m^2 at 0.13 m with 4 surfaces: 0.3 * 4 * 0.13 * 100 N m, for half a second.
TEST(ThermalFriction, ABrakeHeatsItsDiscs) {
  for (const double w0 : {20.0, -20.0}) {
    WarmFriction m;
    const Id wheel = m.inertia("wheel", "1", to_text(w0)),
             brake = m.block("driveline/thermal_brake", "brake"),
             pressure = m.block("sources/piecewise_linear", "P",
                                {{"times", "[0 0.5 0.5 1]"},
                                 {"values", "[1e5 1e5 0 0]"},
                                 {"OutputAfterFinalValue", "Holding final value"}});
    m.connect(pressure, brake).join(wheel, 0, brake, 0);
    m.warm(brake, 1);
    m.watch(wheel, 0, "w");
    const double torque = 0.3 * 4 * 0.13 * 100, left = 20 - torque * 0.5;
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(std::abs(end_value(run, "w")), left, 1e-9);
    EXPECT_NEAR(end_value(run, "T"), 300 + 0.5 * (400 - left * left) / 10, 1e-8);
  }
}

// What it drags becomes heat while a source keeps it moving; the heat is that of torque and slip.
TEST(ThermalFriction, ASlippingBearingIsHeatedByItsDrive) {
  WarmFriction m;
  const Id motion = m.block("driveline/rotational_motion_source", "motor"),
           bearing = m.block("driveline/thermal_rotational_friction", "bearing", {{"Fc", "2"}, {"Fs", "3"}});
  m.connect(m.constant("speed", "-4"), motion).connect(m.constant("even", "0"), 0, motion, 1);
  m.join(motion, 0, bearing, 0).join(motion, 1, m.ground(), 0).join(bearing, 1, m.ground(), 0);
  m.warm(bearing, 2);
  EXPECT_NEAR(end_value(finished_run(m), "T"), 300 + 2 * 4 * 3 / 10.0, 1e-9);
}

TEST(ThermalFriction, RefusesPortsOfAnotherDomain) {
  WarmFriction m;
  const Id brake = m.block("driveline/thermal_brake", "brake");
  m.connect(m.constant("P", "0"), brake).join(brake, 1, m.ground(), 0);
  expect_refused(m.diagram, "is connected to the");
}

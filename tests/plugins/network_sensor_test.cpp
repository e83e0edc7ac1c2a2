// Energies of networks and what is left of the constraints of mechanisms, as signals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/plugins/planar_model.h"

using namespace sim;

namespace {

constexpr const char* sensed_outputs[] = {"E", "Ps", "Pd", "position", "speed"};

void sense_network(PlanarModel& m, Id of, int port) {
  const Id sensor = m.block("converters/network_sensor", "energies");
  m.join(of, port, sensor, 0);
  for (int k = 0; k < 5; ++k) m.record(sensor, k, sensed_outputs[k]);
}

}  // namespace

// 10 V charge 0.5 F through 2 Ohm: C v^2/2, V i, R i^2, from any place of the circuit.
TEST(NetworkSensor, ShowsTheEnergyOfACircuit) {
  for (const bool at_earth : {false, true}) {
    PlanarModel m;
    const Id earth = m.block("electrical/reference", "earth"),
             source = m.block("electrical/voltage_source", "source", {{"V", "10"}}),
             resistor = m.block("electrical/resistor", "R", {{"R", "2"}}),
             capacitor = m.block("electrical/capacitor", "C", {{"C", "0.5"}});
    m.join(source, 0, resistor, 0).join(resistor, 1, capacitor, 0);
    m.join(source, 1, earth, 0).join(capacitor, 1, earth, 0);
    sense_network(m, at_earth ? capacitor : source, at_earth ? 0 : 0);
    m.run_to("1.5");
    const RunOutcome run = finished_run(m);
    for (std::size_t row = 0; row < run.times().size(); ++row) {
      const double left = std::exp(-run.times()[row]), v = 10 * (1 - left), i = 5 * left;
      EXPECT_NEAR(run.column("E")[row], 0.25 * v * v, 1e-8);
      EXPECT_NEAR(run.column("Ps")[row], 10 * i, 1e-8);
      EXPECT_NEAR(run.column("Pd")[row], 2 * i * i, 1e-8);
      EXPECT_EQ(run.column("speed")[row], 0);
    }
  }
}

// A double pendulum: its energy stays, and so do its joints; without the projection they drift.
TEST(NetworkSensor, ShowsEnergyAndResidualsOfAMechanism) {
  for (const bool projects : {true, false}) {
    PlanarModel m;
    const Id world = m.world(), upper = m.rod("upper", "1", {{"x0", "0.5"}}),
             lower = m.rod("lower", "1", {{"x0", "1.5"}});
    m.revolute("pivot", world, 0, upper, PlanarModel::a);
    m.revolute("elbow", upper, PlanarModel::b, lower, PlanarModel::a);
    sense_network(m, lower, PlanarModel::center);
    m.watch("end", upper, PlanarModel::b);
    m.watch("begin", lower, PlanarModel::a);
    m.watch("base", upper, PlanarModel::a);
    m.run_to("5");
    m.set("RelTol", "1e-6").set("AbsTol", "1e-6").set("Projection", projects ? "standard" : "off");
    const RunOutcome run = finished_run(m);
    const auto largest = [&](const char* name) {
      const std::vector<double> all = run.column(name);
      return *std::max_element(all.begin(), all.end());
    };
    EXPECT_NEAR(run.column("E").back(), 0, 1e-3);
    EXPECT_NEAR(largest("Pd"), 0, projects ? 1e-12 : 1e-3);
    EXPECT_EQ(largest("position") < 1e-14, projects);
    EXPECT_EQ(largest("speed") < 1e-13, projects);
    double position = 0, speed = 0;
    for (const char* axis : {"x", "y"}) {
      const auto last_of = [&](const std::string& frame, const std::string& what) {
        return last(run, frame + "." + what + axis);
      };
      position = std::max(
          {position, std::abs(last_of("end", "") - last_of("begin", "")), std::abs(last_of("base", ""))});
      speed = std::max(
          {speed, std::abs(last_of("end", "v") - last_of("begin", "v")), std::abs(last_of("base", "v"))});
    }
    EXPECT_NEAR(last(run, "position"), position, 1e-14);
    EXPECT_NEAR(last(run, "speed"), speed, 1e-12);
  }
}

// Of a crank with its slider: how far their speeds are from the ratio.
TEST(NetworkSensor, ShowsWhatIsLeftOfARatio) {
  for (const bool projects : {true, false}) {
    PlanarModel m;
    const Id wheel = m.inertia("wheel", "0.01", "30"),
             crank = m.block("driveline/slider_crank", "crank", {{"phi0", "0.4"}}),
             piston = m.block("driveline/mass", "piston", {{"m", "2"}});
    m.join(wheel, 0, crank, 0).join(crank, 1, piston, 0);
    sense_network(m, wheel, 0);
    m.run_to("1");
    m.set("RelTol", "1e-5").set("AbsTol", "1e-5").set("Projection", projects ? "standard" : "off");
    const RunOutcome run = finished_run(m);
    const std::vector<double> speed = run.column("speed");
    EXPECT_EQ(*std::max_element(speed.begin(), speed.end()) < 1e-13, projects);
    EXPECT_EQ(last(run, "position"), 0);
  }
}

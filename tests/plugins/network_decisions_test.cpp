// Elements that hold one way only or by dry friction: when they let go and take hold, to the digits of closed
// forms, in any units, at any potential, with blocks in any order and with steps of any length.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/finished_run.h"
#include "tests/support/netlist.h"

using namespace sim;

namespace {

const std::string shafts = "driveline/rotational_reference", circuits = "electrical/reference",
                  speed_sensor = "driveline/rotational_motion_sensor", volts = "electrical/voltage_sensor";

// Discs that slip at their pressure.
Netlist::Parameters discs(double breakaway = 1) {
  return {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", digits(breakaway)}};
}
void add_inertia(Netlist& n, const std::string& at, double j, double v = 0) {
  n.add("driveline/inertia", {at}, {{"J", digits(j)}, {"v0", digits(v)}});
}
void drive(Netlist& n, const std::string& at, Id torque) {
  n.driven("driveline/torque_source", {at, "0"}, {torque});
}
// From `at` against the housing, with amplitude * sin(frequency * t + phase).
void move(Netlist& n, const std::string& at, double amplitude, double frequency, double phase) {
  const auto sine = [&](double a, double p) {
    return n.signal("sine_wave",
                    {{"amplitude", digits(a)}, {"frequency", digits(frequency)}, {"phase", digits(p)}});
  };
  n.driven("driveline/rotational_motion_source", {at, "0"},
           {sine(amplitude, phase), sine(amplitude * frequency, phase + M_PI / 2)});
}

}  // namespace

TEST(NetworkDecisions, AClutchWithoutPressureTransmitsNothing) {
  Netlist n(shafts);
  for (const std::string at : {"first", "middle", "last"}) add_inertia(n, at, 1);
  drive(n, "first", n.constant(20));
  auto pack = discs(1.2);
  pack["r"] = "2/3";
  n.driven("driveline/clutch", {"first", "middle"},
           {n.signal("piecewise_linear", {{"times", "[0 0.5 1.5 10]"}, {"values", "[0 0 20 20]"}})}, pack);
  n.driven("driveline/clutch", {"middle", "last"}, {n.constant(0)}, pack);
  n.watch(speed_sensor, "middle", "0", "middle");
  n.watch(speed_sensor, "last", "0", "last");
  n.run_to(3);
  n.set("RelTol", "1e-6").set("MaxStep", "inf");
  const RunOutcome run = finished_run(n);
  EXPECT_NEAR(value_at(run, "middle", 3), 80 / 3.0, 1e-9);  // the integral of the slipping clutch's torque
  EXPECT_NEAR(value_at(run, "last", 3), 0, 1e-12);
}

TEST(NetworkDecisions, ARectifierBlocksWhereItsCurrentEnds) {
  for (const std::string solver : {"ode45", "ode15s", "radau5"}) {
    Netlist n(circuits);
    n.add("electrical/sine_voltage_source", {"a", "0"}, {{"V", "5"}, {"f", "50"}});
    n.add("electrical/diode", {"a", "b"});
    n.watch("electrical/current_sensor", "b", "c", "i");
    n.add("electrical/capacitor", {"c", "0"}, {{"C", "1e-3"}});
    n.add("electrical/resistor", {"c", "0"}, {{"R", "50"}});
    n.watch(volts, "c", "0", "v");
    n.run_to(0.06, "0.0064");
    n.set("RelTol", "1e-8").set("Solver", solver);
    const RunOutcome run = finished_run(n);
    const double w = 100 * M_PI, rc = 0.05, off = (M_PI - std::atan(w * rc)) / w;
    EXPECT_NEAR(value_at(run, "v", 0.0064), 5 * std::sin(w * off) * std::exp(-(0.0064 - off) / rc), 1e-7)
        << solver;
    for (double i : run.column("i")) EXPECT_GE(i, -1e-6) << solver;
  }
}

TEST(NetworkDecisions, AnOverrunningClutchLetsGoWhereItWouldDragBack) {
  Netlist n(shafts);
  const double w = 2 * M_PI, off = (M_PI - std::atan(w)) / w;
  move(n, "motor", 5, w, 0);
  n.add("driveline/one_way_clutch", {"shaft", "motor"});
  add_inertia(n, "shaft", 1);
  n.add("driveline/rotational_damper", {"shaft", "0"}, {{"d", "1"}});
  n.watch(speed_sensor, "shaft", "0", "v");
  n.run_to(0.31);
  EXPECT_NEAR(value_at(finished_run(n), "v", 0.31), 5 * std::sin(w * off) * std::exp(-(0.31 - off)), 1e-8);
}

TEST(NetworkDecisions, FrictionHoldsToItsLimitAndNoFurther) {
  for (const std::string step : {"inf", "0.01"}) {
    Netlist n("driveline/translational_reference");
    n.add("driveline/mass", {"car"}, {{"m", "1500"}});
    n.add("driveline/translational_friction", {"car", "0"}, {{"Fc", "100"}, {"Fs", "100"}});
    n.driven("driveline/force_source", {"car", "0"},
             {n.signal("step", {{"time", "1"}, {"before", "0"}, {"after", "150"}})});
    n.watch("driveline/translational_motion_sensor", "car", "0", "v");
    n.run_to(10);
    n.set("MaxStep", step);
    EXPECT_NEAR(value_at(finished_run(n), "v", 10), 0.3, 1e-12);
  }
}

TEST(NetworkDecisions, ABrakeHoldsToItsCapacityAndNoFurther) {
  for (const std::string step : {"inf", "0.01"}) {
    Netlist n(shafts);
    add_inertia(n, "rotor", 135);
    n.driven("driveline/brake", {"rotor"}, {n.constant(100)}, discs());
    drive(n, "rotor", n.constant(110));
    n.watch(speed_sensor, "rotor", "0", "w");
    n.run_to(10);
    n.set("MaxStep", step);
    EXPECT_NEAR(value_at(finished_run(n), "w", 10), 100 / 135.0, 1e-12);
  }
}

// The torques on both sides of the gear are a thousand times what they leave.
TEST(NetworkDecisions, AOneWayClutchOnALoadedGearOpensInTime) {
  for (const double j : {1.0, 100.0})
    for (const std::string step : {"inf", "0.005"}) {
      Netlist n(shafts);
      add_inertia(n, "a", j);
      n.add("driveline/gear", {"a", "b"}, {{"n", "1"}});
      add_inertia(n, "b", j);
      n.add("driveline/one_way_clutch", {"b", "0"});
      drive(n, "a", n.signal("piecewise_linear", {{"times", "[0 3]"}, {"values", "[999 1002]"}}));
      drive(n, "b", n.constant(-1000));
      n.watch(speed_sensor, "a", "0", "v");
      n.run_to(3);
      n.set("MaxStep", step);
      EXPECT_NEAR(value_at(finished_run(n), "v", 3), 1 / j, 1e-9 / j) << j << step;
    }
}

// A source, a diode, a coil and a resistor, all at the potential of a battery.
TEST(NetworkDecisions, ThePotentialOfTheGroundDecidesNothing) {
  const double w = 100 * M_PI, l = 0.1, load = 10;
  for (const double potential : {0.0, -12.0, 1e4}) {
    Netlist n(circuits);
    n.add("electrical/voltage_source", {"n", "0"}, {{"V", digits(potential)}});
    n.add("electrical/sine_voltage_source", {"a", "n"}, {{"V", "20"}, {"f", "50"}, {"phi", "-1"}});
    n.add("electrical/diode", {"a", "x"});
    n.add("electrical/inductor", {"x", "y"}, {{"L", digits(l)}});
    n.watch("electrical/current_sensor", "y", "z", "i");
    n.add("electrical/resistor", {"z", "n"}, {{"R", digits(load)}});
    n.run_to(0.06, "[0.008 0.01]");
    const RunOutcome run = finished_run(n);
    const double phi = std::atan(w * l / load), z = std::hypot(load, w * l);
    for (const double t : {0.008, 0.01}) {
      const double since = t - 1 / w;
      const double right = 20 / z * (std::sin(w * since - phi) + std::sin(phi) * std::exp(-load / l * since));
      EXPECT_NEAR(value_at(run, "i", t), right, 1e-8) << potential;
    }
  }
}

TEST(NetworkDecisions, ADiodeClosesWhereverItsNodesLie) {
  for (const double potential : {0.0, -1000.0, 1e6}) {
    Netlist n(circuits);
    n.add("electrical/voltage_source", {"n", "0"}, {{"V", digits(potential)}});
    n.add("electrical/voltage_source", {"a", "n"}, {{"V", "5"}});
    n.add("electrical/diode", {"a", "x"});
    n.add("electrical/inductor", {"x", "y"}, {{"L", "10"}});
    n.watch("electrical/current_sensor", "y", "z", "i");
    n.add("electrical/resistor", {"z", "n"}, {{"R", "1"}});
    n.run_to(50);
    EXPECT_NEAR(value_at(finished_run(n), "i", 50), 5 * (1 - std::exp(-5.0)), 1e-8) << potential;
  }
}

// `time`: what a second becomes; `impedance`: what an ohm becomes.
static double bridge_voltage(double time, double impedance) {
  Netlist n(circuits);
  n.add("electrical/sine_voltage_source", {"p", "q"}, {{"V", "20"}, {"f", digits(50 / time)}});
  n.add("electrical/diode", {"p", "o"});
  n.add("electrical/diode", {"q", "o"});
  n.add("electrical/diode", {"0", "p"});
  n.add("electrical/diode", {"0", "q"});
  n.add("electrical/resistor", {"o", "0"}, {{"R", digits(50 * impedance)}});
  n.add("electrical/capacitor", {"o", "0"}, {{"C", digits(1e-3 * time / impedance)}});
  n.watch(volts, "o", "0", "v");
  n.run_to(0.0575 * time);
  n.set("MaxStep", digits(0.0575 * time / 300)).set("RelTol", "1e-12");
  return finished_run(n).column("v").back();
}

TEST(NetworkDecisions, ABridgeIsTheSameInNanoseconds) {
  const double w = 100 * M_PI, rc = 0.05, off = (M_PI - std::atan(w * rc)) / w;
  const double right = 20 * std::sin(w * off) * std::exp(-(0.0575 - 0.05 - off) / rc);
  for (const double time : {1.0, 1e-7, 1e-12, 1e6})
    for (const double impedance : {1.0, 1e-4, 1e6})
      EXPECT_NEAR(bridge_voltage(time, impedance), right, 1e-9 * right) << time << " " << impedance;
}

static double buck_voltage(double time, double impedance) {
  Netlist n(circuits);
  n.add("electrical/voltage_source", {"a", "0"}, {{"V", "24"}});
  n.driven("electrical/switch", {"a", "b"},
           {n.signal("pulse_generator", {{"Period", digits(5e-5 * time)}, {"PulseWidth", "50"}})});
  n.add("electrical/diode", {"0", "b"});
  n.add("electrical/inductor", {"b", "d"}, {{"L", digits(1e-4 * time * impedance)}});
  n.add("electrical/capacitor", {"d", "0"}, {{"C", digits(2e-4 * time / impedance)}});
  n.add("electrical/resistor", {"d", "0"}, {{"R", digits(3 * impedance)}});
  n.watch(volts, "d", "0", "v");
  n.run_to(1e-3 * time);
  n.set("AbsTol", "1e-12");
  return finished_run(n).column("v").back();
}

namespace {

// The coil's current and the voltage of the buck converter behind a Runge-Kutta step; `source` feeds the
// coil.
struct Buck {
  double i = 0, v = 0;
  Buck behind(double h, double source) const {
    const auto rate = [&](double j, double u) { return Buck{(source - u) / 1e-4, (j - u / 3) / 2e-4}; };
    const Buck a = rate(i, v), b = rate(i + h / 2 * a.i, v + h / 2 * a.v),
               c = rate(i + h / 2 * b.i, v + h / 2 * b.v), d = rate(i + h * c.i, v + h * c.v);
    return {i + h / 6 * (a.i + 2 * b.i + 2 * c.i + d.i), v + h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v)};
  }
};

// Steps that end at the switch's edges and where the diode's current ends.
double integrated_buck_voltage() {
  constexpr int steps = 2000;
  const double h = 25e-6 / steps;
  Buck now;
  for (int half = 0; half < 40; ++half)
    for (int k = 0; k < steps; ++k) {
      const bool closed = half % 2 == 0;
      Buck next = now.behind(h, closed ? 24 : 0);
      if (!closed && next.i < 0) {
        double flows = 0, blocks = h;
        for (int bisections = 0; bisections < 60; ++bisections) {
          const double middle = (flows + blocks) / 2;
          (now.behind(middle, 0).i > 0 ? flows : blocks) = middle;
        }
        next = {0, now.behind(flows, 0).v * std::exp(-(h - flows) / 6e-4)};
      }
      now = next;
    }
  return now.v;
}

}  // namespace

TEST(NetworkDecisions, ABuckConverterIsTheSameInNanoseconds) {
  const double v = integrated_buck_voltage();
  for (const double time : {1.0, 1e-3, 1e-5})
    for (const double impedance : {1.0, 1e-3, 1e3})
      EXPECT_NEAR(buck_voltage(time, impedance), v, 1e-8 * v) << time << " " << impedance;
}

// Two inertias on one shaft that begin with different speeds.
TEST(NetworkDecisions, ABearingPassesNoBlowWhateverTheOrderOfBlocks) {
  for (const bool exchanged : {false, true})
    for (const bool bearing_first : {false, true}) {
      Netlist n(shafts);
      const auto bearing = [&] {
        n.add("driveline/rotational_friction", {"a", "0"}, {{"Fc", "0.01"}, {"Fs", "0.01"}});
      };
      if (bearing_first) bearing();
      add_inertia(n, "a", 1, exchanged ? 10 : 0);
      add_inertia(n, "a", 1, exchanged ? 0 : 10);
      if (!bearing_first) bearing();
      n.watch(speed_sensor, "a", "0", "v");
      n.run_to(1);
      EXPECT_NEAR(value_at(finished_run(n), "v", 1), 4.995, 1e-12);
    }
}

TEST(NetworkDecisions, AnOpenBrakeStopsNothingAtTheStart) {
  Netlist n(shafts);
  add_inertia(n, "a", 1, 10);
  n.add("driveline/gear", {"a", "b"}, {{"n", "2"}});
  add_inertia(n, "b", 1, 0);
  n.driven("driveline/brake", {"b"}, {n.constant(0)}, discs());
  n.watch(speed_sensor, "a", "0", "va");
  n.watch(speed_sensor, "b", "0", "vb");
  n.run_to(1);
  const RunOutcome run = finished_run(n);
  EXPECT_NEAR(value_at(run, "va", 1), 8, 1e-13);
  EXPECT_NEAR(value_at(run, "vb", 1), 4, 1e-13);
}

TEST(NetworkDecisions, AWeakClutchDragsNothingAlongAtTheStart) {
  Netlist n(shafts);
  n.driven("driveline/rotational_motion_source", {"a", "0"}, {n.constant(10), n.constant(0)});
  add_inertia(n, "a", 1);
  n.driven("driveline/clutch", {"a", "b"}, {n.constant(0.01)}, discs());
  add_inertia(n, "b", 1);
  n.watch(speed_sensor, "b", "0", "v");
  n.run_to(1);
  EXPECT_NEAR(value_at(finished_run(n), "v", 1), 0.01, 1e-13);
}

TEST(NetworkDecisions, FrictionWithoutMassHoldsUpToBreakaway) {
  for (const double torque : {1.0, 1.3}) {
    Netlist n(shafts);
    drive(n, "a", n.constant(torque));
    n.add("driveline/rotational_damper", {"a", "0"}, {{"d", "1"}});
    n.add("driveline/rotational_friction", {"a", "0"}, {{"Fc", "0.8"}, {"Fs", "1.2"}});
    n.watch(speed_sensor, "a", "0", "v");
    n.run_to(1);
    EXPECT_NEAR(value_at(finished_run(n), "v", 1), torque > 1.2 ? torque - 0.8 : 0, 1e-13);
  }
}

TEST(NetworkDecisions, AMotionSourceTakesFrictionToAndFro) {
  Netlist n(shafts);
  move(n, "a", 1, 6, 1.57);
  n.watch("driveline/torque_sensor", "a", "b", "torque");
  n.add("driveline/rotational_friction", {"b", "0"}, {{"Fc", "1"}, {"Fs", "1"}});
  n.run_to(2);
  const RunOutcome run = finished_run(n);
  const auto time = run.column("time"), torque = run.column("torque");
  for (std::size_t k = 1; k < time.size(); ++k) {
    const double v = std::sin(6 * time[k] + 1.57);
    if (std::fabs(v) < 1e-9) continue;
    EXPECT_NEAR(torque[k], v > 0 ? 1 : -1, 1e-12) << time[k];
  }
}

// The source takes its current out of the diode's way: no ideal element can follow.
TEST(NetworkDecisions, WhatHasNoConsistentWayIsNamed) {
  Netlist n(circuits);
  n.driven("electrical/controlled_current_source", {"a", "0"},
           {n.signal("sine_wave", {{"amplitude", "1"}, {"frequency", "1"}, {"phase", "1"}}), n.constant(0)});
  n.add("electrical/diode", {"a", "0"});
  n.run_to(4);
  const RunOutcome run = run_diagram(n.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NEAR(run.statistics.end_time, M_PI - 1, 1e-9);
  EXPECT_NE(run.messages().find("no way for 'diode"), std::string::npos) << run.messages();
}

// A step sees that a clutch has locked only where it ends; what no torque from outside changes is kept all
// the same.
TEST(NetworkDecisions, AFixedStepThatSeesALockLateKeepsTheMomentum) {
  for (const std::string step : {"0.35", "0.07"}) {
    Netlist n(shafts);
    add_inertia(n, "a", 2, 5);
    n.driven("driveline/clutch", {"a", "b"}, {n.constant(6)}, discs());
    add_inertia(n, "b", 3);
    n.watch(speed_sensor, "a", "0", "va");
    n.watch(speed_sensor, "b", "0", "vb");
    n.run_to(2.1);
    n.set("Solver", "ode4").set("FixedStep", step);
    const RunOutcome run = run_diagram(n.diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_NEAR(value_at(run, "va", 2.1), 2, 1e-13);
    EXPECT_NEAR(value_at(run, "vb", 2.1), 2, 1e-13);
  }
}

// A node without mass that friction carries along, against a brake, until a spring has given way: then it
// slips on both, and the spring stays as it is, at the difference of the two.
TEST(NetworkDecisions, ANodeBetweenTwoFrictionsMovesWithItsSpring) {
  for (const std::string solver : {"ode45", "ode15s", "radau5"}) {
    Netlist n(shafts);
    const auto driven = [&](const std::string& node, double speed) {
      n.driven("driveline/rotational_motion_source", {node, "0"}, {n.constant(speed), n.constant(0)});
    };
    driven("carrier", -2);
    driven("end", -0.5);
    n.add("driveline/rotational_friction", {"carrier", "node"}, {{"Fc", "1"}, {"Fs", "1"}});
    n.add("driveline/rotational_friction", {"node", "0"}, {{"Fc", "3"}, {"Fs", "3"}});
    n.add("driveline/rotational_spring", {"end", "node"}, {{"k", "2"}, {"phi0", "-1.5"}});
    n.watch("driveline/rotational_motion_sensor", "node", "0", "speed");
    n.watch("driveline/rotational_motion_sensor", "end", "node", "stretch");
    n.run_to(2);
    n.set("Solver", solver);
    const RunOutcome run = finished_run(n);
    const auto time = run.times(), speed = run.column("speed");
    for (std::size_t k = 0; k < time.size(); ++k) {
      if (time[k] == 0 || std::fabs(time[k] - 1.0 / 3) < 1e-9) continue;
      EXPECT_NEAR(speed[k], time[k] < 1.0 / 3 ? -2 : -0.5, 1e-9) << solver << time[k];
    }
    EXPECT_EQ(run.statistics.zero_crossings, 1u) << solver;
  }
}

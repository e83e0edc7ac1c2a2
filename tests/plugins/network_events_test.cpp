// What happens at instants where several elements of a network change at once: closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/base/text.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Four ideal diodes between an ideal source and a capacitor with a load: nothing limits the current, and the
// source floats.
struct Bridge {
  NetworkBuilder m;
  Id source, store;
  explicit Bridge(const std::string& v, const std::string& phase = "0") {
    source = m.block("electrical/sine_voltage_source", "source", {{"V", v}, {"f", "50"}, {"phi", phase}});
    store = m.block("electrical/capacitor", "store", {{"C", "1e-3"}});
    const Id load = m.block("electrical/resistor", "load", {{"R", "50"}});
    const Id ground = m.block("electrical/reference", "zero"),
             meter = m.block("electrical/voltage_sensor", "meter");
    const auto diode = [&](const std::string& name, Id from, int port_from, Id to, int port_to) {
      const Id d = m.block("electrical/diode", name);
      m.join(from, port_from, d, 0).join(d, 1, to, port_to);
    };
    diode("D1", source, 0, store, 0);
    diode("D2", source, 1, store, 0);
    diode("D3", ground, 0, source, 0);
    diode("D4", ground, 0, source, 1);
    m.join(store, 1, ground, 0).join(load, 0, store, 0).join(load, 1, ground, 0);
    m.join(meter, 0, store, 0).join(meter, 1, ground, 0);
    m.record(meter, 0, "v");
  }
};

}  // namespace

TEST(NetworkEvents, ABridgeOfIdealDiodesRectifies) {
  const double w = 2 * M_PI * 50, rc = 50 * 1e-3, v = 20;
  for (const std::string phase : {"0", "0.7"}) {
    Bridge bridge(to_text(v), phase);
    bridge.m.run_to("0.1");
    const RunOutcome run = finished_run(bridge.m);
    // It follows |v sin| until the load alone discharges faster: tan = -w R C; then it decays.
    const double off = (M_PI - std::atan(w * rc)) / w, from = v * std::sin(w * off);
    const auto time = run.column("time"), volts = run.column("v");
    for (std::size_t k = 0; k < time.size(); ++k) {
      if (time[k] < 0.02) continue;
      const double t = time[k] + parse_number(phase).value() / w, half = M_PI / w,
                   within = std::fmod(t, half);
      const double since = within >= off ? within - off : within + half - off;
      const double decayed = from * std::exp(-since / rc), followed = v * std::sin(w * within);
      EXPECT_NEAR(volts[k], within > off ? decayed : std::max(decayed, followed), 1e-5) << time[k];
    }
  }
}

// The current of an inductor passes from one ideal diode to another at the instant the source changes sign.
TEST(NetworkEvents, ADiodeHandsTheCurrentOfAnInductorOver) {
  for (const double l : {0.159, 1e-3, 50.0})
    for (const std::string solver : {"ode45", "ode15s", "radau5"}) {
      NetworkBuilder m;
      const Id source = m.block("electrical/sine_voltage_source", "source", {{"V", "100"}, {"f", "50"}});
      const Id diode = m.block("electrical/diode", "diode"), free = m.block("electrical/diode", "free");
      const Id coil = m.block("electrical/inductor", "coil", {{"L", to_text(l)}}),
               ground = m.block("electrical/reference", "zero");
      const Id load = m.block("electrical/resistor", "load", {{"R", "10"}}),
               meter = m.block("electrical/current_sensor", "meter");
      m.join(source, 0, diode, 0).join(diode, 1, coil, 0).join(coil, 1, load, 0).join(load, 1, meter, 0);
      m.join(meter, 1, ground, 0).join(source, 1, ground, 0).join(free, 0, ground, 0).join(free, 1, coil, 0);
      m.record(meter, 0, "i");
      m.run_to("0.02", "0.01");
      m.set("Solver", solver).set("AbsTol", "1e-12");
      const RunOutcome run = finished_run(m);
      // From 0 a sine for half a period, then a free decay for the other.
      const double w = 2 * M_PI * 50, r = 10, square = r * r + w * w * l * l;
      const double at_half = 100 * w * l / square * (1 + std::exp(-0.01 * r / l));
      EXPECT_NEAR(value_at(run, "i", 0.01), at_half, 1e-6 * at_half) << solver << l;
      EXPECT_NEAR(value_at(run, "i", 0.02), at_half * std::exp(-0.01 * r / l), 1e-6 * at_half) << solver << l;
    }
}

// Two frictions in series and nothing between them: the weaker one slips, the stronger one holds.
TEST(NetworkEvents, TheWeakerOfTwoLocksInSeriesSlips) {
  NetworkBuilder m;
  const Id body = m.block("driveline/mass", "body", {{"m", "1"}}),
           frame = m.block("driveline/translational_reference", "frame"),
           push = m.block("driveline/force_source", "push");
  const Id weak = m.block("driveline/translational_friction", "weak", {{"Fc", "1"}, {"Fs", "1.2"}}),
           strong = m.block("driveline/translational_friction", "strong", {{"Fc", "1.5"}, {"Fs", "1.6"}});
  const Id sensor = m.block("driveline/translational_motion_sensor", "sensor");
  m.connect(m.constant("force", "2"), push, 0);
  m.join(push, r, body, 0).join(push, c, frame, 0).join(body, 0, weak, r).join(weak, c, strong, r);
  m.join(strong, c, frame, 0).join(sensor, r, body, 0).join(sensor, c, frame, 0);
  m.record(sensor, 0, "v");
  m.run_to("1");
  EXPECT_NEAR(value_at(finished_run(m), "v", 1), 1, 1e-9);
}

// A spring presses a body on a stop for a long time: the stop does not let go of it again and again.
TEST(NetworkEvents, AStopGoesOnHoldingWhatPressesOnIt) {
  for (const std::string solver : {"ode45", "ode15s", "ode23tb"}) {
    NetworkBuilder m;
    const Id body = m.block("driveline/mass", "body", {{"m", "1"}, {"v0", "1"}}),
             other = m.block("driveline/mass", "other", {{"m", "1"}}),
             frame = m.block("driveline/translational_reference", "frame");
    const Id stop = m.block("driveline/translational_hard_stop", "stop", {{"upper", "0.1"}, {"lower", "-9"}}),
             spring = m.block("driveline/translational_spring", "spring", {{"k", "100"}, {"x0", "1"}});
    const Id sensor = m.block("driveline/translational_motion_sensor", "sensor");
    m.join(body, 0, stop, r).join(stop, c, frame, 0).join(body, 0, spring, c).join(spring, r, other, 0);
    m.join(sensor, r, body, 0).join(sensor, c, frame, 0);
    m.record(sensor, 0, "v");
    m.run_to("3");
    m.set("RelTol", "1e-8").set("Solver", solver);
    const RunOutcome run = finished_run(m);
    EXPECT_LT(run.statistics.zero_crossings, 20u) << solver;
  }
}

// A body at the end of a locked clutch is not stopped by a blow on the other: the lock cannot pass it on.
TEST(NetworkEvents, ALockDoesNotPassOnABlow) {
  NetworkBuilder m;
  const Id hit = m.inertia("hit", "2", "1"), behind = m.inertia("behind", "3", "1");
  const Id stop = m.block("driveline/rotational_hard_stop", "stop", {{"upper", "0.5"}, {"lower", "-10"}});
  const Id clutch = m.block("driveline/clutch", "clutch",
                            {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1.5"}});
  m.connect(m.constant("pressure", "6"), clutch, 0);
  m.join(hit, 0, clutch, r).join(clutch, c, behind, 0).join(hit, 0, stop, r).join(stop, c, m.ground(), 0);
  m.watch(hit, 0, "va");
  m.watch(behind, 0, "vb");
  m.run_to("1.5", "[0.4 0.6 0.9 1.1]");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(value_at(run, "vb", 0.4), 1, 1e-9);
  EXPECT_NEAR(value_at(run, "va", 0.6), 0, 1e-9);
  EXPECT_NEAR(value_at(run, "vb", 0.6), 1 - 2 * 0.1, 1e-8);  // braked by 6 / 3
  EXPECT_NEAR(value_at(run, "vb", 0.9), 1 - 2 * 0.4, 1e-8);
  EXPECT_NEAR(value_at(run, "vb", 1.1), 0, 1e-8);
}

TEST(NetworkEvents, WhatALockCostsIsReported) {
  NetworkBuilder m;
  const Id a = m.inertia("a", "2", "5"), b = m.inertia("b", "3", "0");
  const Id clutch = m.block("driveline/clutch", "clutch",
                            {{"r", "1"}, {"N", "1"}, {"A", "1"}, {"mu_k", "1"}, {"mu_s", "1"}});
  m.connect(m.constant("pressure", "6"), clutch, 0);
  m.join(a, 0, clutch, r).join(clutch, c, b, 0);
  // Steps of 0.35 see the lock at t = 1.05 only, with 0.25 of overshoot.
  m.set("Solver", "ode1").set("FixedStep", "0.35").set("StopTime", "1.4");
  const RunOutcome run = finished_run(m);
  ASSERT_FALSE(run.statistics.jumps.empty());
  const JumpRecord& jump = run.statistics.jumps.back();
  EXPECT_NEAR(jump.time, 1.05, 1e-12);
  const double slip = 5 * 0.05, reduced = 2 * 3 / 5.0;
  EXPECT_NEAR(jump.energy_loss, 0.5 * reduced * slip * slip, 1e-12);
  EXPECT_NEAR(std::fabs(jump.impulse), reduced * slip, 1e-12);
  EXPECT_EQ(jump.element, "clutch");
  EXPECT_NEAR(run.statistics.energy_lost, jump.energy_loss, 1e-15);
}

TEST(NetworkEvents, SourcesThatContradictEachOtherAreNamedTogether) {
  NetworkBuilder m;
  const Id a = m.block("electrical/voltage_source", "one", {{"V", "10"}}),
           b = m.block("electrical/voltage_source", "other", {{"V", "5"}}),
           ground = m.block("electrical/reference", "zero");
  m.join(a, 0, b, 0).join(a, 1, ground, 0).join(b, 1, ground, 0);
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_TRUE(has(run.messages(), "one") && has(run.messages(), "other")) << run.messages();
  EXPECT_TRUE(has(run.messages(), "resistance")) << run.messages();
}

// The end of a spring without a body slips at kinetic friction, below what it would hold, and sticks with
// that: nothing is gained where it does.
TEST(NetworkEvents, FrictionThatSticksLeavesASpringAsItIs) {
  NetworkBuilder m;
  const Id source = m.block("driveline/rotational_motion_source", "source"),
           speed = m.block("sources/expression", "speed", {{"expression", "2*cos(t)"}}),
           rate = m.block("sources/expression", "rate", {{"expression", "-2*sin(t)"}}),
           spring = m.block("driveline/rotational_spring", "spring", {{"k", "3"}}),
           friction = m.block("driveline/rotational_friction", "friction", {{"Fc", "1"}, {"Fs", "1.2"}}),
           sensor = m.block("driveline/torque_sensor", "sensor");
  m.connect(speed, 0, source, 0).connect(rate, 0, source, 1);
  m.join(source, r, sensor, r).join(sensor, c, spring, r).join(spring, c, friction, r);
  m.join(source, c, m.ground(), 0).join(friction, c, m.ground(), 0);
  m.record(sensor, 0, "torque");
  m.run_to("2", "0:0.1:2");
  const RunOutcome run = finished_run(m);
  const double breaks = std::asin(1.2 / 6), sticks = std::acos(0.0);
  const auto t = run.times(), torque = run.column("torque");
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (std::abs(t[k] - breaks) < 1e-6) continue;  // both sides of a jump
    const double exact = t[k] < breaks   ? 6 * std::sin(t[k])
                         : t[k] < sticks ? 1
                                         : 1 + 6 * (std::sin(t[k]) - 1);
    EXPECT_NEAR(torque[k], exact, 1e-8) << "t = " << t[k];
  }
  for (const auto& jump : run.statistics.jumps) EXPECT_GE(jump.energy_loss, 0) << jump.time;
}

namespace {

// A source that jumps from `before` to `after` at 1, and what keeps to it; the value at the end.
double behind_small_jump(const char* kind, const char* before, const char* after) {
  NetworkBuilder m;
  const bool motion = kind == std::string("motion"), voltage = kind == std::string("voltage");
  const Id step = m.block("sources/step", "step", {{"time", "1"}, {"before", before}, {"after", after}}),
           zero = m.constant("zero", "0"),
           source = m.block(motion ? "driveline/rotational_motion_source"
                                   : "electrical/controlled_" + std::string(kind) + "_source",
                            "source");
  m.connect(step, 0, source, 0).connect(zero, 0, source, 1);
  if (motion) {
    m.join(source, r, m.inertia("body", "1", before), 0).join(source, c, m.ground(), 0);
    m.watch(source, r, "value");
  } else {
    const Id ground = m.block("electrical/reference", "reference"),
             store = voltage ? m.block("electrical/capacitor", "store", {{"v0", before}})
                             : m.block("electrical/inductor", "store", {{"i0", before}}),
             sensor = m.block(voltage ? "electrical/voltage_sensor" : "electrical/current_sensor", "sensor");
    m.join(source, c, ground, 0).join(store, c, ground, 0);
    if (voltage)
      m.join(source, r, store, r).join(sensor, r, store, r).join(sensor, c, ground, 0);
    else
      m.join(source, r, sensor, r).join(sensor, c, store, r);
    m.record(sensor, 0, "value");
  }
  m.set("StopTime", "2");
  return finished_run(m).column("value").back();
}

}  // namespace

// Jumps of 1e-4 and less were taken for what integration leaves.
TEST(NetworkEvents, WhatSourcesPrescribeIsKeptHoweverLittleItJumps) {
  EXPECT_NEAR(behind_small_jump("voltage", "1000", "1000.15"), 1000.15, 1e-9);
  EXPECT_NEAR(behind_small_jump("current", "10", "10.0015"), 10.0015, 1e-11);
  EXPECT_NEAR(behind_small_jump("motion", "10", "10.0015"), 10.0015, 1e-11);
  EXPECT_NEAR(behind_small_jump("motion", "10", "10.00000001"), 10.00000001, 1e-14);
}

TEST(NetworkEvents, APortThatLeadsNowhereIsReported) {
  NetworkBuilder m;
  const Id body = m.inertia("body", "1"),
           spring = m.block("driveline/rotational_spring", "spring", {{"k", "8"}});
  m.join(body, 0, spring, r);
  m.watch(body, 0, "v");
  EXPECT_TRUE(run_diagram(m.diagram).prepared);
  m.set("UnconnectedConservingPort", "error");
  const RunOutcome run = run_diagram(m.diagram);
  expect_refused(run, "'C' is connected to nothing");
}

// Every row shows the network on one side of an edge: the resistor has 24 V where the gate is 1, else none.
TEST(NetworkEvents, RowsAtTheEdgesOfASwitchShowTheNetworkOnOneSide) {
  for (const std::string solver : {"ode45", "ode15s", "radau5", "ode4"}) {
    NetworkBuilder m;
    const Id source = m.block("electrical/voltage_source", "source", {{"V", "24"}}),
             gate = m.block("sources/pulse_generator", "gate", {{"Period", "0.5"}}),
             breaker = m.block("electrical/switch", "switch"),
             load = m.block("electrical/resistor", "load", {{"R", "3"}}),
             meter = m.block("electrical/voltage_sensor", "meter"),
             zero = m.block("electrical/reference", "zero");
    m.connect(gate, breaker, 0)
        .join(source, 0, breaker, 0)
        .join(breaker, 1, load, 0)
        .join(load, 1, source, 1);
    m.join(source, 1, zero, 0).join(meter, 0, load, 0).join(meter, 1, zero, 0);
    m.record(meter, 0, "v");
    m.record(gate, 0, "g");
    m.set("StopTime", "2").set("Solver", solver);
    const RunOutcome run = finished_run(m);
    const auto t = run.times(), v = run.column("v"), g = run.column("g");
    for (std::size_t row = 0; row < t.size(); ++row)
      EXPECT_NEAR(v[row], 24 * g[row], 1e-12) << solver << " " << t[row];
    EXPECT_EQ(t.front(), 0);
    EXPECT_EQ(v.back(), 24);
  }
}

// What physical networks conserve is found from their equations: momentum, charge, flux linkage.
#include <gtest/gtest.h>

#include <cmath>

#include "sim_core/program_analysis/linear_invariants.h"
#include "tests/support/finished_run.h"
#include "tests/support/network_builder.h"

using namespace sim;

namespace {

using Texts = std::vector<std::string>;

Texts conserved(const ModelBuilder& m) {
  static const BlockLibrary library = [] {
    BlockLibrary all = standard_library();
    add_network_libraries(all);
    return all;
  }();
  const auto run = ModelRun::prepare(m.diagram, library);
  EXPECT_TRUE(run) << (run ? "" : to_text(run.errors().front()));
  Texts texts;
  const auto found = linear_invariants((*run)->program());
  EXPECT_TRUE(found);
  for (const LinearInvariant& each : *found) texts.push_back(to_text(each, (*run)->program()));
  return texts;
}

}  // namespace

// Two flywheels of 0.7 and 1.3 kg m^2 with a spring and a damper between them.
TEST(NetworkInvariants, MomentumOfBodiesThatActOnEachOther) {
  NetworkBuilder m;
  const Id one = m.inertia("one", "0.7", "1"), other = m.inertia("other", "1.3"),
           spring = m.block("driveline/rotational_spring", "spring"),
           damper = m.block("driveline/rotational_damper", "damper");
  m.join(one, 0, spring, r).join(spring, c, other, 0).join(one, 0, damper, r).join(damper, c, other, 0);
  m.watch(one, 0, "w1");
  EXPECT_EQ(conserved(m), (Texts{"7 one.v + 13 other.v"}));
}

// A clutch between them that locks: the blow is between them too, so that the sum stays through the event.
TEST(NetworkInvariants, MomentumThroughTheLockOfAClutch) {
  for (const char* solver : {"ode45", "ode4", "ode1"}) {
    NetworkBuilder m;
    const Id one = m.inertia("one", "0.7", "10"), other = m.inertia("other", "1.3", "-2"),
             clutch = m.block("driveline/clutch", "clutch");
    m.join(one, 0, clutch, r).join(clutch, c, other, 0);
    m.connect(m.block("sources/step", "pressure", {{"time", "0.3"}, {"after", "5e4"}}), clutch, 0);
    m.watch(one, 0, "w1");
    m.watch(other, 0, "w2");
    EXPECT_EQ(conserved(m), (Texts{"7 one.v + 13 other.v"}));
    m.set("LinearInvariants", "monitor").set("StopTime", "2").set("Solver", solver);
    if (solver != std::string("ode45")) m.set("FixedStep", "0.01");
    const RunOutcome run = finished_run(m);
    for (double residual : run.column("residual of 7 one.v + 13 other.v"))
      EXPECT_LT(std::fabs(residual), 1e-12);
    const double end = (7 * 10 - 13 * 2) / 20.0;
    EXPECT_NEAR(value_at(run, "w1", 2), end, 1e-13) << solver;
    EXPECT_NEAR(value_at(run, "w2", 2), end, 1e-13) << solver;
  }
}

// Speeds in the ratio 2 of a gear: what turns twice as fast counts for twice its inertia.
TEST(NetworkInvariants, MomentumReferredThroughAGear) {
  NetworkBuilder m;
  const Id one = m.inertia("one", "1", "4"), other = m.inertia("other", "5", "2"),
           gear = m.block("driveline/gear", "gear", {{"n", "2"}}),
           damper = m.block("driveline/rotational_damper", "damper");
  m.join(one, 0, damper, r).join(damper, c, gear, 0).join(gear, 1, other, 0);
  m.watch(one, 0, "w1");
  EXPECT_EQ(conserved(m), (Texts{"2 one.v + 5 other.v"}));
}

// 1 mF and 3 mF with a resistor between them; and with a switch that joins them.
TEST(NetworkInvariants, ChargeOfCapacitors) {
  for (const bool switched : {false, true}) {
    NetworkBuilder m;
    const Id one = m.block("electrical/capacitor", "one", {{"C", "1e-3"}, {"v0", "4"}}),
             other = m.block("electrical/capacitor", "other", {{"C", "3e-3"}}),
             between = m.block(switched ? "electrical/switch" : "electrical/resistor", "between"),
             zero = m.block("electrical/reference", "zero");
    m.join(one, 0, between, 0).join(between, 1, other, 0).join(one, 1, zero, 0).join(other, 1, zero, 0);
    if (switched) m.connect(m.block("sources/step", "close", {{"time", "0.5"}}), between, 0);
    const Id meter = m.block("electrical/voltage_sensor", "meter");
    m.join(meter, 0, one, 0).join(meter, 1, zero, 0);
    m.record(meter, 0, "v");
    EXPECT_EQ(conserved(m), (Texts{"one.v + 3 other.v"})) << switched;
    if (!switched) continue;
    m.set("LinearInvariants", "monitor").set("StopTime", "1");
    const RunOutcome run = finished_run(m);
    for (double residual : run.column("residual of one.v + 3 other.v")) EXPECT_LT(std::fabs(residual), 1e-14);
    EXPECT_NEAR(value_at(run, "v", 1), 1, 1e-15);
  }
}

// Two coils in parallel: what drives one drives the other.
TEST(NetworkInvariants, FluxLinkageOfAMesh) {
  NetworkBuilder m;
  const Id one = m.block("electrical/inductor", "one", {{"L", "2"}, {"i0", "1"}}),
           other = m.block("electrical/inductor", "other", {{"L", "5"}}),
           load = m.block("electrical/resistor", "load"), zero = m.block("electrical/reference", "zero"),
           meter = m.block("electrical/voltage_sensor", "meter");
  m.join(one, 0, other, 0).join(one, 0, load, 0).join(one, 1, zero, 0).join(other, 1, zero, 0);
  m.join(load, 1, zero, 0).join(meter, 0, one, 0).join(meter, 1, zero, 0);
  m.record(meter, 0, "v");
  EXPECT_EQ(conserved(m), (Texts{"2 one.i - 5 other.i"}));
}

// A torque from outside leaves nothing; a sensor that does not integrate has no state.
TEST(NetworkInvariants, NoneUnderATorqueAndOfSensors) {
  NetworkBuilder m;
  const Id one = m.inertia("one", "0.7", "1"), other = m.inertia("other", "1.3"),
           spring = m.block("driveline/rotational_spring", "spring"),
           torque = m.block("driveline/torque_source", "torque");
  m.join(one, 0, spring, r).join(spring, c, other, 0);
  m.join(torque, r, one, 0).join(torque, c, m.ground(), 0).connect(m.constant("one N m", "1"), torque, 0);
  m.watch(one, 0, "w1");
  EXPECT_EQ(conserved(m), Texts{});
  const auto run = ModelRun::prepare(m.diagram, [] {
    BlockLibrary all = standard_library();
    add_network_libraries(all);
    return all;
  }());
  ASSERT_TRUE(run);
  EXPECT_EQ((*run)->program().state_count, 3);
  for (const StateInfo& state : (*run)->program().states) EXPECT_EQ(state.shape.size(), 1) << state.name;
}

// Cranks and cams at their limits: held at a dead center, connected to nothing, with liquid at the piston.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/plugins/linkage_model.h"

using namespace sim;

// A crank cannot go on beyond a dead center while its slider is held.
TEST(LinkageLimits, ASliderThatIsHeldAtADeadCenterIsTold) {
  LinkageModel m;
  m.set("EnergyBalance", "none").set("ProjectionTooLarge", "none");
  const Id wheel = m.inertia("wheel", "0.01", "30"), crank = m.block("driveline/slider_crank", "crank");
  m.join(wheel, 0, crank, 0).join(crank, 1, m.floor(), 0);
  m.run_to("1");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("it is at a dead center, and what it moves there is held"), std::string::npos)
      << run.messages();
}

// What is connected to nothing rests, and no loop is told of.
TEST(LinkageLimits, WhatIsConnectedToNothingRests) {
  for (const char* type : {"driveline/cam_follower", "driveline/slider_crank", "driveline/universal_joint"}) {
    LinkageModel m;
    m.set("UnconnectedConservingPort", "none").set("AlgebraicLoopMsg", "error");
    m.record(m.block(type, "it", {{"phi0", "0.5"}}), 0, "phi");
    m.run_to("1");
    EXPECT_EQ(final_value(finished_run(m), "phi"), 0.5) << type;
  }
}

// Liquid in a pipe at the piston of a crank is a mass, A^2 rho l/A_pipe: it takes its share of the momentum
// at the start, and its flow keeps to the piston.
TEST(LinkageLimits, LiquidFollowsThePistonOfACrank) {
  LinkageModel m;
  const Id wheel = m.inertia("wheel", "0.01", "30"),
           crank = m.block("driveline/slider_crank", "crank", {{"phi0", "0.4"}}),
           piston = m.block("converters/hydraulic_translational", "piston", {{"A", "2e-3"}}),
           pipe = m.block("hydraulic/inertia", "pipe", {{"l", "2"}, {"A", "1e-3"}, {"rho", "900"}}),
           open = m.block("hydraulic/reference", "open"),
           sensor = m.block("converters/network_sensor", "sensor");
  m.join(wheel, 0, crank, 0).join(crank, 1, piston, 1).join(piston, 2, m.floor(), 0);
  m.join(piston, 0, pipe, 0).join(pipe, 1, open, 0).join(sensor, 0, wheel, 0);
  m.record(crank, 0, "phi");
  m.record(sensor, 0, "E");
  m.watch(wheel, 0, "w");
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  const auto inertia = [](double phi) {
    return 0.01 + 4e-6 * 900 * 2 / 1e-3 * std::pow(slider_at(phi, 0.05, 0.15, 0).slope, 2);
  };
  const std::vector<double> phi = run.column("phi"), w = run.column("w"), energy = run.column("E");
  EXPECT_NEAR(w.front(), 0.3 / inertia(0.4), 1e-11);
  for (std::size_t row = 0; row < phi.size(); ++row)
    EXPECT_NEAR(energy[row], 0.5 * inertia(phi[row]) * w[row] * w[row], 1e-12 * energy[row])
        << run.times()[row];
  EXPECT_NEAR(energy.back(), energy.front(), 1e-7);
}

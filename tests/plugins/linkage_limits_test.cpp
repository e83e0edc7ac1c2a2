// Cranks and cams at their limits: held at a dead center, connected to nothing, with liquid at the piston.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/plugins/linkage_model.h"

using namespace sim;

namespace {

// A wheel of 0.01 kg m^2 at the shaft of a crank or cam.
struct DeadCenter : LinkageModel {
  explicit DeadCenter(const std::string& phi0, const std::string& type = "slider_crank",
                      const std::string& w0 = "30") {
    set("EnergyBalance", "none").set("ProjectionTooLarge", "none");
    linkage = block("driveline/" + type, "linkage", {{"phi0", phi0}});
    join(inertia("wheel", "0.01", w0), 0, linkage, 0);
    record(linkage, 0, "phi");
    run_to("1");
  }
  Id linkage = no_id;
};

void expect_told(const ModelBuilder& m, const std::string& message, const std::string& of) {
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed) << of;
  EXPECT_NE(run.messages().find(message), std::string::npos) << of << ": " << run.messages();
}
constexpr const char* held = "it is at a dead center, and what it moves there is held";

}  // namespace

// A crank cannot go on beyond a dead center while its slider is held, by the floor, a source, or another
// crank at a dead center of its own; wherever around it it begins, as far as rounding knows.
TEST(LinkageLimits, WhatIsHeldAtADeadCenterIsTold) {
  for (const char* phi0 : {"0", "pi", "-pi", "pi-1e-14", "pi+1e-12", "2e3*pi"}) {
    for (const char* type : {"slider_crank", "cam_follower"}) {
      DeadCenter floor(phi0, type);
      floor.join(floor.linkage, 1, floor.floor(), 0);
      expect_told(floor, held, std::string(type) + " at " + phi0);
    }
    DeadCenter prescribed(phi0);
    const Id motion = prescribed.block("driveline/translational_motion_source", "motion"),
             zero = prescribed.constant("zero", "0");
    prescribed.connect(zero, 0, motion, 0).connect(zero, 0, motion, 1);
    prescribed.join(prescribed.linkage, 1, motion, 0).join(motion, 1, prescribed.floor(), 0);
    expect_told(prescribed, held, phi0);
    DeadCenter other(phi0);
    const Id second = other.block("driveline/slider_crank", "second");
    other.join(other.linkage, 1, second, 1).join(second, 0, other.inertia("still", "1"), 0);
    expect_told(other, held, phi0);
    DeadCenter rests(phi0, "slider_crank", "0");
    rests.join(rests.linkage, 1, rests.floor(), 0);
    EXPECT_EQ(run_diagram(rests.diagram).end, RunEnd::Finished);
  }
}

// Friction has no lever at a dead center: however large, it lets the crank leave it, and then takes all.
TEST(LinkageLimits, FrictionLetsACrankLeaveADeadCenter) {
  for (const double phi0 : {0.0, M_PI, -M_PI})
    for (const double w0 : {30.0, -30.0}) {
      DeadCenter m(to_text(phi0), "slider_crank", to_text(w0));
      const Id friction =
          m.block("driveline/translational_friction", "friction", {{"Fc", "1000"}, {"Fs", "2000"}});
      m.join(m.linkage, 1, friction, 0).join(friction, 1, m.floor(), 0);
      const RunOutcome run = finished_run(m);
      const double way =
          slider_at(final_value(run, "phi"), 0.05, 0.15, 0).value - slider_at(phi0, 0.05, 0.15, 0).value;
      EXPECT_NEAR(1000 * std::abs(way), 0.5 * 0.01 * 900, 1e-6) << phi0;
      EXPECT_GT((final_value(run, "phi") - phi0) * w0, 0);
    }
}

// A stop right at the place of the slider, towards which it would have to move.
TEST(LinkageLimits, AStopAtADeadCenterIsTold) {
  DeadCenter m("pi");
  const Id stop =
      m.block("driveline/translational_hard_stop", "stop", {{"LowerLimit", "-0.001"}, {"UpperLimit", "0"}});
  m.join(m.linkage, 1, stop, 0).join(stop, 1, m.floor(), 0);
  expect_told(m, "no way for 'stop' to hold or to let go is consistent", "stop");
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

// Each joint, force and contact of the planar library alone, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/plugins/planar_model.h"

using namespace sim;

// g sin(alpha) t^2/2 down a plane; N = m g cos(alpha).
TEST(PlanarJoints, ASliderGoesDownAnInclinedPlane) {
  PlanarModel m;
  m.world();
  const Id plane = m.block("planar/fixed_frame", "plane", {{"phi", "-0.5"}});
  const Id slider = m.rod("slider", "1", {{"y0", "0.01"}}, "3");
  const Id guide =
      m.between("prismatic_joint", "guide", plane, 0, slider, PlanarModel::center, {{"Sense", "on"}});
  m.record(guide, 0, "s");
  m.record(guide, 1, "v");
  m.record(guide, 2, "N");
  m.watch("slider", slider, PlanarModel::center);
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  const double a = gravity * std::sin(0.5), start = run.column("s").front();
  EXPECT_NEAR(last(run, "s") - start, 2 * a, 1e-9);
  EXPECT_NEAR(last(run, "v"), 2 * a, 1e-9);
  EXPECT_NEAR(last(run, "N"), 3 * gravity * std::cos(0.5), 1e-9);
  EXPECT_NEAR(last(run, "slider.angle"), -0.5, 1e-14);
}

// A clamped rod bears its weight and the moment of it.
TEST(PlanarJoints, AWeldHoldsAForceAndATorque) {
  PlanarModel m;
  const Id world = m.world(), rod = m.rod("rod", "2", {{"x0", "1"}}, "5");
  const Id weld = m.between("weld_joint", "weld", world, 0, rod, PlanarModel::a, {{"Sense", "on"}});
  m.record(weld, 0, "Fx");
  m.record(weld, 1, "Fy");
  m.record(weld, 2, "T");
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "Fx"), 0, 1e-12);
  EXPECT_NEAR(last(run, "Fy"), 5 * gravity, 1e-11);
  EXPECT_NEAR(last(run, "T"), 5 * gravity, 1e-11);
}

// A bead in a slot that turns at w flies outwards: r = r0 cosh(w t).
TEST(PlanarJoints, APinInATurningSlotFliesOutwards) {
  PlanarModel m;
  const Id place = m.place("hub", "0", "0"), slot = m.rod("slot", "1"),
           bead = m.rod("bead", "1", {{"x0", "0.2"}, {"vy0", "0.4"}});
  m.revolute("bearing", place, 0, slot, PlanarModel::center);
  const Id driver = m.between("angle_driver", "motor", place, 0, slot, PlanarModel::center);
  const Id angle = m.block("user_defined/fcn", "angle", {{"Expression", "2*u"}});
  m.connect(m.block("sources/clock", "clock"), 0, angle, 0).connect(angle, 0, driver, 0);
  m.connect(m.constant("rate", "2"), driver, 1).connect(m.constant("none", "0"), driver, 2);
  const Id pin = m.between("pin_slot_joint", "pin", slot, PlanarModel::center, bead, PlanarModel::center,
                           {{"Sense", "on"}});
  m.record(pin, 0, "r");
  m.record(pin, 2, "N");
  m.record(driver, 0, "T");
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "r"), 0.2 * std::cosh(2.0), 1e-8);
  EXPECT_NEAR(last(run, "N"), 2 * 2 * 0.2 * 2 * std::sinh(2.0), 1e-7);  // Coriolis: 2 m w v
  EXPECT_NEAR(last(run, "T"), last(run, "N") * last(run, "r"), 1e-7);
}

// u = t^2/2 takes a force of m.
TEST(PlanarJoints, ADisplacementDriverGivesItsForce) {
  PlanarModel m;
  const Id place = m.place("place", "0", "0"), body = m.rod("body", "1", {}, "7");
  m.between("prismatic_joint", "guide", place, 0, body, PlanarModel::center);
  const Id driver = m.between("displacement_driver", "actuator", place, 0, body, PlanarModel::center);
  const Id u = m.block("user_defined/fcn", "u", {{"Expression", "u^2/2"}}),
           clock = m.block("sources/clock", "clock");
  m.connect(clock, 0, u, 0).connect(u, 0, driver, 0).connect(clock, 0, driver, 1);
  m.connect(m.constant("acceleration", "1"), driver, 2);
  m.record(driver, 0, "F");
  m.watch("body", body, PlanarModel::center);
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "F"), 7, 1e-9);
  EXPECT_NEAR(last(run, "body.x"), 2, 1e-12);
  EXPECT_NEAR(last(run, "body.vx"), 2, 1e-12);
}

// Two masses at a spring swing about their center with w^2 = k (1/m1 + 1/m2).
TEST(PlanarJoints, ASpringSwingsBetweenTwoPoints) {
  PlanarModel m;
  const Id one = m.rod("one", "1", {}, "2"), two = m.rod("two", "1", {{"x0", "1.5"}}, "3");
  m.between("spring_damper", "spring", one, PlanarModel::center, two, PlanarModel::center, {{"k", "30"}});
  m.watch("one", one, PlanarModel::center);
  m.watch("two", two, PlanarModel::center);
  m.run_to("1.3");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "two.x") - last(run, "one.x"), 1 + 0.5 * std::cos(5 * 1.3), 1e-8);
}

// J w' = T - d w on both sides of the joint; and a force at an arm.
TEST(PlanarJoints, TorquesAndForcesAct) {
  PlanarModel m;
  const Id place = m.place("hub", "0", "0"), wheel = m.rod("wheel", "1", {{"J", "0.5"}});
  m.revolute("bearing", place, 0, wheel, PlanarModel::center);
  m.between("torsion_spring_damper", "friction", place, 0, wheel, PlanarModel::center, {{"d", "0.25"}});
  const Id motor = m.between("torque_source", "motor", place, 0, wheel, PlanarModel::center);
  m.connect(m.constant("torque", "1"), motor, 0);
  const Id free = m.rod("free", "1", {{"J", "0.5"}}),
           force = m.block("planar/force_source", "force", {{"Axes", "of the frame"}});
  m.join(force, 0, free, PlanarModel::b);
  m.connect(m.constant("Fx", "0"), force, 0).connect(m.constant("Fy", "2"), force, 1);
  m.watch("wheel", wheel, PlanarModel::center);
  m.watch("free", free, PlanarModel::center);
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "wheel.w"), 4 * (1 - std::exp(-1.0)), 1e-9);
  EXPECT_NEAR(last(run, "free.w"), 2 * 0.5 / 0.5 * 2, 1e-9);
}

// The last of equal balls takes the speed of the first.
TEST(PlanarJoints, BallsHandOnTheirSpeed) {
  PlanarModel m;
  Id before = no_id;
  for (int k = 0; k < 4; ++k) {
    const std::string n = std::to_string(k);
    const Id ball = m.rod("ball " + n, "1", {{"x0", n + "*0.3"}, {"vx0", k == 0 ? "1" : "0"}});
    if (before != no_id)
      m.between("circle_contact", "contact " + n, before, PlanarModel::center, ball, PlanarModel::center,
                {{"r", "0.2"}, {"e", "1"}});
    m.watch("ball " + n, ball, PlanarModel::center);
    before = ball;
  }
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(last(run, "ball " + std::to_string(k) + ".vx"), k == 3 ? 1 : 0, 1e-12);
  EXPECT_NEAR(last(run, "ball 3.x"), 0.9 + 0.7, 1e-9);
}

// A plastic impact; then the body lies, and the floor bears it.
TEST(PlanarJoints, ABodyComesToRestOnALine) {
  PlanarModel m;
  const Id world = m.world(), ball = m.rod("ball", "1", {{"y0", "1"}});
  m.between("line_contact", "floor", world, 0, ball, PlanarModel::center);
  m.watch("ball", ball, PlanarModel::center);
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "ball.y"), 0, 1e-9);
  EXPECT_NEAR(last(run, "ball.vy"), 0, 1e-12);
}

// A bead slides off a wheel where what presses it down is no longer enough: at 2/3 of its height.
TEST(PlanarJoints, ABeadLeavesAWheelAtTwoThirds) {
  PlanarModel m;
  const Id world = m.world(), bead = m.rod("bead", "1", {{"x0", "0.1"}, {"y0", "sqrt(1-0.1^2)"}});
  m.between("circle_contact", "wheel", world, 0, bead, PlanarModel::center, {{"r", "1"}});
  m.watch("bead", bead, PlanarModel::center);
  m.set("EnergyBalance", "error");
  m.run_to("1.6");
  const RunOutcome run = finished_run(m);
  const std::vector<double> x = run.column("bead.x"), y = run.column("bead.y");
  double left_at = 0;
  for (std::size_t row = 0; row < x.size(); ++row)
    if (std::hypot(x[row], y[row]) < 1 + 1e-9) left_at = std::atan2(x[row], y[row]);
  const double start = std::sqrt(1 - 0.01), angle = std::acos(2 * start / 3);
  EXPECT_NEAR(left_at, angle, 2e-3);
  EXPECT_NEAR(last(run, "bead.vx"), std::sqrt(2 * gravity * (start - std::cos(angle))) * std::cos(angle),
              1e-8);
}

TEST(PlanarJoints, AFrameOffsetIsOnTheBody) {
  PlanarModel m;
  const Id place = m.place("hub", "0", "0"), body = m.rod("body", "1", {{"w0", "2"}});
  m.revolute("bearing", place, 0, body, PlanarModel::center);
  const Id one = m.block("planar/frame_offset", "one", {{"y", "1"}, {"phi", "0.5"}});
  const Id two = m.block("planar/frame_offset", "two", {{"x", "2"}});
  m.join(body, PlanarModel::center, one, 0).join(one, 1, two, 0);
  m.watch("end", two, 1);
  m.run_to("0.7");
  const RunOutcome run = finished_run(m);
  const double phi = 1.4, x = 2 * std::cos(0.5), y = 1 + 2 * std::sin(0.5);
  EXPECT_NEAR(last(run, "end.x"), x * std::cos(phi) - y * std::sin(phi), 1e-9);
  EXPECT_NEAR(last(run, "end.vx"), -2 * (x * std::sin(phi) + y * std::cos(phi)), 1e-9);
  EXPECT_NEAR(last(run, "end.angle"), 1.9, 1e-9);
}

// A motor of the driveline turns a rod on a pivot: (J + m l^2/4 + J_m) phi'' = T with an inertia at the
// shaft.
TEST(PlanarJoints, AShaftOfTheDrivelineTurnsABody) {
  for (const bool turned : {false, true}) {
    PlanarModel m;
    const Id rod = m.rod("rod", "1"), pivot = m.place("pivot", "-0.5", "0"),
             interface = m.between("rotational_interface", "interface", turned ? rod : pivot, 0,
                                   turned ? pivot : rod, 0),
             rotor = m.inertia("rotor", "0.5"), source = m.block("driveline/torque_source", "torque");
    m.revolute("joint", pivot, 0, rod, PlanarModel::a);
    m.join(interface, 2, rotor, 0).join(interface, 3, m.ground(), 0);
    m.join(source, r, rotor, 0).join(source, c, m.ground(), 0);
    m.connect(m.constant("T", "2"), source);
    m.watch("rod", rod, PlanarModel::center);
    m.set("EnergyBalance", "error");
    m.run_to("1");
    const double rate = (turned ? -2 : 2) / (1.0 / 12 + 0.25 + 0.5);
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(last(run, "rod.w"), rate, 1e-9);
    EXPECT_NEAR(last(run, "rod.angle"), rate / 2, 1e-9);
  }
}

// A spring of the driveline along a strut is the planar one, also where the strut turns.
TEST(PlanarJoints, AStrutCarriesASpringOfTheDriveline) {
  const auto swing = [](bool strut) {
    PlanarModel m;
    const Id rod = m.rod("rod", "1", {{"x0", "0.5"}}), world = m.world(), hook = m.place("hook", "0", "1");
    m.revolute("pivot", world, 0, rod, PlanarModel::a);
    if (strut) {
      const Id interface = m.between("translational_interface", "strut", hook, 0, rod, PlanarModel::b),
               spring =
                   m.block("driveline/translational_spring", "spring", {{"k", "40"}, {"phi0", "sqrt(2)-1"}}),
               floor = m.block("driveline/translational_reference", "floor");
      m.join(interface, 2, spring, r).join(interface, 3, floor, 0).join(spring, c, floor, 0);
    } else {
      m.between("spring_damper", "spring", hook, 0, rod, PlanarModel::b, {{"k", "40"}, {"l0", "1"}});
    }
    m.watch("rod", rod, PlanarModel::center);
    m.set("EnergyBalance", "error");
    m.run_to("2");
    return last(finished_run(m), "rod.angle");
  };
  EXPECT_NEAR(swing(true), swing(false), 1e-8);
}

// A flywheel behind a gear has the speed of the crank, to rounding, however long the run is: velocities are
// projected together, so the projection costs no energy and no steps.
TEST(PlanarJoints, AFlywheelKeepsTheSpeedOfItsCrank) {
  std::map<std::string, std::uint64_t> steps;
  for (const char* solver : {"ode45", "ode15s"}) {
    PlanarModel m;
    const Id world = m.world(), crank = m.rod("crank", "0.1", {{"x0", "0.05"}, {"w0", "20"}, {"vy0", "1"}}),
             link = m.rod("link", "0.3", {{"x0", "0.25"}, {"w0", "-20/3"}, {"vy0", "1"}}),
             slider = m.rod("slider", "0.1", {{"x0", "0.4"}}),
             shaft = m.between("rotational_interface", "shaft", world, 0, crank, PlanarModel::center),
             gear = m.block("driveline/gear", "gear", {{"n", "2"}}), wheel = m.inertia("wheel", "0.05", "10");
    m.revolute("bearing", world, 0, crank, PlanarModel::a);
    m.revolute("crank pin", crank, PlanarModel::b, link, PlanarModel::a);
    m.revolute("slider pin", link, PlanarModel::b, slider, PlanarModel::center);
    m.between("prismatic_joint", "guide", world, 0, slider, PlanarModel::center);
    m.join(shaft, 2, gear, 0).join(shaft, 3, m.ground(), 0).join(gear, 1, wheel, 0);
    m.watch("crank", crank, PlanarModel::center);
    m.NetworkBuilder::watch(wheel, 0, "wheel.w");
    m.set("EnergyBalance", "warning");  // ode15s exceeds ten times RelTol
    m.run_to("3");
    m.set("RelTol", "1e-6").set("AbsTol", "1e-6").set("Solver", solver);
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const std::vector<double> fast = run.column("crank.w"), slow = run.column("wheel.w");
    double off = 0;
    for (std::size_t k = 0; k < fast.size(); ++k) off = std::max(off, std::abs(fast[k] - 2 * slow[k]));
    EXPECT_LT(off, 1e-12) << solver;
    EXPECT_LT(std::abs(run.statistics.energy.dissipated), 1e-8) << solver;
    steps[solver] = run.statistics.steps;
  }
  EXPECT_LT(steps["ode15s"], 10 * steps["ode45"]);
}

// Friction of the driveline passes no blow at the start: 1/3 w' = -2 until it rests.
TEST(PlanarJoints, AJointWithFrictionBeginsWithItsSpeed) {
  for (const double speed : {3.0, -3.0}) {
    PlanarModel m;
    const Id world = m.block("planar/world", "world", {{"gy", "0"}}),
             rod = m.rod("rod", "1", {{"x0", "0.5"}, {"vy0", to_text(speed / 2)}, {"w0", to_text(speed)}}),
             shaft = m.between("rotational_interface", "shaft", world, 0, rod, PlanarModel::center),
             friction = m.block("driveline/rotational_friction", "friction", {{"Fc", "2"}, {"Fs", "2"}});
    m.revolute("pivot", world, 0, rod, PlanarModel::a);
    m.join(shaft, 2, friction, 0).join(friction, 1, m.ground(), 0).join(shaft, 3, m.ground(), 0);
    m.watch("rod", rod, PlanarModel::center);
    m.set("ProjectionTooLarge", "none");  // where it has come to rest
    m.run_to("1", "[0.25]");
    const RunOutcome run = finished_run(m);
    const std::vector<double> t = run.times();
    const auto row = static_cast<std::size_t>(std::find(t.begin(), t.end(), 0.25) - t.begin());
    EXPECT_NEAR(run.column("rod.w").at(row), speed - std::copysign(1.5, speed), 1e-9);
    EXPECT_NEAR(last(run, "rod.angle"), std::copysign(0.75, speed), 1e-9);
    EXPECT_NEAR(last(run, "rod.w"), 0, 1e-12);
  }
}

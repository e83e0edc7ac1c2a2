// Planar mechanisms against closed forms and against equations of motion that are integrated here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "tests/plugins/planar_model.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

// x'' = f(x, x') by Runge-Kutta steps of fourth order.
std::array<double, 2> integrated(std::array<double, 2> x, double t,
                                 const std::function<double(double, double)>& f, int steps = 20000) {
  const double h = t / steps;
  for (int k = 0; k < steps; ++k) {
    const auto slope = [&](double dx, double dv) {
      return std::array<double, 2>{x[1] + dv, f(x[0] + dx, x[1] + dv)};
    };
    const auto a = slope(0, 0), b = slope(h / 2 * a[0], h / 2 * a[1]), c = slope(h / 2 * b[0], h / 2 * b[1]),
               d = slope(h * c[0], h * c[1]);
    for (std::size_t i = 0; i < 2; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return x;
}

// Prescribes an angle that grows evenly.
Id turning(PlanarModel& m, Id from, int port, Id to, int other, const std::string& rate) {
  const Id driver = m.between("angle_driver", "motor", from, port, to, other);
  const Id angle = m.block("user_defined/fcn", "angle", {{"Expression", rate + "*u"}});
  m.connect(m.block("sources/clock", "clock"), 0, angle, 0).connect(angle, 0, driver, 0);
  m.connect(m.constant("rate", rate), driver, 1).connect(m.constant("no acceleration", "0"), driver, 2);
  return driver;
}

}  // namespace

// (J + m l^2/4) phi'' = -m g l/2 cos(phi), and the reaction that holds it.
TEST(Planar, ARodOnAPivotIsAPendulum) {
  PlanarModel m;
  const Id rod = m.rod("rod", "1", {{"x0", "0.5"}}), world = m.world();
  const Id pivot = m.between("revolute_joint", "pivot", world, 0, rod, PlanarModel::a, {{"Sense", "on"}});
  m.watch("rod", rod, PlanarModel::center);
  m.record(pivot, 0, "phi");
  m.record(pivot, 2, "Fx");
  m.record(pivot, 3, "Fy");
  m.run_to("2");
  const RunOutcome run = finished_run(m);
  const auto expected =
      integrated({0, 0}, 2, [](double phi, double) { return -1.5 * gravity * std::cos(phi); });
  EXPECT_NEAR(last(run, "phi"), expected[0], 1e-8);
  EXPECT_NEAR(last(run, "rod.w"), expected[1], 1e-8);
  const double phi = expected[0], w = expected[1], dw = -1.5 * gravity * std::cos(phi);
  EXPECT_NEAR(last(run, "Fx"), -0.5 * (w * w * std::cos(phi) + dw * std::sin(phi)), 1e-6);
  EXPECT_NEAR(last(run, "Fy"), gravity + 0.5 * (dw * std::cos(phi) - w * w * std::sin(phi)), 1e-6);
}

TEST(Planar, AFreeBodyFalls) {
  PlanarModel m;
  m.world();
  const Id rod = m.rod("rod", "1", {{"vx0", "1"}, {"vy0", "2"}, {"w0", "3"}});
  m.watch("tip", rod, PlanarModel::b);
  m.run_to("1.5");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "tip.x"), 1.5 + 0.5 * std::cos(4.5), 1e-9);
  EXPECT_NEAR(last(run, "tip.y"), 3 - gravity / 2 * 2.25 + 0.5 * std::sin(4.5), 1e-9);
  EXPECT_NEAR(last(run, "tip.vy"), 2 - gravity * 1.5 + 1.5 * std::cos(4.5), 1e-9);
}

// Guessed positions are completed; energy and the joints stay.
TEST(Planar, ADoublePendulumKeepsItsEnergyAndItsJoints) {
  PlanarModel m;
  const Id world = m.world(), upper = m.rod("upper", "1", {{"x0", "0.4"}}),
           lower = m.rod("lower", "1", {{"x0", "1.6"}});
  m.revolute("pivot", world, 0, upper, PlanarModel::a);
  m.revolute("elbow", upper, PlanarModel::b, lower, PlanarModel::a);
  m.watch("upper", upper, PlanarModel::center);
  m.watch("lower", lower, PlanarModel::center);
  m.watch("end", upper, PlanarModel::b);
  m.watch("begin", lower, PlanarModel::a);
  m.run_to("10");
  const RunOutcome run = finished_run(m);
  const auto energy = [&](std::size_t row) {
    double sum = 0;
    for (const char* body : {"upper", "lower"}) {
      const auto of = [&](const char* what) { return run.column(std::string(body) + what)[row]; };
      sum += 0.5 * (of(".vx") * of(".vx") + of(".vy") * of(".vy")) + of(".w") * of(".w") / 24 +
             gravity * of(".y");
    }
    return sum;
  };
  EXPECT_NEAR(run.column("upper.x").front(), 0.5, 1e-13);
  EXPECT_NEAR(run.column("lower.x").front(), 1.5, 1e-13);
  const std::size_t rows = run.column("time").size();
  for (std::size_t row = 0; row < rows; ++row) {
    EXPECT_NEAR(energy(row), 0, 1e-6);
    EXPECT_NEAR(run.column("end.x")[row], run.column("begin.x")[row], 1e-14);
    EXPECT_NEAR(run.column("end.y")[row], run.column("begin.y")[row], 1e-14);
    EXPECT_NEAR(run.column("end.vy")[row], run.column("begin.vy")[row], 1e-13);
  }
}

// Crank 1, coupler 3, rocker 2.5 and ground 3: the angle of the rocker follows from that of the crank.
TEST(Planar, AFourBarLinkageFollowsItsCrank) {
  PlanarModel m;
  const Id world = m.world(), far = m.place("far", "3", "0");
  const Id crank = m.rod("crank", "1", {{"x0", "0.5"}}),
           coupler = m.rod("coupler", "3", {{"x0", "1.9"}, {"y0", "1.1"}, {"phi0", "0.9"}}),
           rocker = m.rod("rocker", "2.5", {{"x0", "2.9"}, {"y0", "1.2"}, {"phi0", "1.7"}});
  m.revolute("1", world, 0, crank, PlanarModel::a);
  m.revolute("2", crank, PlanarModel::b, coupler, PlanarModel::a);
  m.revolute("3", coupler, PlanarModel::b, rocker, PlanarModel::b);
  m.revolute("4", far, 0, rocker, PlanarModel::a);
  turning(m, world, 0, crank, PlanarModel::a, "2");
  m.watch("crank", crank, PlanarModel::center);
  m.watch("rocker", rocker, PlanarModel::center);
  m.run_to("6.5");
  const RunOutcome run = finished_run(m);
  for (std::size_t row = 0; row < run.column("time").size(); ++row) {
    const double t = run.column("time")[row], phi = 2 * t, bx = std::cos(phi) - 3, by = std::sin(phi);
    const double l = std::hypot(bx, by), cosine = (l * l + 2.5 * 2.5 - 9) / (2 * 2.5 * l);
    const double psi = std::atan2(by, bx) - std::acos(cosine), turns = 2 * M_PI;
    EXPECT_NEAR(run.column("crank.angle")[row], phi, 1e-12);
    EXPECT_NEAR(std::remainder(run.column("rocker.angle")[row] - psi, turns), 0, 1e-10) << t;
  }
}

// r = 0.1, l = 0.3, masses at the centers of rods and 2 kg at the piston: the speed follows from the energy,
// I(phi) w^2 / 2 + V(phi), and the time from the speed.
TEST(Planar, ASliderCrankMovesByItsEnergy) {
  PlanarModel m;
  const Id world = m.world(), crank = m.rod("crank", "0.1", {{"x0", "0.05"}, {"vy0", "1.5"}, {"w0", "30"}}),
           rod = m.rod("rod", "0.3", {{"x0", "0.25"}, {"vy0", "1.5"}, {"w0", "-10"}}),
           piston = m.rod("piston", "0.05", {{"x0", "0.4"}}, "2");
  m.revolute("bearing", world, 0, crank, PlanarModel::a);
  m.revolute("pin", crank, PlanarModel::b, rod, PlanarModel::a);
  m.revolute("wrist", rod, PlanarModel::b, piston, PlanarModel::center);
  m.between("prismatic_joint", "guide", world, 0, piston, PlanarModel::center);
  m.watch("crank", crank, PlanarModel::center);
  m.watch("piston", piston, PlanarModel::center);
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  for (std::size_t row = 0; row < run.column("time").size(); ++row) {
    const double phi = run.column("crank.angle")[row], s = 0.1 * std::sin(phi);
    EXPECT_NEAR(run.column("piston.x")[row], 0.1 * std::cos(phi) + std::sqrt(0.09 - s * s), 1e-10);
    EXPECT_NEAR(run.column("piston.y")[row], 0, 1e-14);
  }
  // Rates for a crank that turns at 1 rad/s: of the rod's angle and of the places of the centers.
  const auto inertia = [](double phi) {
    const double s = std::sin(phi), k = std::cos(phi), beta = -std::asin(s / 3), db = -k / 3 / std::cos(beta);
    const double rx = -0.1 * s - 0.15 * std::sin(beta) * db, ry = 0.1 * k + 0.15 * std::cos(beta) * db;
    const double px = -0.1 * s - 0.3 * std::sin(beta) * db;
    return 0.01 / 3 + rx * rx + ry * ry + 0.09 / 12 * db * db + 2 * px * px;
  };
  const auto height = [](double phi) { return 0.1 * std::sin(phi); };
  // The speed follows from the energy; the time is its integral.
  const double energy = 0.5 * inertia(0) * 900;
  const auto speed = [&](double phi) {
    return std::sqrt(2 * (energy - gravity * height(phi)) / inertia(phi));
  };
  const double end = last(run, "crank.angle");
  constexpr int steps = 40000;
  double time = 0;
  for (int k = 0; k < steps; ++k) {
    const double a = end * k / steps, h = end / steps;
    time += h / 6 * (1 / speed(a) + 4 / speed(a + h / 2) + 1 / speed(a + h));
  }
  EXPECT_NEAR(time, 1, 1e-8);
  EXPECT_NEAR(last(run, "crank.w"), speed(end), 1e-6);
}

// A parallel linkage has a rod more than it needs.
TEST(Planar, ARedundantRodChangesNothing) {
  const auto run = [](bool redundant) {
    PlanarModel m;
    const Id world = m.world(), far = m.place("far", "2", "0"), middle = m.place("middle", "1", "0");
    const Id left = m.rod("left", "1", {{"y0", "-0.5"}, {"phi0", "-pi/2"}, {"w0", "1"}}),
             right = m.rod("right", "1", {{"x0", "2"}, {"y0", "-0.5"}, {"phi0", "-pi/2"}}),
             bar = m.rod("bar", "2", {{"x0", "1"}, {"y0", "-1"}});
    m.revolute("1", world, 0, left, PlanarModel::a);
    m.revolute("2", left, PlanarModel::b, bar, PlanarModel::a);
    m.revolute("3", bar, PlanarModel::b, right, PlanarModel::b);
    m.revolute("4", far, 0, right, PlanarModel::a);
    if (redundant) {
      const Id third = m.rod("third", "1", {{"x0", "1"}, {"y0", "-0.5"}, {"phi0", "-pi/2"}}, "1e-9");
      m.revolute("5", middle, 0, third, PlanarModel::a);
      m.revolute("6", third, PlanarModel::b, bar, PlanarModel::center);
    }
    m.watch("left", left, PlanarModel::center);
    m.run_to("3");
    return last(finished_run(m), "left.angle");
  };
  EXPECT_NEAR(run(false), run(true), 1e-7);
}

TEST(Planar, WhatDoesNotCloseIsNamed) {
  PlanarModel m;
  const Id world = m.world(), far = m.place("far", "3", "0");
  const Id one = m.rod("one", "1", {{"x0", "0.5"}}), two = m.rod("two", "1", {{"x0", "2"}});
  m.revolute("left", world, 0, one, PlanarModel::a);
  m.revolute("middle", one, PlanarModel::b, two, PlanarModel::a);
  m.revolute("right", far, 0, two, PlanarModel::b);
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_NE(outcome.end, RunEnd::Finished);
  EXPECT_NE(outcome.messages().find("does not close"), std::string::npos) << outcome.messages();
  EXPECT_NE(outcome.messages().find("'middle'"), std::string::npos) << outcome.messages();
  EXPECT_NE(outcome.messages().find(" m remain"), std::string::npos) << outcome.messages();
}

TEST(Planar, PortsWithoutABodyAreRefused) {
  PlanarModel m;
  const Id world = m.world(), joint = m.block("planar/revolute_joint", "joint");
  m.join(world, 0, joint, 0);
  expect_refused(m.diagram, "its port 'B' is on no body");
  PlanarModel two;
  const Id a = two.rod("a", "1"), b = two.rod("b", "1");
  two.join(a, PlanarModel::b, b, PlanarModel::a);
  expect_refused(two.diagram, "without a joint");
  PlanarModel worlds;
  worlds.world();
  worlds.block("planar/world", "another");
  worlds.rod("a", "1");
  expect_refused(worlds.diagram, "the model has another World");
}

// h e^(2 k) after k impacts.
TEST(Planar, APointBouncesOffALine) {
  PlanarModel m;
  const Id world = m.world(), ball = m.rod("ball", "1", {{"y0", "1.1"}});
  m.between("line_contact", "floor", world, 0, ball, PlanarModel::center, {{"r", "0.1"}, {"e", "0.8"}});
  m.watch("ball", ball, PlanarModel::center);
  m.run_to("0.9");
  const double fall = std::sqrt(2 / gravity), since = 0.9 - fall, speed = 0.8 * gravity * fall;
  EXPECT_NEAR(last(finished_run(m), "ball.y"), 0.1 + speed * since - gravity / 2 * since * since, 1e-9);
}

namespace {

// A slider whose place is prescribed turns a crank of 0.1 m by a rod of 0.3 m: s = 0.3 + 0.1 a sin(t +
// phase).
struct DrivenSlider : PlanarModel {
  explicit DrivenSlider(const std::string& amplitude, const std::string& phase) {
    const Id ground = world(), crank = rod("crank", "0.1", {{"x0", "0.05"}, {"y0", "0.02"}}),
             link = rod("link", "0.3", {{"x0", "0.2"}}), slider = rod("slider", "0.1", {{"x0", "0.4"}}),
             driver = between("displacement_driver", "driver", ground, 0, slider, center),
             clock = block("sources/clock", "clock");
    revolute("bearing", ground, 0, crank, a);
    revolute("crank pin", crank, b, link, a);
    revolute("slider pin", link, b, slider, center);
    between("prismatic_joint", "guide", ground, 0, slider, center);
    const std::string angle = "u + " + phase;
    const std::string courses[] = {"0.3 + " + amplitude + "*sin(" + angle + ")",
                                   amplitude + "*cos(" + angle + ")",
                                   "-" + amplitude + "*sin(" + angle + ")"};
    for (int k = 0; k < 3; ++k) {
      const Id course =
          block("user_defined/fcn", "course " + std::to_string(k), {{"Expression", courses[k]}});
      connect(clock, 0, course, 0).connect(course, 0, driver, k);
    }
    set("StopTime", "5").set("RelTol", "1e-8");
  }
};

}  // namespace

TEST(Planar, ADeadCenterIsNamed) {
  EXPECT_EQ(run_diagram(DrivenSlider("0.08", "0").diagram).end, RunEnd::Finished);
  DrivenSlider start("0.1", "pi/2");
  start.set("StopTime", "1e-12");
  const RunOutcome at_start = run_diagram(start.diagram);
  EXPECT_NE(at_start.messages().find("is at a singular position, such as a dead center"), std::string::npos)
      << at_start.messages();
  for (const char* amplitude : {"0.1", "0.12"}) {  // just to the end of the stroke, and beyond
    const RunOutcome run = run_diagram(DrivenSlider(amplitude, "0").diagram);
    EXPECT_EQ(run.end, RunEnd::Failed) << amplitude;
    EXPECT_NE(run.messages().find("is at a singular position, such as a dead center"), std::string::npos)
        << run.messages();
    EXPECT_NE(run.messages().find("'crank pin'"), std::string::npos) << run.messages();
  }
}

// Four bars on one line: how they leave it is open, or they cannot. At rest where nothing drives them they
// stay.
TEST(Planar, BarsOnALineAreTold) {
  struct Case {
    const char *crank, *coupler, *rocker, *ground, *angle, *speed;
    bool rests;
  };
  for (const Case& of :
       {Case{"1", "2", "1", "2", "pi", "3", false}, Case{"1", "1", "1", "1", "pi", "3", false},
        Case{"1", "1", "1", "3", "0", "0", false}, Case{"1", "2", "1", "2", "pi", "0", true}}) {
    PlanarModel m;
    const auto middle = [](const std::string& from, const std::string& length, const std::string& angle) {
      return PlanarModel::Parameters{{"x0", from + "+(" + length + ")/2*cos(" + angle + ")"},
                                     {"phi0", angle}};
    };
    PlanarModel::Parameters turning = middle("0", of.crank, "0");
    turning["w0"] = of.speed;
    const Id world = m.block("planar/world", "world", {{"gy", of.rests ? "0" : "-9.81"}}),
             far = m.place("far", of.ground, "0"), crank = m.rod("crank", of.crank, turning),
             coupler = m.rod("coupler", of.coupler, middle(of.crank, of.coupler, "0")),
             rocker = m.rod("rocker", of.rocker,
                            middle(std::string(of.crank) + "+" + of.coupler, of.rocker, of.angle));
    m.revolute("first", world, 0, crank, PlanarModel::a);
    m.revolute("second", crank, PlanarModel::b, coupler, PlanarModel::a);
    m.revolute("third", coupler, PlanarModel::b, rocker, PlanarModel::a);
    m.revolute("last", rocker, PlanarModel::b, far, 0);
    m.run_to("1");
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, of.rests ? RunEnd::Finished : RunEnd::Failed) << of.ground << of.speed;
    EXPECT_NE(run.messages().find("is at a singular position, such as a dead center"), std::string::npos)
        << run.messages();
    EXPECT_LT(run.statistics.steps, 2000U);
  }
}

// Two rods in line between fixed points hold only forces along them.
TEST(Planar, AStraightTrussIsNamed) {
  PlanarModel m;
  const Id world = m.world(), far = m.place("far", "2", "0"), left = m.rod("left", "1", {{"x0", "0.5"}}),
           right = m.rod("right", "1", {{"x0", "1.5"}});
  m.revolute("first", world, 0, left, PlanarModel::a);
  m.revolute("middle", left, PlanarModel::b, right, PlanarModel::a);
  m.revolute("last", right, PlanarModel::b, far, 0);
  m.run_to("0.01");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NE(run.messages().find("is at a singular position"), std::string::npos) << run.messages();
}

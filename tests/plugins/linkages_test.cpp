// Transmissions whose ratio follows a position, against closed forms and equations that are integrated here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

#include "tests/plugins/linkage_model.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

// J + m f'(phi)^2 keeps its energy: w from the angle, the time from w.
double time_to(double end, const std::function<double(double)>& inertia, double start, double w0) {
  const double energy = inertia(start) * w0 * w0;
  constexpr int pieces = 20000;
  const double h = (end - start) / pieces;
  const auto slow = [&](double phi) { return std::sqrt(inertia(phi) / energy); };
  double sum = 0;
  for (int k = 0; k < pieces; ++k) {
    const double at = start + k * h;
    sum += h / 6 * (slow(at) + 4 * slow(at + h / 2) + slow(at + h));
  }
  return sum * (w0 < 0 ? -1 : 1);
}

}  // namespace

// A flywheel of 0.01 kg m^2 and a slider of 2 kg, both directions, through several turns; the velocity of the
// slider is kept to that of the crank down to rounding.
TEST(Linkages, ASliderMovesByTheEnergyOfItsCrank) {
  for (const double w0 : {30.0, -30.0})
    for (const double offset : {0.0, 0.02, -0.03}) {
      LinkageModel m;
      const Id wheel = m.inertia("wheel", "0.01", to_text(w0)),
               crank = m.block("driveline/slider_crank", "crank",
                               {{"r", "0.05"}, {"l", "0.15"}, {"e", to_text(offset)}, {"phi0", "0.4"}}),
               piston = m.mass("2");
      m.join(wheel, 0, crank, 0).join(crank, 1, piston, 0);
      m.record(crank, 0, "phi");
      m.record(crank, 1, "x");
      m.watch(wheel, 0, "w");
      m.speed(piston, 0, "v");
      m.run_to("1");
      const RunOutcome run = finished_run(m);
      const auto inertia = [&](double phi) {
        const double slope = slider_at(phi, 0.05, 0.15, offset).slope;
        return 0.01 + 2 * slope * slope;
      };
      // At the start momentum is shared: J w0 = (J + m f'^2) w.
      const double begin = run.column("w").front();
      EXPECT_NEAR(begin, 0.01 * w0 / inertia(0.4), 1e-12);
      const std::vector<double> phi = run.column("phi"), w = run.column("w"), v = run.column("v"),
                                x = run.column("x");
      for (std::size_t row = 0; row < phi.size(); ++row) {
        const SliderAt at = slider_at(phi[row], 0.05, 0.15, offset);
        EXPECT_NEAR(x[row], at.value, 1e-15);
        EXPECT_NEAR(v[row], at.slope * w[row], 1e-14);
      }
      EXPECT_NEAR(inertia(phi.back()) * w.back() * w.back(), inertia(0.4) * begin * begin, 1e-8);
      EXPECT_NEAR(time_to(phi.back(), inertia, 0.4, begin), 1, 1e-8);
    }
}

// A force on the slider and a torque at the crank in balance: T = -f' F.
TEST(Linkages, ASliderPressesOnItsCrank) {
  LinkageModel m;
  const Id crank = m.block("driveline/slider_crank", "crank", {{"phi0", "1"}}),
           force = m.block("driveline/force_source", "force"),
           sensor = m.block("driveline/torque_sensor", "T");
  m.connect(m.constant("F", "-100"), force);
  m.join(force, 0, crank, 1).join(force, 1, m.floor(), 0);
  m.join(crank, 0, sensor, 0).join(sensor, 1, m.ground(), 0);
  m.record(sensor, 0, "T");
  m.run_to("0.1");
  EXPECT_NEAR(final_value(finished_run(m), "T"), slider_at(1, 0.05, 0.15, 0).slope * -100, 1e-9);
}

// Friction passes no blow: at the start momentum is shared as without it. Then the energy goes to Fc phi.
TEST(Linkages, FrictionStopsNothingAtTheStart) {
  for (const bool at_slider : {false, true}) {
    LinkageModel m;
    m.set("EnergyBalance", "none");
    const Id wheel = m.inertia("wheel", "0.01", "30"),
             crank = m.block("driveline/slider_crank", "crank", {{"phi0", "1"}}), piston = m.mass("2");
    m.join(wheel, 0, crank, 0).join(crank, 1, piston, 0);
    const std::string of = at_slider ? "translational" : "rotational";
    const Id friction =
        m.block("driveline/" + of + "_friction", "friction", {{"Fc", "0.01"}, {"Fs", "0.02"}});
    m.join(friction, 0, crank, at_slider ? 1 : 0).join(friction, 1, at_slider ? m.floor() : m.ground(), 0);
    m.watch(wheel, 0, "w");
    m.record(crank, 0, "phi");
    m.record(crank, 1, "x");
    m.run_to("0.2");
    const RunOutcome run = finished_run(m);
    const auto inertia = [](double phi) {
      return 0.01 + 2 * std::pow(slider_at(phi, 0.05, 0.15, 0).slope, 2);
    };
    const double begin = 0.3 / inertia(1), end = final_value(run, "phi");
    EXPECT_NEAR(run.column("w").front(), begin, 1e-10);
    double way = end - 1;
    if (at_slider) {
      way = 0;
      const std::vector<double> x = run.column("x");
      for (std::size_t k = 1; k < x.size(); ++k) way += std::abs(x[k] - x[k - 1]);
    }
    EXPECT_NEAR(0.5 * inertia(end) * std::pow(final_value(run, "w"), 2),
                0.5 * inertia(1) * begin * begin - 0.01 * way, 1e-6);
  }
}

// At a dead center the slider is at rest, but its friction does not hold the crank; steps of any kind.
TEST(Linkages, FrictionOfASliderPassesDeadCenters) {
  for (const char* solver : {"ode45", "ode4"})
    for (const double w0 : {30.0, -30.0}) {
      LinkageModel m;
      m.set("EnergyBalance", "none").set("ProjectionTooLarge", "none");
      const Id wheel = m.inertia("wheel", "0.01", to_text(w0)),
               crank = m.block("driveline/slider_crank", "crank", {{"r", "0.05"}, {"l", "0.15"}}),
               piston = m.mass("2"),
               friction = m.block("driveline/translational_friction", "friction", {{"Fc", "2"}, {"Fs", "3"}});
      m.join(wheel, 0, crank, 0).join(crank, 1, piston, 0);
      m.join(friction, 0, crank, 1).join(friction, 1, m.floor(), 0);
      m.watch(wheel, 0, "w");
      m.record(crank, 0, "phi");
      m.run_to("1");
      m.set("Solver", solver).set("FixedStep", "1e-4");
      const RunOutcome run = finished_run(m);
      const auto inertia = [](double phi) {
        return 0.01 + 2 * std::pow(slider_at(phi, 0.05, 0.15, 0).slope, 2);
      };
      // 0.1 m from one dead center to the next.
      const double end = std::abs(final_value(run, "phi")), halves = std::floor(end / M_PI);
      const double part =
          std::abs(slider_at(end, 0.05, 0.15, 0).value - slider_at(halves * M_PI, 0.05, 0.15, 0).value);
      ASSERT_GT(halves, 5);
      EXPECT_NEAR(0.5 * inertia(end) * std::pow(final_value(run, "w"), 2),
                  0.5 * 0.01 * 900 - 2 * (0.1 * halves + part),
                  solver[3] == '5' || solver[4] == '5' ? 1e-6 : 2e-3);
    }
}

// A crank without inertia at a spring moves at once: the ratio is not one number on the way.
TEST(Linkages, ACrankThatWouldJumpIsTold) {
  LinkageModel m;
  const Id crank = m.block("driveline/slider_crank", "crank"), piston = m.mass("2"),
           spring = m.block("driveline/rotational_spring", "spring", {{"k", "50"}, {"phi0", "0.5"}});
  m.join(crank, 1, piston, 0).join(crank, 0, spring, 0).join(spring, 1, m.ground(), 0);
  m.run_to("1");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_NE(run.end, RunEnd::Finished);
  EXPECT_NE(run.messages().find("its angle jumps"), std::string::npos) << run.messages();
}

TEST(Linkages, AUniversalJointTurnsUnevenly) {
  for (const double beta : {0.6, -0.6}) {
    LinkageModel m;
    const Id base = m.inertia("base", "0.5", "10"), follower = m.inertia("follower", "0.2"),
             joint = m.block("driveline/universal_joint", "joint", {{"beta", to_text(beta)}});
    m.join(base, 0, joint, 0).join(joint, 1, follower, 0);
    m.record(joint, 0, "phi");
    m.watch(base, 0, "base");
    m.watch(follower, 0, "follower");
    m.run_to("2");
    const RunOutcome run = finished_run(m);
    const auto ratio = [&](double phi) {
      return std::cos(beta) / (1 - std::pow(std::sin(beta) * std::cos(phi), 2));
    };
    const auto inertia = [&](double phi) { return 0.5 + 0.2 * ratio(phi) * ratio(phi); };
    const std::vector<double> phi = run.column("phi"), a = run.column("base"), b = run.column("follower");
    for (std::size_t row = 0; row < phi.size(); ++row) EXPECT_NEAR(b[row], ratio(phi[row]) * a[row], 1e-13);
    EXPECT_NEAR(time_to(phi.back(), inertia, 0, a.front()), 2, 1e-8);
  }
}

// Two of them in a Z, a quarter of a turn apart, turn evenly.
TEST(Linkages, TwoUniversalJointsTurnEvenly) {
  LinkageModel m;
  const Id motion = m.block("driveline/rotational_motion_source", "motor"),
           first = m.block("driveline/universal_joint", "first"),
           second = m.block("driveline/universal_joint", "second", {{"phi0", "pi/2"}}),
           load = m.inertia("load", "0.1", "3");
  m.connect(m.constant("speed", "3"), motion).connect(m.constant("even", "0"), 0, motion, 1);
  m.join(motion, 0, first, 0)
      .join(motion, 1, m.ground(), 0)
      .join(first, 1, second, 0)
      .join(second, 1, load, 0);
  m.watch(load, 0, "w");
  m.run_to("5");
  for (double w : finished_run(m).column("w")) EXPECT_NEAR(w, 3, 1e-7);
}

// The points are met, as is a sine of which they are taken; the speed follows; over several turns, backwards
// too.
TEST(Linkages, ACamMovesItsFollowerBySpline) {
  for (const double w0 : {7.0, -7.0}) {
    LinkageModel m;
    m.set("ProjectionTooLarge", "error");  // also where a step is cut short at a point of the table
    const Id wheel = m.inertia("wheel", "100", to_text(w0)),
             cam = m.block("driveline/cam_follower", "cam",
                           {{"Angles", "0.3 + (0:63)*2*pi/64"}, {"Lifts", "0.01*sin(0.3 + (0:63)*2*pi/64)"}}),
             follower = m.mass("0.5");
    m.join(wheel, 0, cam, 0).join(cam, 1, follower, 0);
    m.record(cam, 0, "phi");
    m.record(cam, 1, "s");
    m.watch(wheel, 0, "w");
    m.speed(follower, 0, "v");
    m.run_to("3");
    const RunOutcome run = finished_run(m);
    const std::vector<double> phi = run.column("phi"), s = run.column("s"), v = run.column("v"),
                              w = run.column("w");
    for (std::size_t row = 0; row < phi.size(); ++row) {
      EXPECT_NEAR(s[row], 0.01 * std::sin(phi[row]), 3e-9);  // h^4/384 of its fourth derivative
      EXPECT_NEAR(v[row], 0.01 * std::cos(phi[row]) * w[row], 1e-6);
    }
    EXPECT_NEAR(phi.back(), 3 * w0, 1e-3);
  }
}

// Steps go over the points of its table, where the third derivative jumps: those are taken once more, to end
// there, and none is projected by more than its tolerance.
TEST(Linkages, ACamOfFewPointsKeepsToItsTolerance) {
  for (const char* tolerance : {"1e-3", "1e-6"})
    for (const char* w0 : {"10", "-100"}) {
      LinkageModel m;
      m.set("ProjectionTooLarge", "error").set("EnergyBalance", "none");
      const Id wheel = m.inertia("wheel", "0.01", w0), cam = m.block("driveline/cam_follower", "cam"),
               follower = m.mass("2");
      m.join(wheel, 0, cam, 0).join(cam, 1, follower, 0);
      m.record(cam, 0, "phi");
      m.run_to("1");
      m.set("RelTol", tolerance).set("AbsTol", "auto");
      EXPECT_GT(std::abs(final_value(finished_run(m), "phi")), 5);
    }
}

// (J + m r^2) w stays, and m v^2/2 grows by what the rotation loses; a spring holds the mass.
TEST(Linkages, AnArmTurnsSlowerAsItsMassMovesOut) {
  LinkageModel m;
  const Id arm = m.block("driveline/variable_inertia_arm", "arm",
                         {{"J", "0.2"}, {"m", "0.5"}, {"r0", "0.4"}, {"w0", "5"}, {"v0", "0.1"}}),
           spring = m.block("driveline/translational_spring", "spring", {{"k", "20"}, {"phi0", "0.1"}});
  m.join(arm, 1, spring, 0).join(spring, 1, m.floor(), 0);
  m.record(arm, 0, "r");
  m.watch(arm, 0, "w");
  m.speed(arm, 1, "v");
  m.run_to("3");
  const RunOutcome run = finished_run(m);
  const double momentum = (0.2 + 0.5 * 0.16) * 5;
  std::array<double, 2> x{0.4, 0.1};  // r, v
  constexpr int steps = 30000;
  const double h = 3.0 / steps;
  const auto rate = [&](const std::array<double, 2>& y) {
    const double w = momentum / (0.2 + 0.5 * y[0] * y[0]);
    return std::array<double, 2>{y[1], y[0] * w * w - 20 * (y[0] - 0.4 + 0.1) / 0.5};
  };
  const auto moved = [](std::array<double, 2> y, const std::array<double, 2>& d, double by) {
    return std::array<double, 2>{y[0] + by * d[0], y[1] + by * d[1]};
  };
  for (int k = 0; k < steps; ++k) {
    const auto a = rate(x), b = rate(moved(x, a, h / 2)), c = rate(moved(x, b, h / 2)),
               d = rate(moved(x, c, h));
    for (std::size_t i = 0; i < 2; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  EXPECT_NEAR(final_value(run, "r"), x[0], 1e-8);
  EXPECT_NEAR(final_value(run, "v"), x[1], 1e-7);
  const std::vector<double> r = run.column("r"), w = run.column("w");
  for (std::size_t row = 0; row < r.size(); ++row)
    EXPECT_NEAR((0.2 + 0.5 * r[row] * r[row]) * w[row], momentum, 1e-12);
}

// What stands still is taken along at once: momentum is kept, and all else as it was.
TEST(Linkages, AnArmThatIsCaughtSharesItsMomentum) {
  for (const double at : {0.4, -0.4, 0.0}) {
    LinkageModel m;
    const Id arm = m.block("driveline/variable_inertia_arm", "arm",
                           {{"J", "0.2"}, {"m", "0.5"}, {"r0", to_text(at)}, {"w0", "5"}}),
             wheel = m.inertia("wheel", "0.3");
    m.join(arm, 0, wheel, 0).join(arm, 1, m.floor(), 0);
    m.watch(wheel, 0, "w");
    m.run_to("1");
    const double inertia = 0.2 + 0.5 * at * at;
    EXPECT_NEAR(final_value(finished_run(m), "w"), inertia * 5 / (inertia + 0.3), 1e-12);
  }
}

// Kinetic friction until the speeds of the belt are one, momentum about each axle; then the torque splits.
TEST(Linkages, ABeltSlipsUntilItHolds) {
  for (const bool crossed : {false, true}) {
    LinkageModel m;
    const double sign = crossed ? -1 : 1;
    const Id a = m.inertia("a", "0.02", "100"), b = m.inertia("b", "0.3"),
             belt = m.block("driveline/belt_drive", "belt", {{"Crossed", crossed ? "on" : "off"}});
    m.join(a, 0, belt, 0).join(belt, 1, b, 0);
    m.watch(a, 0, "wa");
    m.watch(b, 0, "wb");
    m.run_to("2", "[0.1]");
    const double force = 200 * std::tanh(0.3 * M_PI / 2);
    // 0.05 wa = 0.1 wb ends the slip.
    const double locks = 5 / (force * (0.05 * 0.05 / 0.02 + 0.1 * 0.1 / 0.3));
    ASSERT_GT(locks, 0.1);
    ASSERT_LT(locks, 2);
    const RunOutcome run = finished_run(m);
    const std::vector<double> t = run.times();
    const auto row = static_cast<std::size_t>(std::find(t.begin(), t.end(), 0.1) - t.begin());
    EXPECT_NEAR(run.column("wa").at(row), 100 - force * 0.05 / 0.02 * 0.1, 1e-9);
    EXPECT_NEAR(run.column("wb").at(row), sign * force * 0.1 / 0.3 * 0.1, 1e-9);
    ASSERT_FALSE(run.statistics.events.empty());
    EXPECT_NEAR(run.statistics.events.front().time, locks, 1e-9);
    EXPECT_NEAR(final_value(run, "wa"), 100 - force * 0.05 / 0.02 * locks, 1e-8);
    EXPECT_NEAR(0.05 * final_value(run, "wa"), sign * 0.1 * final_value(run, "wb"), 1e-12);
  }
}

TEST(Linkages, ALeverBalancesItsArms) {
  for (const double b : {0.1, -0.1}) {
    LinkageModel m;
    const Id lever = m.block("driveline/lever", "lever", {{"a", "0.2"}, {"b", to_text(b)}}),
             load = m.mass("3"), force = m.block("driveline/force_source", "force");
    m.connect(m.constant("F", "12"), force);
    m.join(force, 0, lever, 0).join(force, 1, m.floor(), 0).join(lever, 1, m.floor(), 0);
    m.join(lever, 2, load, 0);
    m.speed(load, 0, "load");
    m.speed(lever, 0, "end");
    m.run_to("2");
    const RunOutcome run = finished_run(m);
    EXPECT_NEAR(final_value(run, "load"), -12 * 0.2 / b / 3 * 2, 1e-9);
    EXPECT_NEAR(final_value(run, "end"), 12 * 0.04 / (b * b) / 3 * 2, 1e-9);
  }
}

TEST(Linkages, RefuseWhatHasNoMeaning) {
  const auto refused = [](const std::string& type, const std::map<std::string, std::string>& parameters,
                          const char* message) {
    LinkageModel m;
    m.block(type, "it", parameters);
    expect_refused(m.diagram, message);
  };
  refused("driveline/slider_crank", {{"r", "0.15"}}, "the rod is too short");
  refused("driveline/slider_crank", {{"e", "-0.11"}}, "the rod is too short");
  refused("driveline/universal_joint", {{"beta", "pi/2"}}, "right angle");
  refused("driveline/cam_follower", {{"Lifts", "[0 1]"}}, "a value for each");
  refused("driveline/cam_follower", {{"Angles", "[0 1]"}, {"Lifts", "[0 1]"}}, "at least three points");
  refused("driveline/cam_follower", {{"Angles", "[0 1 2 2*pi]"}}, "less than one turn");
  refused("driveline/cam_follower", {{"Angles", "[0 2 1 3]"}}, "do not rise");
  refused("driveline/lever", {{"b", "0"}}, "cannot be 0");
  refused("driveline/belt_drive", {{"mu_s", "0.1"}}, "static friction is smaller");
  refused("driveline/belt_drive", {{"F0", "1e30"}}, "'Pretension' is 1e+30 (it may be from 0 to 1e+20)");
  refused("converters/rotational", {{"K", "0"}}, "converts nothing");
  refused("converters/translational", {{"K", "0"}}, "converts nothing");
}

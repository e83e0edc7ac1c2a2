// Dry friction of planar contacts against closed forms: sliding, sticking, rolling, impacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/plugins/planar_model.h"
#include "tests/support/refused_run.h"

using namespace sim;

namespace {

struct FrictionModel : PlanarModel {
  FrictionModel() { set("EnergyBalance", "error"); }
  // A disc of mass 1 with its moment of inertia as a share of m r^2.
  Id disc(const std::string& name, const std::string& share, Parameters more,
          const std::string& radius = "0.1") {
    Parameters all{{"m", "1"}, {"J", share + "*(" + radius + ")^2"}};
    more.merge(all);
    return block("planar/body", name, more);
  }
  Id on_line(const std::string& name, Id line, Id body, int port, Parameters more) {
    more["Sense"] = "on";
    const Id contact = between("line_friction_contact", name, line, 0, body, port, more);
    record(contact, 0, name + ".N");
    record(contact, 1, name + ".F");
    record(contact, 2, name + ".slip");
    record(contact, 3, name + ".sticks");
    return contact;
  }
  // Kinetic and potential energy, all losses counted in.
};

// A block of 0.4 x 0.2 m with two points on a plane that leans by `angle`; y0 across the plane.
struct BlockOnPlane : FrictionModel {
  BlockOnPlane(const std::string& angle, const std::string& kinetic, const std::string& breakaway,
               const std::string& speed = "0") {
    world();
    const Id plane = block("planar/fixed_frame", "plane", {{"phi", "-" + angle}}),
             body = block("planar/body", "block",
                          {{"m", "2"},
                           {"J", "2*(0.4^2+0.2^2)/12"},
                           {"xA", "-0.2"},
                           {"yA", "-0.1"},
                           {"xB", "0.2"},
                           {"yB", "-0.1"},
                           {"x0", "0.1*sin(" + angle + ")"},
                           {"y0", "0.1*cos(" + angle + ")"},
                           {"phi0", "-" + angle},
                           {"vx0", speed + "*cos(" + angle + ")"},
                           {"vy0", "-" + speed + "*sin(" + angle + ")"}});
    for (const bool rear : {true, false})
      on_line(rear ? "rear" : "front", plane, body, rear ? a : b, {{"mu_k", kinetic}, {"mu_s", breakaway}});
    watch("block", body, center);
  }
};

}  // namespace

// g (sin a - mu cos a), whatever the two points bear; the load moves to the front one.
TEST(PlanarFriction, ABlockSlidesDownAPlane) {
  BlockOnPlane m("0.5", "0.2", "0.25");
  m.run_to("1");
  const RunOutcome run = finished_run(m);
  const double acceleration = gravity * (std::sin(0.5) - 0.2 * std::cos(0.5));
  EXPECT_NEAR(std::hypot(last(run, "block.vx"), last(run, "block.vy")), acceleration, 1e-9);
  const double load = 2 * gravity * std::cos(0.5);
  EXPECT_NEAR(last(run, "rear.N") + last(run, "front.N"), load, 1e-8);
  EXPECT_NEAR(last(run, "rear.F") + last(run, "front.F"), -0.2 * load, 1e-8);
  // The friction of 0.2 N turns it by 0.1 m, the difference of the loads against that by 0.2 m.
  EXPECT_NEAR((last(run, "front.N") - last(run, "rear.N")) * 0.2, 0.2 * load * 0.1, 1e-8);
  EXPECT_NEAR(last(run, "block.angle"), -0.5, 1e-12);
}

// Below the angle of friction it does not move at all.
TEST(PlanarFriction, ABlockSticksBelowTheAngleOfFriction) {
  for (const bool above : {false, true}) {
    BlockOnPlane m("atan(0.3)", above ? "0.29" : "0.31", above ? "0.29" : "0.31");
    m.run_to("1");
    const RunOutcome run = finished_run(m);
    const double speed = std::hypot(last(run, "block.vx"), last(run, "block.vy"));
    if (above) {
      EXPECT_NEAR(speed, gravity * 0.01 / std::hypot(1, 0.3), 1e-9);
    } else {
      EXPECT_LT(speed, 1e-14);
      EXPECT_EQ(last(run, "front.sticks"), 1);
      EXPECT_NEAR(last(run, "block.x"), 0.1 * 0.3 / std::hypot(1, 0.3), 1e-14);
    }
  }
}

// Pushed up a plane it comes to rest at v / (g (sin a + mu cos a)), and stays there or comes back.
TEST(PlanarFriction, ABlockThatIsPushedUpStops) {
  for (const bool stays : {true, false}) {
    const double mu = stays ? 0.4 : 0.2, up = gravity * (std::sin(0.3) + mu * std::cos(0.3)),
                 down = gravity * (std::sin(0.3) - mu * std::cos(0.3));
    BlockOnPlane m("0.3", to_text(mu), to_text(mu), "-2");
    m.run_to("1");
    const RunOutcome run = finished_run(m);
    const double way = -(last(run, "block.x") - 0.1 * std::sin(0.3)) / std::cos(0.3), rest = 1 - 2 / up;
    EXPECT_NEAR(way, 2 / up - (stays ? 0 : down * rest * rest / 2), 1e-9);
  }
}

// A disc that is thrown without spin slides until it rolls: v/(1 + J/(m r^2)), 5/7 of a ball's speed, 2/3 of
// a disc's, at the time (1 - share) v / (mu g).
TEST(PlanarFriction, AThrownBallBeginsToRoll) {
  for (const bool backwards : {false, true})
    for (const char* share : {"2/5", "1/2"}) {
      FrictionModel m;
      const Id ground = m.world(),
               ball = m.disc("ball", share, {{"y0", "0.1"}, {"vx0", backwards ? "-3" : "3"}});
      m.on_line("floor", ground, ball, PlanarModel::center,
                {{"r", "0.1"}, {"mu_k", "0.25"}, {"mu_s", "0.3"}});
      m.watch("ball", ball, PlanarModel::center);
      m.run_to("1");
      const RunOutcome run = finished_run(m);
      const double rolls = share[2] == '5' ? 5.0 / 7 : 2.0 / 3, sign = backwards ? -1 : 1;
      EXPECT_NEAR(last(run, "ball.vx"), sign * 3 * rolls, 1e-9);
      EXPECT_NEAR(last(run, "ball.w"), -sign * 3 * rolls / 0.1, 1e-8);
      EXPECT_EQ(last(run, "floor.sticks"), 1);
      EXPECT_NEAR(last(run, "floor.F"), 0, 1e-9);
      const double begins = 3 * (1 - rolls) / (0.25 * gravity);
      ASSERT_FALSE(run.statistics.events.empty());
      EXPECT_NEAR(run.statistics.events.back().time, begins, 1e-9);
      EXPECT_NEAR(last(run, "ball.x"),
                  sign * (3 * begins - 0.125 * gravity * begins * begins + 3 * rolls * (1 - begins)), 1e-8);
    }
}

// Down a plane it rolls with g sin a/(1 + share) where 1/3 tan a <= mu for a disc, else it slides and spins
// up.
TEST(PlanarFriction, ADiscRollsDownAPlaneOrSlides) {
  for (const bool rolls : {true, false}) {
    FrictionModel m;
    m.world();
    const Id plane = m.block("planar/fixed_frame", "plane", {{"phi", "-0.6"}}),
             disc = m.disc("disc", "1/2", {{"x0", "0.1*sin(0.6)"}, {"y0", "0.1*cos(0.6)"}});
    const double mu = std::tan(0.6) / 3 * (rolls ? 1.01 : 0.9);
    m.on_line("plane contact", plane, disc, PlanarModel::center,
              {{"r", "0.1"}, {"mu_k", to_text(mu)}, {"mu_s", to_text(mu)}});
    m.watch("disc", disc, PlanarModel::center);
    m.run_to("1");
    const RunOutcome run = finished_run(m);
    const double speed = std::hypot(last(run, "disc.vx"), last(run, "disc.vy"));
    EXPECT_NEAR(speed, rolls ? gravity * std::sin(0.6) / 1.5 : gravity * (std::sin(0.6) - mu * std::cos(0.6)),
                1e-9);
    EXPECT_NEAR(last(run, "disc.w"), rolls ? -speed / 0.1 : -2 * mu * gravity * std::cos(0.6) / 0.1, 1e-8);
  }
}

// An impact of a ball: (1 + e) times the impulse of the plastic one along the normal; along the line mu times
// that, or as much as ends the slip.
TEST(PlanarFriction, ABallBouncesWithFriction) {
  for (const double mu : {0.1, 5.0})
    for (const double e : {0.0, 0.6, 1.0}) {
      FrictionModel m;
      const Id ground = m.block("planar/world", "world", {{"gy", "0"}}),
               ball = m.disc("ball", "2/5", {{"y0", "0.6"}, {"vx0", "1"}, {"vy0", "-2"}});
      m.on_line("floor", ground, ball, PlanarModel::center,
                {{"r", "0.1"}, {"e", to_text(e)}, {"mu_k", to_text(mu)}, {"mu_s", to_text(mu)}});
      m.watch("ball", ball, PlanarModel::center);
      m.run_to("0.3");
      const RunOutcome run = finished_run(m);
      EXPECT_NEAR(last(run, "ball.vy"), 2 * e, 1e-12);
      const double slides = 1 - mu * 2 * (1 + e), vx = slides > 5.0 / 7 ? slides : 5.0 / 7;
      EXPECT_NEAR(last(run, "ball.vx"), vx, 1e-12) << mu << " " << e;
      EXPECT_NEAR(last(run, "ball.w"), -(1 - vx) * 2.5 / 0.1, 1e-10) << mu << " " << e;
    }
}

// One wheel drives another: the torque that passes is mu N r, until both turn alike at the rim.
TEST(PlanarFriction, AWheelDrivesAnother) {
  FrictionModel m;
  const Id place = m.place("left", "0", "0"), one = m.disc("one", "1/2", {{"w0", "10"}}, "0.2"),
           two = m.disc("two", "1/2", {{"x0", "0.3"}});
  m.block("planar/world", "world", {{"gx", "-2"}, {"gy", "0"}});  // presses two onto one
  m.revolute("axle", place, 0, one, PlanarModel::center);
  const Id guide = m.block("planar/body", "guide", {{"m", "1"}, {"J", "1"}, {"x0", "0.3"}});
  m.between("prismatic_joint", "slide", place, 0, guide, PlanarModel::center);
  m.revolute("axle of two", guide, PlanarModel::center, two, PlanarModel::center);
  const Id contact =
      m.between("circle_friction_contact", "rims", one, PlanarModel::center, two, PlanarModel::center,
                {{"rA", "0.2"}, {"rB", "0.1"}, {"mu_k", "0.3"}, {"mu_s", "0.3"}, {"Sense", "on"}});
  m.record(contact, 0, "N");
  m.record(contact, 2, "slip");
  m.watch("one", one, PlanarModel::center);
  m.watch("two", two, PlanarModel::center);
  m.run_to("2", "[0.05]");
  const RunOutcome run = finished_run(m);
  EXPECT_NEAR(last(run, "N"), 4, 1e-9);  // 2 kg
  const std::vector<double> t = run.times();
  const auto row = static_cast<std::size_t>(std::find(t.begin(), t.end(), 0.05) - t.begin());
  EXPECT_NEAR(run.column("one.w").at(row), 10 - 1.2 * 0.2 / 0.02 * 0.05, 1e-8);
  EXPECT_NEAR(run.column("two.w").at(row), -1.2 * 0.1 / 0.005 * 0.05, 1e-8);
  // F t shared: 0.2 (10 - 12 t) = 0.1 (24 t).
  EXPECT_NEAR(last(run, "one.w"), 10 - 12 * 2.0 / 4.8, 1e-8);
  EXPECT_NEAR(last(run, "two.w"), -2 * last(run, "one.w"), 1e-10);
}

namespace {

// A slender rod that slides to the left on its lower end, fast, and straightens up.
struct SlidingRod : FrictionModel {
  explicit SlidingRod(const std::string& friction) {
    const Id rod = block("planar/body", "rod",
                         {{"m", "1"},
                          {"J", "1/12"},
                          {"y0", "0.5*sin(0.2)"},
                          {"phi0", "0.2"},
                          {"vx0", "-10"},
                          {"vy0", "1.5*cos(0.2)"},
                          {"w0", "3"}});
    on_line("tip", world(), rod, a, {{"mu_k", friction}, {"mu_s", friction}});
    watch("rod", rod, center);
    run_to("0.3");
  }
};

}  // namespace

// Its tip presses as N (1 + 3 cos(phi) (cos(phi) - mu sin(phi))): below mu = 4/3 at every angle.
TEST(PlanarFriction, PainlevesParadoxIsNamed) {
  const RunOutcome below = finished_run(SlidingRod("1.3"));
  EXPECT_GT(last(below, "rod.angle"), 0.6);
  for (const double mu : {2.0, 3.0, 6.0}) {
    const RunOutcome run = run_diagram(SlidingRod(to_text(mu)).diagram);
    EXPECT_EQ(run.end, RunEnd::Failed) << mu;
    EXPECT_NE(run.messages().find("friction at 'tip' presses a contact together"), std::string::npos)
        << run.messages();
    EXPECT_NE(run.messages().find("Painleve's paradox"), std::string::npos);
    const double phi = last(run, "rod.angle");
    const double presses = 1 + 3 * std::cos(phi) * (std::cos(phi) - mu * std::sin(phi));
    EXPECT_GT(presses, 0) << mu;  // the last row is a little before
    EXPECT_LT(presses, 0.02) << mu;
  }
}

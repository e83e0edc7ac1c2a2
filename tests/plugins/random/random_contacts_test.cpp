// Discs and boxes that are thrown onto a floor and onto one another, with friction: against a reference that
// steps through time where impacts are plastic, and by the laws they have to keep where they bounce. With
// FLUXION_LONG_TESTS set in the environment there are 1,000.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/plugins/planar_model.h"
#include "tests/plugins/random/contacts_reference.h"
#include "tests/plugins/random/network_dice.h"

using namespace sim;

namespace {

class Draw : NetworkDice {
 public:
  Draw(unsigned seed, double most) : NetworkDice(seed), most_friction(most) {}

  ContactsSpec contacts() {
    ContactsSpec spec;
    const double lean = chance(50) ? 0 : between(-0.6, 0.6);
    spec.gravity_x = 9.80665 * std::sin(lean), spec.gravity_y = -9.80665 * std::cos(lean);
    const int count = number(1, 3);
    for (int k = 0; k < count; ++k) {
      const bool disc = k > 0 || chance(50);
      ContactsSpec::Body body;
      body.mass = size();
      const double r = between(0.1, 0.3), half = between(0.1, 0.3);
      body.inertia = body.mass * (disc ? 0.5 * r * r : (r * r + half * half) / 3);
      body.q = {k * 0.7, between(0.35, 0.6), disc ? 0 : between(-0.3, 0.3)};
      body.v = {between(-2, 2) - k, between(-2, 0.5), between(-5, 5)};
      if (disc) {
        spec.contacts.push_back({k, -1, 0, 0, r, 0, friction()});
        radius_.push_back(r);
      } else {
        for (const double side : {-half, half}) spec.contacts.push_back({k, -1, side, -r, 0, 0, friction()});
        radius_.push_back(0);
      }
      spec.bodies.push_back(body);
      for (int other = 0; other < k; ++other)
        if (radius_[static_cast<std::size_t>(other)] > 0)
          spec.contacts.push_back({other, k, 0, 0, radius_[static_cast<std::size_t>(other)], r, friction()});
    }
    spec.end = between(0.3, 0.8);
    return spec;
  }
  double restitution() { return chance(30) ? 1 : between(0, 1); }

 private:
  double friction() { return chance(15) ? 0 : between(0.05, most_friction); }
  double most_friction;
  std::vector<double> radius_;
};

struct ContactsModel : PlanarModel {
  ContactsModel(const ContactsSpec& spec, double restitution) {
    const Id floor =
        block("planar/world", "world", {{"gx", to_text(spec.gravity_x)}, {"gy", to_text(spec.gravity_y)}});
    std::vector<Id> bodies;
    for (std::size_t k = 0; k < spec.bodies.size(); ++k) {
      const ContactsSpec::Body& b = spec.bodies[k];
      bodies.push_back(block("planar/body", "body " + to_text(k),
                             {{"m", to_text(b.mass)},
                              {"J", to_text(b.inertia)},
                              {"x0", to_text(b.q[0])},
                              {"y0", to_text(b.q[1])},
                              {"phi0", to_text(b.q[2])},
                              {"vx0", to_text(b.v[0])},
                              {"vy0", to_text(b.v[1])},
                              {"w0", to_text(b.v[2])}}));
      watch("body " + to_text(k), bodies.back(), center);
    }
    for (std::size_t k = 0; k < spec.contacts.size(); ++k) {
      const ContactsSpec::Contact& c = spec.contacts[k];
      const Id point =
          block("planar/frame_offset", "point " + to_text(k), {{"x", to_text(c.x)}, {"y", to_text(c.y)}});
      join(bodies[static_cast<std::size_t>(c.body)], center, point, 0);
      Parameters p{{"mu_k", to_text(c.friction)},
                   {"mu_s", to_text(c.friction)},
                   {"e", to_text(restitution)},
                   {"Sense", "on"}};
      const std::string name = "contact " + to_text(k);
      Id contact = no_id;
      if (c.other < 0) {
        p["r"] = to_text(c.radius);
        contact = between("line_friction_contact", name, floor, 0, point, 1, p);
      } else {
        p["rA"] = to_text(c.radius), p["rB"] = to_text(c.other_radius);
        contact = between("circle_friction_contact", name, point, 1,
                          bodies[static_cast<std::size_t>(c.other)], center, p);
      }
      const char* const shown[] = {".N", ".F", ".slip", ".sticks"};
      for (int out = 0; out < 4; ++out) record(contact, out, name + shown[out]);
    }
    set("RelTol", "1e-8").set("AbsTol", "1e-10").set("EnergyBalance", "error");
    run_to(to_text(spec.end));
  }
};

// What holds at every instant of a run, behind its jumps: the cone, friction against the slip, no pull.
void expect_laws(const ContactsSpec& spec, const RunOutcome& run, unsigned seed) {
  for (std::size_t k = 0; k < spec.contacts.size(); ++k) {
    const std::string name = "contact " + to_text(k);
    const std::vector<double> n = run.column(name + ".N"), f = run.column(name + ".F"),
                              v = run.column(name + ".slip"), sticks = run.column(name + ".sticks");
    const std::vector<double> t = run.times();
    for (std::size_t row = 0; row < t.size(); ++row) {
      if (row + 1 < t.size() && t[row + 1] == t[row]) continue;
      const double some = 1e-7 * (1 + std::abs(n[row]));
      EXPECT_GE(n[row], -some) << seed << " " << name << " " << t[row];
      EXPECT_LE(std::abs(f[row]), spec.contacts[k].friction * n[row] + some)
          << seed << " " << name << " " << t[row];
      EXPECT_LE(f[row] * v[row], some) << seed << " " << name << " " << t[row];
      if (sticks[row] != 0) {
        EXPECT_LT(std::abs(v[row]), 1e-9) << seed << " " << name << " " << t[row];
      }
    }
  }
  for (const auto& jump : run.statistics.jumps)
    EXPECT_GT(jump.energy_loss, -1e-12) << seed << " " << jump.time;
  EXPECT_GE(run.statistics.energy.dissipated, -1e-8) << seed;
}

unsigned count_of_runs() { return std::getenv("FLUXION_LONG_TESTS") != nullptr ? 1000 : 25; }

}  // namespace

// Impacts of several contacts may have several solutions: then the reference may find another one.
TEST(RandomContacts, PlasticImpactsAgreeWithTimeStepping) {
  unsigned others = 0;
  for (unsigned seed = 0; seed < count_of_runs(); ++seed) {
    const ContactsSpec spec = Draw(seed, 0.5).contacts();
    const RunOutcome run = run_diagram(ContactsModel(spec, 0).diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << seed << ": " << run.messages();
    if (run.end != RunEnd::Finished) continue;
    expect_laws(spec, run, seed);
    const std::vector<double> q = contacts_reference(spec, 2e-5);
    const char* const axes[] = {".x", ".y", ".angle"};
    double most = 0;
    for (std::size_t k = 0; k < q.size(); ++k)
      most = std::max(most, std::abs(last(run, "body " + to_text(k / 3) + axes[k % 3]) - q[k]));
    others += most > 5e-3;
  }
  EXPECT_LE(others, count_of_runs() / 16);
}

TEST(RandomContacts, BouncesKeepTheirLawsAndGainNoEnergy) {
  for (unsigned seed = 0; seed < count_of_runs(); ++seed) {
    Draw draw(seed + 5000, 1);
    const ContactsSpec spec = draw.contacts();
    const RunOutcome run = run_diagram(ContactsModel(spec, draw.restitution()).diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << seed << ": " << run.messages();
    if (run.end != RunEnd::Finished) continue;
    expect_laws(spec, run, seed);
  }
}

#include <cmath>

#include "tests/plugins/random/mechanism_spec.h"
#include "tests/plugins/random/network_dice.h"

namespace sim {

namespace {

class Draw : NetworkDice {
 public:
  explicit Draw(unsigned seed) : NetworkDice(seed) {}

  MechanismSpec mechanism() {
    const bool closed = chance(50);
    const int bodies = number(closed ? 3 : 1, 4);
    for (int k = 0; k < bodies; ++k) add_body(closed || chance(60) ? k - 1 : number(-1, k - 1), closed);
    if (closed) close();
    if (chance(50)) add_spring();
    if (chance(50)) add_shaft();
    return spec_;
  }

 private:
  MechanismSpec::Body& body(int k) { return spec_.bodies[static_cast<std::size_t>(k)]; }
  static std::array<double, 2> point(const MechanismSpec::Body& of, const std::array<double, 2>& arm) {
    const double c = std::cos(of.place[2]), s = std::sin(of.place[2]);
    return {of.place[0] + c * arm[0] - s * arm[1], of.place[1] + s * arm[0] + c * arm[1]};
  }

  void add_body(int from, bool closed) {
    MechanismSpec::Joint joint;
    joint.from = from, joint.to = static_cast<int>(spec_.bodies.size());
    joint.slides = chance(25) && !(closed && slides_);
    slides_ = slides_ || joint.slides;
    std::array<double, 3> frame{between(-1, 1), between(-1, 1), between(-2, 2)};
    if (from >= 0) {
      const auto p = point(body(from), body(from).b);
      frame = {p[0], p[1], body(from).place[2]};
    }
    joint.at = frame;
    joint.angle = between(-1, 1);
    MechanismSpec::Body b;
    b.mass = size(), b.inertia = 0.2 * size();
    b.a = {-between(0.2, 0.6), between(-0.1, 0.1)};
    b.b = {between(0.2, 0.6), between(-0.1, 0.1)};
    b.velocity = {between(-1, 1), between(-1, 1), between(-2, 2)};
    b.place[2] = joint.slides ? frame[2] + joint.angle : between(-3, 3);
    const double way = joint.slides ? between(-0.5, 0.5) : 0;
    const auto arm = point(b, b.a);  // from its center
    b.place[0] = frame[0] + way * std::cos(frame[2]) - arm[0];
    b.place[1] = frame[1] + way * std::sin(frame[2]) - arm[1];
    spec_.bodies.push_back(b);
    spec_.joints.push_back(joint);
  }

  void close() {
    MechanismSpec::Joint joint;
    joint.to = static_cast<int>(spec_.bodies.size()) - 1, joint.to_b = true;
    const auto p = point(body(joint.to), body(joint.to).b);
    joint.at = {p[0], p[1], 0};
    spec_.joints.push_back(joint);
  }

  void add_spring() {
    MechanismSpec::Spring spring;
    spring.body = number(0, static_cast<int>(spec_.bodies.size()) - 1);
    const auto p = point(body(spring.body), body(spring.body).b);
    spring.at = {p[0] + 2, p[1] + 1};
    spring.stiffness = 5 * size(), spring.damping = chance(50) ? size() : 0, spring.length = between(1, 3);
    spec_.springs.push_back(spring);
  }

  void add_shaft() {
    const auto& joint =
        spec_.joints[static_cast<std::size_t>(number(0, static_cast<int>(spec_.bodies.size()) - 1))];
    if (joint.slides) return;
    MechanismSpec::Shaft shaft;
    shaft.from = joint.from, shaft.to = joint.to;
    shaft.inertia = 0.3 * size(), shaft.speed = between(-2, 2);
    shaft.voltage = between(-3, 3), shaft.resistance = size(), shaft.inductance = size();
    shaft.constant = sign() * size();
    spec_.shafts.push_back(shaft);
  }

  MechanismSpec spec_;
  bool slides_ = false;
};

}  // namespace

MechanismSpec random_mechanism(unsigned seed) { return Draw(seed).mechanism(); }

}  // namespace sim

// Transmissions without inertia or loss: one constraint between the velocities of their ports each. What is
// transmitted follows from the power being zero.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/mechanics.h"

namespace sim::driveline {

namespace {

void begin_gear(BlockTypeBuilder& b, const char* name, const char* label, const char* icon) {
  b.id(std::string("driveline/") + name).label(label).category("Driveline/Gears");
  b.icon(IconShape::Rectangle, "", icon);
}

void hold(Equations& e, Branch branch) { e.law(branch, {e.constant(1), e.constant(0), e.constant(0)}); }

}  // namespace

void gear(BlockTypeBuilder& b) {
  begin_gear(b, "gear", "Gear", "{n}:1");
  b.doc(
      "An ideal gear between a base and a follower shaft.\n\n"
      "$v_B = n v_F, \\quad \\tau_F = n \\tau_B$\n\n"
      "$\\tau$ is torque. A negative ratio turns the direction around.");
  b.keywords({"simple gear", "gearbox", "reduction", "ratio"});
  Param n = b.real("n", "Ratio n = v_B / v_F", "2").scalar();
  b.require([=](const ParameterValues& v) { return v.of(n).number() != 0; },
            "the ratio of a gear cannot be 0", "use a Brake to hold a shaft");
  const Terminal base = b.terminal("B", Domain::Rotational, PortSide::Left, "base shaft");
  const Terminal follower = b.terminal("F", Domain::Rotational, PortSide::Right, "follower shaft");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{base, e.constant(1)}, {follower, -e(n)}});
    hold(e, branch);
  });
}

void planetary_gear(BlockTypeBuilder& b) {
  begin_gear(b, "planetary_gear", "Planetary Gear", "C R S");
  b.size(60, 60);
  b.doc(
      "A sun, a ring and a carrier with planets, without inertia of their own.\n\n"
      "$(1 + g) v_C = v_S + g v_R$\n\n"
      "g is the ratio of the teeth of ring and sun.");
  b.keywords({"epicyclic", "sun", "ring", "carrier"});
  Param g = b.real("g", "Ring to sun teeth ratio", "2").range(1e-6, 1e6).scalar();
  const Terminal carrier = b.terminal("C", Domain::Rotational, PortSide::Left, "carrier");
  const Terminal ring = b.terminal("R", Domain::Rotational, PortSide::Right, "ring");
  const Terminal sun = b.terminal("S", Domain::Rotational, PortSide::Right, "sun");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{carrier, e(g) + 1.0}, {sun, e.constant(-1)}, {ring, -e(g)}});
    hold(e, branch);
  });
}

void differential(BlockTypeBuilder& b) {
  begin_gear(b, "differential", "Differential", "D L R");
  b.size(60, 60);
  b.doc(
      "Drives two shafts from one, with equal torque whatever their speeds.\n\n"
      "$v_D = \\frac{n}{2} (v_L + v_R), \\quad \\tau_L = \\tau_R = \\frac{n}{2} \\tau_D$");
  b.keywords({"axle", "final drive"});
  Param n = b.real("n", "Drive ratio", "4").scalar();
  b.require([=](const ParameterValues& v) { return v.of(n).number() != 0; },
            "the ratio of a gear cannot be 0", "use a Brake to hold a shaft");
  const Terminal drive = b.terminal("D", Domain::Rotational, PortSide::Left, "drive shaft");
  const Terminal left = b.terminal("L", Domain::Rotational, PortSide::Right, "left shaft");
  const Terminal right = b.terminal("R", Domain::Rotational, PortSide::Right, "right shaft");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{drive, e.constant(1)}, {left, e(n) * -0.5}, {right, e(n) * -0.5}});
    hold(e, branch);
  });
}

void lever(BlockTypeBuilder& b) {
  begin_gear(b, "lever", "Lever", "");
  b.size(60, 60).icon(IconShape::Rectangle, "M.1 .7 L.9 .3 M.5 .5 L.4 .8 L.6 .8 Z");
  b.doc(
      "A bar without mass on a fulcrum F, with parallel forces at its ends.\n\n"
      "$(a + b) v_F = b v_A + a v_B, \\quad a F_A = b F_B$\n\n"
      "a and b are its arms, from F to A and to B; one below 0 is on the side of the other. Connect F to the "
      "reference for a pivot at rest: then A and B move against one another.");
  b.keywords({"rocker", "fulcrum", "arm", "beam", "brake pedal"});
  Param a = b.real("a", "Arm from F to A", "0.2").unit("m").scalar();
  Param other = b.real("b", "Arm from F to B", "0.1").unit("m").scalar();
  b.require([=](const ParameterValues& v) { return v.of(a).number() != 0 && v.of(other).number() != 0; },
            "an arm of a lever cannot be 0", "connect what is there to the fulcrum");
  const Terminal at_a = b.terminal("A", Domain::Translational, PortSide::Left, "one end");
  const Terminal fulcrum = b.terminal("F", Domain::Translational, PortSide::Right, "fulcrum");
  const Terminal at_b = b.terminal("B", Domain::Translational, PortSide::Right, "the other end");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{at_a, e(other)}, {fulcrum, -(e(a) + e(other))}, {at_b, e(a)}});
    hold(e, branch);
  });
}

void wheel(BlockTypeBuilder& b) {
  begin_gear(b, "wheel", "Wheel and Axle", "r");
  b.doc(
      "Rolls without slip, or winds a rope: turns rotation into translation.\n\n"
      "$v_P = r v_A$");
  b.keywords({"rack and pinion", "drum", "winch", "tire"});
  Param r = b.real("r", "Radius", "0.3").unit("m").range(1e-9, 1e9).scalar();
  const Terminal axle = b.terminal("A", Domain::Rotational, PortSide::Left, "axle");
  const Terminal rim = b.terminal("P", Domain::Translational, PortSide::Right, "rim");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{axle, e(r)}, {rim, e.constant(-1)}});
    hold(e, branch);
  });
}

}  // namespace sim::driveline

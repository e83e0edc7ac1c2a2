// Joints, and what prescribes their motion. Reactions are what acts on B: the multipliers of the rows.
#include "plugins/planar/blocks.h"
#include "plugins/planar/declare.h"

namespace sim::planar {

namespace {

Vector world_axis(Equations& e, int k) { return {e.constant(k == 0 ? 1 : 0), e.constant(k == 0 ? 0 : 1)}; }

void pin(Equations& e, const Ends& ends, Branch x, Branch y) {
  hold(e, x, ends, along_fixed(e, ends, world_axis(e, 0)));
  hold(e, y, ends, along_fixed(e, ends, world_axis(e, 1)));
}

void show(Equations& e, Param senses, const std::vector<ir::Value>& values) {
  if (!e.flag(senses)) return;
  for (std::size_t k = 0; k < values.size(); ++k) e.output(Out{static_cast<int>(k)}, values[k]);
}

}  // namespace

void revolute_joint(BlockTypeBuilder& b) {
  begin(b, "revolute_joint", "Revolute Joint")
      .icon(IconShape::Circle, "M0 .5 L.35 .5 M.65 .5 L1 .5 M.5 .35 L.65 .5 L.5 .65 L.35 .5 Z");
  b.doc("Frames A and B stay at one place and turn freely.\n\n$p_B = p_A$");
  b.keywords({"pin", "hinge", "pivot", "rotation", "planar"});
  const Ports p = two_frames(b);
  draws(b, SceneKind::Pin, p);
  const Param sense = senses(b, {{"angle", "of B relative to A, rad"},
                                 {"w", "its rate, rad/s"},
                                 {"Fx", "force on B along x of the world, N"},
                                 {"Fy", "force on B along y, N"}});
  const Branch x = b.holding_branch(), y = b.holding_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    pin(e, ends, x, y);
    show(e, sense,
         {ends.to.angle - ends.from.angle, ends.to.speed - ends.from.speed, -e.through(x), -e.through(y)});
  });
}

void prismatic_joint(BlockTypeBuilder& b) {
  begin(b, "prismatic_joint", "Prismatic Joint")
      .icon(IconShape::Rectangle, "M.1 .3 L.9 .3 M.1 .7 L.9 .7 M.3 .5 L.7 .5");
  b.doc(
      "B slides along the x axis of A, without turning.\n\n$n' (p_B - p_A) = 0, \\quad \\varphi_B - "
      "\\varphi_A = \\varphi$\n\nn is the y axis of A.");
  b.keywords({"slider", "translation", "guide", "planar"});
  const Ports p = two_frames(b);
  draws(b, SceneKind::Slider, p);
  const Param phi = angle(b, "phi", "Angle from A to B", "0");
  const Param sense = senses(b, {{"s", "displacement along the axis, m"},
                                 {"v", "its rate, m/s"},
                                 {"N", "force on B across the axis, N"},
                                 {"T", "torque on B, N*m"}});
  const Branch across = b.holding_branch(), turn = b.holding_branch(true);
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const Vector ahead = axis(ends.from.angle);
    hold(e, across, ends, along_turning(e, ends, turned(ahead)));
    hold(e, turn, ends, relative_angle(e, ends), {e(phi), e.constant(0), e.constant(0)});
    const Row along = along_turning(e, ends, ahead);
    show(e, sense,
         {along.value, dot(ahead, velocity(ends.to) - velocity(ends.from)) + ends.from.speed * along.turn_a,
          -e.through(across), -e.through(turn)});
  });
}

void weld_joint(BlockTypeBuilder& b) {
  begin(b, "weld_joint", "Weld Joint").icon(IconShape::Rectangle, "M0 .5 L1 .5 M.4 .4 L.6 .6 M.4 .6 L.6 .4");
  b.doc("B does not move relative to A.\n\n$p_B = p_A, \\quad \\varphi_B - \\varphi_A = \\varphi$");
  b.keywords({"fixed joint", "rigid", "clamp", "planar"});
  const Ports p = two_frames(b);
  const Param phi = angle(b, "phi", "Angle from A to B", "0");
  const Param sense = senses(b, {{"Fx", "force on B along x of the world, N"},
                                 {"Fy", "force on B along y, N"},
                                 {"T", "torque on B, N*m"}});
  const Branch x = b.holding_branch(), y = b.holding_branch(), turn = b.holding_branch(true);
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    pin(e, ends, x, y);
    hold(e, turn, ends, relative_angle(e, ends), {e(phi), e.constant(0), e.constant(0)});
    show(e, sense, {-e.through(x), -e.through(y), -e.through(turn)});
  });
}

void pin_slot_joint(BlockTypeBuilder& b) {
  begin(b, "pin_slot_joint", "Pin-Slot Joint")
      .icon(IconShape::Rectangle,
            "M.1 .35 L.9 .35 M.1 .65 L.9 .65 M.5 .4 C.6 .4 .6 .6 .5 .6 C.4 .6 .4 .4 .5 .4");
  b.doc(
      "A pin at B in a slot along the x axis of A: it slides and turns.\n\n$n' (p_B - p_A) = 0$\n\nn is the "
      "y axis of A.");
  b.keywords({"pin in slot", "slot", "guide", "planar"});
  const Ports p = two_frames(b);
  draws(b, SceneKind::Slider, p);
  const Param sense = senses(b, {{"s", "displacement along the slot, m"},
                                 {"v", "its rate, m/s"},
                                 {"N", "force on B across the slot, N"}});
  const Branch across = b.holding_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const Vector ahead = axis(ends.from.angle);
    hold(e, across, ends, along_turning(e, ends, turned(ahead)));
    const Row along = along_turning(e, ends, ahead);
    show(e, sense,
         {along.value, dot(ahead, velocity(ends.to) - velocity(ends.from)) + ends.from.speed * along.turn_a,
          -e.through(across)});
  });
}

namespace {

struct Drive {
  In value, rate, acceleration;
  Wanted wanted(Equations& e) const { return {e(value), e(rate), e(acceleration)}; }
};
Drive drive_inputs(BlockTypeBuilder& b) {
  return {b.input("u", "what is prescribed"), b.input("du", "its time derivative"),
          b.input("ddu", "its second time derivative")};
}

}  // namespace

void angle_driver(BlockTypeBuilder& b) {
  begin(b, "angle_driver", "Angle Driver")
      .icon(IconShape::Circle, "M.3 .6 C.3 .2 .7 .2 .7 .6 M.6 .5 L.7 .6 L.8 .5");
  b.doc(
      "Prescribes the angle from A to B; a joint says where they turn.\n\n$\\varphi_B - \\varphi_A = "
      "u$\n\nThe input needs its first two derivatives: where they are not those of u, reactions are wrong.");
  b.keywords({"motor", "prescribed motion", "crank", "planar"});
  const Drive in = drive_inputs(b);
  const Out torque = b.output("T", "torque on B, N*m");
  const Ports p = two_frames(b);
  const Branch turn = b.holding_branch(true);
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    hold(e, turn, ends, relative_angle(e, ends), in.wanted(e));
    e.output(torque, -e.through(turn));
  });
}

void displacement_driver(BlockTypeBuilder& b) {
  begin(b, "displacement_driver", "Displacement Driver")
      .icon(IconShape::Rectangle, "M.2 .5 L.8 .5 M.7 .4 L.8 .5 L.7 .6");
  b.doc(
      "Prescribes the place of B along the x axis of A.\n\n$n' (p_B - p_A) = u$\n\nn is the x axis of A. The "
      "input needs its first two derivatives: where they are not those of u, reactions are wrong.");
  b.keywords({"actuator", "prescribed motion", "stroke", "planar"});
  const Drive in = drive_inputs(b);
  const Out force = b.output("F", "force on B along the axis, N");
  const Ports p = two_frames(b);
  const Branch along = b.holding_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    hold(e, along, ends, along_turning(e, ends, axis(ends.from.angle)), in.wanted(e));
    e.output(force, -e.through(along));
  });
}

}  // namespace sim::planar

// Springs, dampers, forces, torques; and what measures motion.
#include "plugins/planar/blocks.h"
#include "plugins/planar/declare.h"

namespace sim::planar {

namespace {

// Forces that pull what varies in a row together.
void pull(Equations& e, Branch branch, const Ends& ends, const Row& row, ir::Value force, ir::Value damping) {
  connect(e, branch, ends, row);
  e.law(branch, {-damping, e.constant(1), force});
}

struct Elasticity {
  ir::Value stiffness, damping, unstretched;
};
void spring(Equations& e, Branch branch, const Ends& ends, const Row& row, const Elasticity& of) {
  const ir::Value stretch = row.value - of.unstretched;
  pull(e, branch, ends, row, of.stiffness * stretch, of.damping);
  e.stored(branch, of.stiffness * ir::square(stretch) * 0.5);
}

}  // namespace

void spring_damper(BlockTypeBuilder& b) {
  begin(b, "spring_damper", "Point Spring-Damper")
      .icon(IconShape::Rectangle, "M0 .5 L.15 .5 L.22 .2 L.36 .8 L.5 .2 L.64 .8 L.78 .2 L.85 .5 L1 .5");
  b.doc(
      "A spring and a damper between two points, along the line between them.\n\n$F = k (l - l_0) + d \\, "
      "\\dot{l}, \\quad l = |p_B - p_A|$\n\nThe points must not meet: the line has no direction there.");
  b.keywords({"spring", "damper", "strut", "elastic", "planar"});
  const Param k = b.real("k", "Stiffness", "100").unit("N/m").range(0, 1e30).scalar();
  const Param d = b.real("d", "Damping coefficient", "0").unit("N/(m/s)").range(0, 1e30).scalar();
  const Param l0 = length(b, "l0", "Length without force", "1");
  const Ports p = two_frames(b);
  draws(b, SceneKind::Spring, p);
  const Branch branch = b.potential_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const Row row = distance(e, ends);
    spring(e, branch, ends, row, {e(k), e(d), e(l0)});
  });
}

void torsion_spring_damper(BlockTypeBuilder& b) {
  begin(b, "torsion_spring_damper", "Torsion Spring-Damper")
      .icon(IconShape::Circle, "M.5 .5 C.6 .4 .7 .6 .5 .65 C.3 .7 .2 .3 .5 .25 C.8 .2 .9 .5 .85 .6");
  b.doc(
      "A spring and a damper that turn with A and B.\n\n$T = k (\\varphi_B - \\varphi_A - \\varphi_0) + d "
      "(\\omega_B - \\omega_A)$");
  b.keywords({"spring", "damper", "hinge", "bearing", "friction", "planar"});
  const Param k = b.real("k", "Stiffness", "0").unit("N*m/rad").range(0, 1e30).scalar();
  const Param d = b.real("d", "Damping coefficient", "0.1").unit("N*m/(rad/s)").range(0, 1e30).scalar();
  const Param phi0 = angle(b, "phi0", "Angle without torque", "0");
  const Ports p = two_frames(b);
  const Branch branch = b.potential_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    spring(e, branch, ends, relative_angle(e, ends), {e(k), e(d), e(phi0)});
  });
}

void force_source(BlockTypeBuilder& b) {
  begin(b, "force_source", "Force on a Point")
      .icon(IconShape::Rectangle, "M.2 .8 L.8 .2 M.6 .2 L.8 .2 L.8 .4");
  b.doc("A force that acts at the origin of frame A, along the axes of the world or of the frame.");
  b.keywords({"load", "actuator", "thrust", "planar"});
  const Param axes = b.choice("Axes", "Axes", {"of the world", "of the frame"});
  const In fx = b.input("Fx", "force along x, N"), fy = b.input("Fy", "force along y, N");
  const Terminal a = b.planar("A", PortSide::Right, FrameRole::Takes, "where it acts");
  const Branch branch[] = {b.branch(), b.branch()};
  b.equations([=](Equations& e) {
    const PlanarFrame frame = e.frame(a);
    const ir::Value one = e.constant(1), zero = e.constant(0);
    const Vector ahead = axis(frame.angle);
    const bool own = e.choice(axes) == 1;
    for (int k = 0; k < 2; ++k) {
      const Vector fixed{k == 0 ? one : zero, k == 0 ? zero : one};
      const Vector direction = !own ? fixed : k == 0 ? ahead : turned(ahead);
      e.branch(branch[k], {{{a.index, 0}, direction.x},
                           {{a.index, 1}, direction.y},
                           {{a.index, 2}, dot(turned(arm(frame)), direction)}});
      e.law(branch[k], {zero, one, -e(k == 0 ? fx : fy)});
    }
  });
}

void torque_source(BlockTypeBuilder& b) {
  begin(b, "torque_source", "Torque between Frames")
      .icon(IconShape::Circle, "M.3 .65 C.2 .2 .8 .2 .7 .65 M.6 .55 L.7 .65 L.8 .55");
  b.doc("A torque on B; its reaction is on A.\n\n$T_B = T, \\quad T_A = -T$");
  b.keywords({"motor", "actuator", "planar"});
  const In torque = b.input("T", "torque on B, N*m");
  const Ports p = two_frames(b);
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    pull(e, branch, ends, relative_angle(e, ends), -e(torque), e.constant(0));
  });
}

void motion_sensor(BlockTypeBuilder& b) {
  begin(b, "motion_sensor", "Planar Motion Sensor").icon(IconShape::Circle, "", "x y");
  b.doc("Where frame A is in the plane, and how fast it moves.");
  b.keywords({"position", "velocity", "pose", "measure", "planar"});
  const Out out[] = {b.output("x", "m"),    b.output("y", "m"),    b.output("angle", "rad"),
                     b.output("vx", "m/s"), b.output("vy", "m/s"), b.output("w", "rad/s")};
  const Terminal a = b.planar("A", PortSide::Left, FrameRole::Takes, "the frame");
  b.equations([=](Equations& e) {
    const PlanarFrame f = e.frame(a);
    const ir::Value values[] = {f.x, f.y, f.angle, f.vx, f.vy, f.speed};
    for (int k = 0; k < 6; ++k) e.output(out[k], values[k]);
  });
}

}  // namespace sim::planar

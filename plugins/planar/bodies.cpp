// The ground, bodies, and frames on them.
#include "plugins/planar/blocks.h"
#include "plugins/planar/declare.h"

namespace sim::planar {

namespace {

// A frame at (x, y), turned by `angle`, on what moves with `of`.
PlanarFrame on(const PlanarFrame& of, ir::Value x, ir::Value y, ir::Value angle) {
  const Vector ahead = axis(of.angle), offset = x * ahead + y * turned(ahead);
  const Vector at = place(of) + offset, v = velocity(of) + of.speed * turned(offset), from = arm(of) + offset;
  return {at.x, at.y, of.angle + angle, v.x, v.y, of.speed, from.x, from.y};
}

PlanarFrame at_rest(Equations& e, ir::Value x, ir::Value y, ir::Value angle) {
  const ir::Value zero = e.constant(0);
  return {x, y, angle, zero, zero, zero, zero, zero};
}

SceneShape shape_of(const ParameterValues& v, Terminal center, Param choice,
                    const std::vector<Param>& lengths) {
  static constexpr SceneKind kinds[] = {SceneKind::Rod, SceneKind::Box, SceneKind::Disk};
  SceneShape shape{kinds[static_cast<std::size_t>(v.of(choice).number())], {center}, {}};
  for (Param length : lengths) shape.lengths.push_back(v.of(length).number());
  if (shape.kind == SceneKind::Disk) shape.lengths = {shape.lengths[4], shape.lengths[0], shape.lengths[1]};
  return shape;
}

}  // namespace

void world(BlockTypeBuilder& b) {
  begin(b, "world", "World")
      .icon(IconShape::Rectangle, "M.2 .8 L.8 .8 M.2 .8 L.2 .2 M.3 .8 L.2 .9 M.5 .8 L.4 .9 M.7 .8 L.6 .9");
  b.doc(
      "The ground: its frame W is at rest at the origin of the plane. It also says what gravity is, for all "
      "bodies "
      "of the model, also those that are not connected to it. Without a World there is none.");
  b.keywords({"ground", "gravity", "inertial frame", "world frame", "planar"});
  const Param x = b.real("gx", "Gravity along x", "0").unit("m/s^2").scalar();
  const Param y = b.real("gy", "Gravity along y", "-9.80665").unit("m/s^2").scalar();
  const Param motion =
      b.flag("Animation", "Record motion for the animation", true)
          .doc("Off: where bodies are is not recorded, which takes memory in models of many bodies.");
  const Terminal w = b.planar("W", PortSide::Right, FrameRole::Fixed, "the origin");
  b.gives_gravity();
  b.records_motion(motion);
  b.scene([w](const ParameterValues&) { return SceneShape{SceneKind::Ground, {w}, {0}}; });
  b.equations([=](Equations& e) {
    const ir::Value zero = e.constant(0);
    e.gives_frame(w, at_rest(e, zero, zero, zero));
    e.gives_gravity(e(x), e(y));
  });
}

void fixed_frame(BlockTypeBuilder& b) {
  begin(b, "fixed_frame", "Fixed Frame")
      .icon(IconShape::Rectangle,
            "M.5 .2 L.3 .6 L.7 .6 Z M.2 .6 L.8 .6 M.3 .6 L.2 .75 M.5 .6 L.4 .75 M.7 .6 L.6 .75");
  b.doc("A place on the ground: a frame that is at rest at (x, y), turned by an angle.");
  b.keywords({"ground", "pivot", "support", "planar"});
  const Param x = length(b, "x", "x", "0"), y = length(b, "y", "y", "0"), phi = angle(b, "phi", "Angle", "0");
  const Terminal w = b.planar("W", PortSide::Right, FrameRole::Fixed, "the place");
  b.scene([w](const ParameterValues&) { return SceneShape{SceneKind::Ground, {w}, {0}}; });
  b.equations([=](Equations& e) { e.gives_frame(w, at_rest(e, e(x), e(y), e(phi))); });
}

void body(BlockTypeBuilder& b) {
  begin(b, "body", "Body").icon(IconShape::Rectangle, "M.1 .5 L.9 .5 M.5 .4 L.5 .6", "");
  b.doc(
      "A rigid body in the plane.\n\n"
      "$m \\dot{v} = \\sum F + m g, \\quad J \\dot{\\omega} = \\sum T$\n\n"
      "A, B and C are frames on it, C at its center of mass. More are made by Frame Offset.\n\n"
      "Initial positions and velocities need only be near: at the start, bodies take the positions nearest "
      "in energy "
      "to the given ones that joints and drivers allow, then the velocities.");
  b.keywords({"rigid body", "link", "bar", "rod", "inertia", "multibody", "mechanism", "planar"});
  const Param m = b.real("m", "Mass", "1").unit("kg").range(1e-30, 1e30).scalar();
  const Param j = b.real("J", "Moment of inertia about the center of mass", "1/12")
                      .unit("kg*m^2")
                      .range(1e-30, 1e30)
                      .scalar();
  const Param xa = length(b, "xA", "Frame A: x", "-0.5"), ya = length(b, "yA", "Frame A: y", "0");
  const Param xb = length(b, "xB", "Frame B: x", "0.5"), yb = length(b, "yB", "Frame B: y", "0");
  const Param x0 = length(b, "x0", "Initial x", "0"), y0 = length(b, "y0", "Initial y", "0");
  const Param phi0 = angle(b, "phi0", "Initial angle", "0");
  const Param vx0 = b.real("vx0", "Initial velocity along x", "0").unit("m/s").scalar();
  const Param vy0 = b.real("vy0", "Initial velocity along y", "0").unit("m/s").scalar();
  const Param w0 = b.real("w0", "Initial angular velocity", "0").unit("rad/s").scalar();
  const Param shape =
      b.choice("Shape", "Shape", {"rod", "box", "disk"}).doc("What the animation draws.").advanced();
  const Param width = b.real("Width", "Width, or radius", "0.05")
                          .unit("m")
                          .range(0, 1e30)
                          .doc("Of what the animation draws.")
                          .scalar()
                          .advanced();
  const Terminal a = b.planar("A", PortSide::Left, FrameRole::Gives, "a frame");
  const Terminal other = b.planar("B", PortSide::Right, FrameRole::Gives, "a frame");
  const Terminal c = b.planar("C", PortSide::Top, FrameRole::Gives, "the center of mass");
  const State q[] = {b.state("x", x0), b.state("y", y0), b.state("angle", phi0)};
  const State v[] = {b.state("vx", vx0), b.state("vy", vy0), b.state("w", w0)};
  const Branch along[] = {b.stores_motion(q[0], v[0]), b.stores_motion(q[1], v[1]),
                          b.stores_motion(q[2], v[2])};
  const Branch weight[] = {b.potential_branch(), b.potential_branch()};
  b.scene([=](const ParameterValues& v) { return shape_of(v, c, shape, {xa, ya, xb, yb, width}); });
  b.equations([=](Equations& e) {
    const ir::Value zero = e.constant(0), one = e.constant(1);
    for (int k = 0; k < 3; ++k) {
      e.branch(along[k], {{{c.index, k}, one}});
      e.stores(along[k], v[k], k == 2 ? e(j) : e(m));
      e.integrates(q[k], along[k]);
    }
    const auto [gx, gy] = e.gravity();
    for (int k = 0; k < 2; ++k) {
      e.branch(weight[k], {{{c.index, k}, one}});
      const ir::Value pull = e(m) * (k == 0 ? gx : gy);
      e.law(weight[k], {zero, one, -pull});
      e.stored(weight[k], -(pull * e.before(q[k])));
    }
    const PlanarFrame center{e.before(q[0]), e.before(q[1]), e.before(q[2]), e.before(v[0]),
                             e.before(v[1]), e.before(v[2]), zero,           zero};
    e.gives_frame(a, on(center, e(xa), e(ya), zero));
    e.gives_frame(other, on(center, e(xb), e(yb), zero));
    e.gives_frame(c, center);
  });
}

void frame_offset(BlockTypeBuilder& b) {
  begin(b, "frame_offset", "Frame Offset")
      .icon(IconShape::Rectangle,
            "M.15 .7 L.5 .7 M.15 .7 L.15 .35 M.55 .4 L.9 .4 M.55 .4 L.55 .1 M.15 .7 L.55 .4");
  b.doc("A further frame on a body: B is at (x, y) in frame A, turned by an angle, and moves with it.");
  b.keywords({"rigid transform", "frame", "offset", "translation", "planar"});
  const Param x = length(b, "x", "x", "0"), y = length(b, "y", "y", "0"), phi = angle(b, "phi", "Angle", "0");
  const Terminal a = b.planar("A", PortSide::Left, FrameRole::Takes, "a frame on the body");
  const Terminal to = b.planar("B", PortSide::Right, FrameRole::Gives, "the further one");
  draws(b, SceneKind::Link, {a, to});
  b.equations([=](Equations& e) { e.gives_frame(to, on(e.frame(a), e(x), e(y), e(phi))); });
}

}  // namespace sim::planar

// Between planar mechanisms and networks of one dimension: one branch through both, so that what it takes up
// on one side it gives on the other.
#include "plugins/planar/blocks.h"
#include "plugins/planar/declare.h"

namespace sim::planar {

namespace {

// The rate of the row is that of R against C.
void couple(Equations& e, Branch branch, const Ends& ends, const Row& row, Terminal r, Terminal c) {
  std::vector<BranchEnd> all = ends_of(ends, row);
  all.push_back({r, e.constant(-1)});
  all.push_back({c, e.constant(1)});
  e.branch(branch, all);
  e.law(branch, {e.constant(1), e.constant(0), e.constant(0)});
  e.slope(branch, -row.bend);
}

}  // namespace

void rotational_interface(BlockTypeBuilder& b) {
  begin(b, "rotational_interface", "Rotational Interface")
      .icon(IconShape::Circle, "M.5 .5 L1 .2 M.5 .5 L1 .8 M.3 .6 C.3 .3 .6 .25 .7 .5");
  b.doc(
      "A shaft that turns with two bodies: a motor, a gear or a brake of the Driveline library acts on a "
      "joint.\n\n"
      "$\\omega_B - \\omega_A = \\omega_R - \\omega_C$\n\n"
      "The torque at R acts on B, and the other way on A.");
  b.keywords({"motor", "shaft", "driveline", "gear", "torque", "planar"});
  const Ports p = two_frames(b);
  const Terminal r = b.terminal("R", Domain::Rotational, PortSide::Top, "shaft"),
                 c = b.terminal("C", Domain::Rotational, PortSide::Top, "case");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    couple(e, branch, ends, relative_angle(e, ends), r, c);
  });
}

void translational_interface(BlockTypeBuilder& b) {
  begin(b, "translational_interface", "Translational Interface")
      .icon(IconShape::Rectangle, "M0 .6 L.3 .6 M.3 .45 L.3 .75 L.65 .75 L.65 .45 Z M.65 .6 L1 .6");
  b.doc(
      "A strut between two points that becomes longer and shorter: a cylinder of the Hydraulic library, a "
      "spring or "
      "a damper with a law of its own acts between bodies.\n\n"
      "$\\dot{l} = v_R - v_C, \\quad l = |p_B - p_A|$\n\n"
      "A force at R pushes B away from A. The points must not meet: the line has no direction there.");
  b.keywords({"cylinder", "actuator", "strut", "hydraulic", "linear motor", "planar"});
  const Out length = b.output("l", "length, m");
  const Ports p = two_frames(b);
  draws(b, SceneKind::Strut, p);
  const Terminal r = b.terminal("R", Domain::Translational, PortSide::Top, "rod"),
                 c = b.terminal("C", Domain::Translational, PortSide::Top, "case");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const Row row = distance(e, ends);
    couple(e, branch, ends, row, r, c);
    e.output(length, row.value);
  });
}

}  // namespace sim::planar

// Bodies that push one another but do not pull.
#include "plugins/elements/position_limit.h"
#include "plugins/planar/blocks.h"
#include "plugins/planar/declare.h"

namespace sim::planar {

namespace {

Param restitution_of(BlockTypeBuilder& b) {
  return b.real("e", "Coefficient of restitution", "0")
      .doc(
          "The speed at which bodies part, as a share of that at which they met: 0 for a plastic impact, 1 "
          "for one that loses no energy.")
      .range(0, 1)
      .scalar();
}

// The gap is row.value - radius.
void touch(Equations& e, Branch branch, const Ends& ends, const Row& row, ir::Value radius,
           ir::Value restitution) {
  connect(e, branch, ends, row);
  const ir::Value gap = row.value - radius;
  const ir::Value size = row.size + radius;
  const ir::Value held =
      elements::write_limit_way(e, {branch, e.constant(0), 1, size}, gap, restitution).held;
  e.slope(branch, -(held * row.bend));
  e.holds(branch, {gap, e.constant(0), size, held});
}

}  // namespace

void line_contact(BlockTypeBuilder& b) {
  begin(b, "line_contact", "Contact of Point and Line")
      .icon(IconShape::Rectangle, "M.1 .8 L.9 .8 M.5 .8 C.75 .8 .75 .4 .5 .4 C.25 .4 .25 .8 .5 .8");
  b.doc(
      "A point B, or a circle around it, stays above a line: the x axis of A. It touches the line without "
      "friction.\n\n$n' (p_B - p_A) \\geq r$\n\nn is the y axis of A. At an impact momentum is kept, and the "
      "bodies part with e times the speed of their approach.");
  b.keywords({"contact", "impact", "bounce", "floor", "collision", "restitution", "planar"});
  const Param r = b.real("r", "Radius of the circle", "0").unit("m").range(0, 1e30).scalar();
  const Param restitution = restitution_of(b);
  const Ports p = two_frames(b);
  const Branch branch = b.contact_branch();
  b.scene([=](const ParameterValues& v) {
    return SceneShape{SceneKind::Ball, {p.a, p.b}, {v.of(r).number()}};
  });
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    touch(e, branch, ends, along_turning(e, ends, turned(axis(ends.from.angle))), e(r), e(restitution));
  });
}

void circle_contact(BlockTypeBuilder& b) {
  begin(b, "circle_contact", "Contact of Circles")
      .icon(
          IconShape::Rectangle,
          "M.05 .5 C.05 .2 .5 .2 .5 .5 C.5 .8 .05 .8 .05 .5 M.5 .5 C.5 .2 .95 .2 .95 .5 C.95 .8 .5 .8 .5 .5");
  b.doc(
      "Circles around A and B stay outside of one another. They touch without friction.\n\n$|p_B - p_A| "
      "\\geq r$\n\nr is the sum of their radii. At an impact momentum is kept, and the bodies part with e "
      "times the speed of their approach.");
  b.keywords(
      {"contact", "impact", "bounce", "ball", "collision", "restitution", "Newton's cradle", "planar"});
  const Param r = b.real("r", "Sum of the radii", "0.1").unit("m").range(1e-30, 1e30).scalar();
  const Param restitution = restitution_of(b);
  const Ports p = two_frames(b);
  const Branch branch = b.contact_branch();
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    touch(e, branch, ends, distance(e, ends), e(r), e(restitution));
  });
}

}  // namespace sim::planar

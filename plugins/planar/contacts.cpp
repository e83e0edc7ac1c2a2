// Bodies that push one another but do not pull.
#include "plugins/elements/position_limit.h"
#include "plugins/elements/watch.h"
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

// The gap is row.value - radius. Gives 1 while they touch.
ir::Value touch(Equations& e, Branch branch, const Ends& ends, const Row& row, ir::Value radius,
                ir::Value restitution) {
  connect(e, branch, ends, row);
  const ir::Value gap = row.value - radius;
  const ir::Value size = row.size + radius;
  const ir::Value held =
      elements::write_limit_way(e, {branch, e.constant(0), 1, size, -row.bend}, gap, restitution).held;
  e.slope(branch, -(held * row.bend));
  e.holds(branch, {gap, e.constant(0), size, held});
  return held;
}

// Dry friction of what touches.
struct Rubbing {
  Param kinetic, breakaway;
};
Rubbing rubbing_of(BlockTypeBuilder& b) {
  const Rubbing r{b.real("mu_k", "Kinetic friction coefficient", "0.3").range(0, 1e30).scalar(),
                  b.real("mu_s", "Static friction coefficient", "0.3").range(0, 1e30).scalar()};
  b.require([=](const ParameterValues& v) { return v.of(r.breakaway).number() >= v.of(r.kinetic).number(); },
            "static friction is smaller than kinetic friction",
            "make mu_s at least mu_k: between the two there would be no consistent state");
  return r;
}
std::vector<PortSpec> contact_outputs() {
  return {{"N", "force that presses, N"},
          {"F", "friction on B, along its slip, N"},
          {"slip", "m/s"},
          {"sticks", "1 while it touches and does not slip"}};
}

struct Contact {
  Branch normal, along;
  ir::Value held;
};
void rub(Equations& e, const Contact& at, const Ends& ends, const Row& slip, const Rubbing& friction,
         Param sense) {
  connect(e, at.along, ends, slip);
  const ir::Value zero = e.constant(0), way = e.memory(zero), stuck = logical_not(way);
  const ir::Value presses = -e.through(at.normal), most = e(friction.breakaway) * presses;
  const ir::Value acts = ir::make(ir::Op::Abs, e.through(at.along));
  const ir::Value excess = select(stuck, acts - most, -way * e.across(at.along));
  BranchWay limits;
  limits.way = way;
  limits.limit = e(friction.breakaway);
  limits.kinetic = e(friction.kinetic);
  limits.limit_slope = -slip.bend;
  const ir::Value size = e.through_size(at.along) + e(friction.breakaway) * e.through_size(at.normal);
  elements::write_way(e, at.along, limits,
                      {select(at.held, excess, e.constant(-1)), select(at.held, excess, zero),
                       select(stuck, size, e.across_size(at.along))});
  const ir::Value sticks = at.held & stuck;
  e.law(at.along, {sticks, 1.0 - sticks, zero});
  e.slope(at.along, -(sticks * slip.bend));
  e.holds(at.along, {zero, zero, slip.size, sticks});
  if (!e.flag(sense)) return;
  e.output(Out{0}, presses);
  e.output(Out{1}, -e.through(at.along));
  e.output(Out{2}, e.across(at.along));
  e.output(Out{3}, sticks);
}
Param senses_contact(BlockTypeBuilder& b) {
  const Param flag = b.flag("Sense", "Show forces and slip", false);
  b.outputs([flag](const ParameterValues& v) {
    return v.of(flag).number() != 0 ? contact_outputs() : std::vector<PortSpec>{};
  });
  return flag;
}

constexpr const char* friction_text =
    "\n\n$F = \\begin{cases} -\\mu_k N \\, \\mathrm{sign}(v) & v \\neq 0 \\\\ F, \\quad |F| \\leq \\mu_s N & "
    "v = 0 "
    "\\end{cases}$\n\nN is what presses, v the slip. It sticks exactly: there is no creep. At an impact the "
    "impulses keep within the cone of friction too: the bodies come to the speeds of a plastic impact with "
    "friction (Moreau), then they part with e times the speed of their approach. No energy is gained. Where "
    "no "
    "motion agrees with Coulomb's law, as in Painleve's paradox, the run ends with a message.";

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

void line_friction_contact(BlockTypeBuilder& b) {
  begin(b, "line_friction_contact", "Contact of Point and Line with Friction")
      .icon(IconShape::Rectangle,
            "M.1 .8 L.9 .8 M.5 .8 C.75 .8 .75 .4 .5 .4 C.25 .4 .25 .8 .5 .8 M.15 .9 L.25 .8 M.35 .9 L.45 .8 "
            "M.55 .9 L.65 .8 M.75 .9 L.85 .8");
  b.doc(
      std::string("A point B, or a circle around it, stays above a line, the x axis of A, and rubs on it.\n\n"
                  "$n' (p_B - p_A) \\geq r$\n\nn is the y axis of A.") +
      friction_text);
  b.keywords({"contact", "impact", "bounce", "floor", "friction", "Coulomb", "rolling", "wheel", "planar"});
  const Param r = b.real("r", "Radius of the circle", "0").unit("m").range(0, 1e30).scalar();
  const Param restitution = restitution_of(b);
  const Rubbing friction = rubbing_of(b);
  const Param sense = senses_contact(b);
  const Ports p = two_frames(b);
  const Branch branch = b.contact_branch(), along = b.contact_friction_branch(branch);
  b.scene([=](const ParameterValues& v) {
    return SceneShape{SceneKind::Ball, {p.a, p.b}, {v.of(r).number()}};
  });
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const ir::Value held =
        touch(e, branch, ends, along_turning(e, ends, turned(axis(ends.from.angle))), e(r), e(restitution));
    rub(e, {branch, along, held}, ends, slip_on_line(e, ends, e(r)), friction, sense);
  });
}

void circle_friction_contact(BlockTypeBuilder& b) {
  begin(b, "circle_friction_contact", "Contact of Circles with Friction")
      .icon(
          IconShape::Rectangle,
          "M.05 .5 C.05 .2 .5 .2 .5 .5 C.5 .8 .05 .8 .05 .5 M.5 .5 C.5 .2 .95 .2 .95 .5 C.95 .8 .5 .8 .5 .5 "
          "M.5 .2 L.5 .8");
  b.doc(std::string(
            "Circles around A and B stay outside of one another and rub on one another.\n\n$|p_B - p_A| "
            "\\geq r_A + r_B$") +
        friction_text);
  b.keywords(
      {"contact", "impact", "bounce", "ball", "friction", "Coulomb", "rolling", "friction wheel", "planar"});
  const Param ra = b.real("rA", "Radius of the circle at A", "0.05").unit("m").range(0, 1e30).scalar();
  const Param rb = b.real("rB", "Radius of the circle at B", "0.05").unit("m").range(0, 1e30).scalar();
  b.require([=](const ParameterValues& v) { return v.of(ra).number() + v.of(rb).number() > 0; },
            "two points cannot touch", "give one of them a radius");
  const Param restitution = restitution_of(b);
  const Rubbing friction = rubbing_of(b);
  const Param sense = senses_contact(b);
  const Ports p = two_frames(b);
  const Branch branch = b.contact_branch(), along = b.contact_friction_branch(branch);
  b.equations([=](Equations& e) {
    const Ends ends = p.ends(e);
    const ir::Value held = touch(e, branch, ends, distance(e, ends), e(ra) + e(rb), e(restitution));
    rub(e, {branch, along, held}, ends, slip_of_circles(e, ends, e(ra), e(rb)), friction, sense);
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

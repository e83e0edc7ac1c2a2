// Transmissions whose ratio, and inertia that itself, follows a position.
#include <cmath>
#include <numbers>

#include "plugins/driveline/blocks.h"
#include "plugins/driveline/periodic_spline.h"
#include "plugins/driveline/varying_ratio.h"
#include "sim_core/block/builder.h"

namespace sim::driveline {

namespace {

BlockTypeBuilder& begin_linkage(BlockTypeBuilder& b, const char* name, const char* label, const char* icon) {
  b.id(std::string("driveline/") + name).label(label).category("Driveline/Linkages").size(60, 60);
  return b.icon(IconShape::Rectangle, icon);
}
constexpr const char* position_text =
    "\n\nThe angle is a state. Velocities are kept to the ratio behind each step, unless the setting "
    "Projection is off.";

VaryingRatio declare_ratio(BlockTypeBuilder& b, Terminal from, Terminal to, Param start) {
  return {from, to, b.holding_branch(), b.branch(), b.state("phi", start)};
}
Param start_angle(BlockTypeBuilder& b, const char* label) {
  return b.real("phi0", label, "0").unit("rad").scalar();
}

}  // namespace

void slider_crank(BlockTypeBuilder& b) {
  begin_linkage(b, "slider_crank", "Slider and Crank",
                "M.25 .6 L.4 .25 M.4 .25 L.8 .6 M.7 .5 L.92 .5 L.92 .7 L.7 .7 Z M.55 .75 L1 .75");
  b.doc(
      std::string(
          "A crank that moves a slider by a connecting rod, all without mass.\n\n"
          "$x = r \\cos \\varphi + \\sqrt{l^2 - (r \\sin \\varphi - e)^2}, \\quad v_P = "
          "\\frac{dx}{d\\varphi} "
          "\\omega_A$\n\n"
          "At an angle of 0 and without an offset e the slider is at its outer dead center. What crank, rod "
          "and slider weigh are components at A and P; the rod's mass may be shared between both.") +
      position_text);
  b.keywords({"piston", "engine", "connecting rod", "reciprocating", "press", "compressor", "dead center"});
  const Param r = b.real("r", "Crank radius", "0.05").unit("m").range(1e-30, 1e30).scalar();
  const Param l = b.real("l", "Length of the rod", "0.15").unit("m").range(1e-30, 1e30).scalar();
  const Param offset = b.real("e", "Offset of the slider's line", "0").unit("m").scalar();
  const Param start = start_angle(b, "Initial angle of the crank");
  b.require(
      [=](const ParameterValues& v) {
        return v.of(l).number() > v.of(r).number() + std::abs(v.of(offset).number());
      },
      "the crank cannot turn: the rod is too short", "make l longer than r + |e|");
  const Out angle = b.output("phi", "angle of the crank, rad"),
            place = b.output("x", "place of the slider, m");
  const Terminal axle = b.terminal("A", Domain::Rotational, PortSide::Left, "crank"),
                 slider = b.terminal("P", Domain::Translational, PortSide::Right, "slider");
  const VaryingRatio ratio = declare_ratio(b, axle, slider, start);
  b.equations([=](Equations& e) {
    const ir::Value phi = e.before(ratio.x), sine = e(r) * ir::sin(phi), cosine = e(r) * ir::cos(phi);
    // h = r sin - e is how far the rod leans, w = sqrt(l^2 - h^2) how far it reaches: w' = -h h'/w.
    const ir::Value h = sine - e(offset), w = ir::sqrt(ir::square(e(l)) - ir::square(h));
    const ir::Value dw = -(h * cosine / w);
    const ir::Value bend = (h * sine - ir::square(cosine) - ir::square(dw)) / w - cosine;
    write_ratio(e, ratio, dw - sine, bend, e(r));
    e.output(angle, phi);
    e.output(place, cosine + w);
  });
}

void universal_joint(BlockTypeBuilder& b) {
  begin_linkage(b, "universal_joint", "Universal Joint",
                "M0 .7 L.4 .7 M.6 .6 L1 .3 M.4 .5 L.4 .9 M.55 .45 L.7 .75 M.4 .5 L.7 .75 M.4 .9 L.55 .45");
  b.doc(
      std::string(
          "Joins two shafts that meet at an angle.\n\n"
          "$\\tan \\psi = \\frac{\\tan \\varphi}{\\cos \\beta}, \\quad \\omega_F = \\frac{\\cos \\beta}{1 - "
          "\\sin^2 \\beta \\cos^2 \\varphi} \\omega_B$\n\n"
          "$\\varphi$ is the angle of B, $\\psi$ that of F; at 0 F turns fastest. Two joints with shafts "
          "at equal angles, the second one turned by a right angle, turn evenly again.") +
      position_text);
  b.keywords({"Cardan", "Hooke", "propeller shaft", "U-joint", "constant velocity"});
  const Param beta = b.real("beta", "Angle between the shafts", "pi/6").unit("rad").scalar();
  const Param start = start_angle(b, "Initial angle of B");
  b.require(
      [=](const ParameterValues& v) {
        return std::abs(v.of(beta).number()) < std::numbers::pi / 2 * (1 - 1e-9);
      },
      "shafts at a right angle cannot drive one another", "choose an angle between -pi/2 and pi/2");
  const Out angle = b.output("phi", "angle of B, rad");
  const Terminal base = b.terminal("B", Domain::Rotational, PortSide::Left, "base shaft"),
                 follower = b.terminal("F", Domain::Rotational, PortSide::Right, "follower shaft");
  const VaryingRatio ratio = declare_ratio(b, base, follower, start);
  b.equations([=](Equations& e) {
    const ir::Value phi = e.before(ratio.x), sine = ir::sin(phi), cosine = ir::cos(phi);
    const ir::Value lean = ir::cos(e(beta)), across = ir::square(ir::sin(e(beta)));
    // cos(beta)^2 cos(phi)^2 + sin(phi)^2, which stays above 0.
    const ir::Value below = ir::square(lean * cosine) + ir::square(sine);
    write_ratio(e, ratio, lean / below, -(lean * across * sine * cosine * 2.0 / ir::square(below)), lean);
    e.output(angle, phi);
  });
}

void cam_follower(BlockTypeBuilder& b) {
  begin_linkage(b, "cam_follower", "Cam and Follower",
                "M.5 .45 C.8 .45 .8 .9 .5 .9 C.25 .9 .3 .45 .5 .45 M.5 .45 L.5 .1 M.35 .3 L.65 .3");
  b.doc(std::string(
            "A cam that moves a follower in a groove, so that it cannot lift off.\n\n"
            "$s = s(\\varphi), \\quad v_P = \\frac{ds}{d\\varphi} \\omega_A$\n\n"
            "The lift is given by a table over one turn: the periodic cubic spline through its points, whose "
            "second derivative is continuous.") +
        position_text);
  b.keywords({"valve", "camshaft", "lift", "tappet", "table", "indexing"});
  const Param angles =
      b.real("Angles", "Angles", "[0 pi/2 pi 3*pi/2]")
          .unit("rad")
          .doc("They rise, over less than one turn; the first one comes again a turn later.");
  const Param lifts = b.real("Lifts", "Lifts", "[0 0.005 0.01 0.005]").unit("m");
  const Param start = start_angle(b, "Initial angle of the cam");
  require_turn(b, angles, lifts);
  b.shapes([](const ParameterValues&, Shapes& s) {
    s.states.assign(s.states.size(), scalar_shape);
    s.outputs.assign(s.outputs.size(), scalar_shape);
  });
  const Out angle = b.output("phi", "angle of the cam, rad"), lift = b.output("s", "lift, m");
  const Terminal axle = b.terminal("A", Domain::Rotational, PortSide::Left, "cam"),
                 follower = b.terminal("P", Domain::Translational, PortSide::Right, "follower");
  const VaryingRatio ratio = declare_ratio(b, axle, follower, start);
  b.equations([=](Equations& e) {
    const PeriodicSpline spline(e.value(angles).numbers, e.value(lifts).numbers);
    const ir::Value phi = e.before(ratio.x);
    const PeriodicSpline::Values at = spline.write(e, phi);
    write_ratio(e, ratio, at.slope, at.bend, e.constant(spline.steepest()));
    e.output(angle, phi);
    e.output(lift, at.value);
  });
}

void variable_inertia_arm(BlockTypeBuilder& b) {
  begin_linkage(b, "variable_inertia_arm", "Arm with Sliding Mass",
                "M.15 .8 L.85 .3 M.5 .45 L.6 .4 L.66 .5 L.56 .56 Z");
  b.doc(
      "A mass on an arm that turns, at a distance that changes: its moment of inertia follows.\n\n"
      "$L = (J + m r^2) \\omega_A, \\quad \\dot{L} = \\sum T, \\quad m \\dot{v}_P = \\sum F + m r "
      "\\omega_A^2, "
      "\\quad \\dot{r} = v_P$\n\n"
      "The angular momentum L about the axle, the distance r and its velocity are states. What moves the "
      "mass "
      "along the arm acts at P, and the case of that is the reference: it sits on the arm.");
  b.keywords({"centrifugal", "governor", "skater", "inertia", "flyweight", "robot"});
  const Param j = b.real("J", "Inertia of the arm", "1").unit("kg*m^2").range(1e-30, 1e30).scalar();
  const Param m = b.real("m", "Sliding mass", "1").unit("kg").range(1e-30, 1e30).scalar();
  const Param r0 = b.real("r0", "Initial distance", "0.5").unit("m").scalar();
  const Param w0 = b.real("w0", "Initial angular velocity", "0").unit("rad/s").scalar();
  const Param v0 = b.real("v0", "Initial velocity along the arm", "0").unit("m/s").scalar();
  const Out distance = b.output("r", "distance from the axle, m");
  const State momentum = b.state("L", w0), speed = b.state("v", v0), place = b.state("r", r0);
  const Terminal axle = b.terminal("A", Domain::Rotational, PortSide::Left, "arm"),
                 slider = b.terminal("P", Domain::Translational, PortSide::Right, "mass");
  const Branch turns = b.stores_across(momentum), slides = b.stores_across(speed),
               outwards = b.potential_branch();
  b.equations([=](Equations& e) {
    const ir::Value r = e.before(place), one = e.constant(1), zero = e.constant(0);
    const ir::Value inertia = e(j) + e(m) * ir::square(r), w = e.before(momentum) / inertia;
    e.initial(momentum, e(w0) * (e(j) + e(m) * ir::square(e(r0))));
    e.branch(turns, {{axle, one}});
    e.stores(turns, momentum, inertia, 1.0 / inertia);
    e.branch(slides, {{slider, one}});
    e.stores(slides, speed, e(m));
    e.branch(outwards, {{slider, one}});
    const ir::Value force = e(m) * r * ir::square(w);
    e.law(outwards, {zero, one, -force});
    e.slope(turns, -(e(m) * r * w * 2.0 / inertia * e.across(slides)));
    e.integrates(place, slides);
    e.output(distance, r);
  });
}

}  // namespace sim::driveline

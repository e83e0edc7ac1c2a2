// Windings, reluctances, gaps and magnets.
#include "plugins/magnetic/blocks.h"
#include "plugins/magnetic/two_port.h"

namespace sim::magnetic {

namespace {

Param area_of(BlockTypeBuilder& b) {
  return b.real("A", "Cross section", "1e-4").unit("m^2").range(1e-30, 1e30).scalar();
}
Param permeability_of(BlockTypeBuilder& b, const char* text) {
  return b.real("mu_r", "Relative permeability", text).range(1e-30, 1e30).scalar();
}
Param initial_flux(BlockTypeBuilder& b) {
  return b.real("phi0", "Initial flux", "0")
      .unit("Wb")
      .scalar()
      .doc(
          "At the start fluxes take the values nearest in energy to these that the magnetic circuit allows.");
}
Out shown_flux(BlockTypeBuilder& b) { return b.output("phi", "flux from A to B, Wb"); }

}  // namespace

void winding(BlockTypeBuilder& b) {
  begin(b, "winding", "Winding").size(60, 60);
  b.icon(
      IconShape::Rectangle,
      "M0 .2 L.35 .2 C.6 .2 .6 .35 .35 .35 C.6 .35 .6 .5 .35 .5 C.6 .5 .6 .65 .35 .65 C.6 .65 .6 .8 .35 .8 "
      "L0 .8 M.75 .1 L.75 .9",
      "");
  b.doc(
      "A winding around a core, without resistance and without stray flux.\n\n"
      "$v = N \\dot{\\Phi}, \\quad F = N i$\n\n"
      "A current into + drives flux out of A, through the circuit, and into B.");
  b.keywords({"coil", "turns", "solenoid", "electromagnet", "transformer", "electromagnetic converter"});
  Param n = b.real("N", "Number of turns", "100").scalar();
  b.require([=](const ParameterValues& v) { return v.of(n).number() != 0; }, "the winding has no turns",
            "give it another number than 0");
  const Terminal plus = b.terminal("+", Domain::Electrical, PortSide::Left, "positive pole");
  const Terminal minus = b.terminal("-", Domain::Electrical, PortSide::Left, "negative pole");
  const Terminal from = b.terminal("A", Domain::Magnetic, PortSide::Right, "where the flux leaves");
  const Terminal to = b.terminal("B", Domain::Magnetic, PortSide::Right, "where it comes back");
  const auto [electrical, magnetic] = b.gyrator();
  b.equations([=, e1 = electrical, m = magnetic](Equations& e) {
    const ir::Value one = e.constant(1);
    e.branch(e1, {{plus, one}, {minus, -one}});
    e.branch(m, {{to, one}, {from, -one}});
    // through(electrical) = F_A - F_B over N; the flux that goes from B to A inside grows by v / N.
    e.gyrates(e1, m, 1.0 / e(n));
  });
}

void reluctance(BlockTypeBuilder& b) {
  begin(b, "reluctance", "Reluctance")
      .icon(IconShape::Rectangle, "M0 .5 L.2 .5 M.2 .3 L.8 .3 L.8 .7 L.2 .7 Z M.8 .5 L1 .5");
  b.doc(
      "A piece of a core, or a gap that stays as wide as it is.\n\n"
      "$F = R \\Phi, \\quad R = \\frac{l}{\\mu_0 \\mu_r A}$\n\n"
      "Its flux is a state. It does not saturate: where a switch joins or parts windings fluxes take the "
      "values "
      "nearest in energy, which are exact for an energy that is a quadratic form.");
  b.keywords({"core", "iron", "magnetic path", "permeance", "flux"});
  Param l = b.real("l", "Length", "0.1").unit("m").range(1e-30, 1e30).scalar();
  Param area = area_of(b), mu = permeability_of(b, "1000"), initial = initial_flux(b);
  Out shown = shown_flux(b);
  State flux = b.state("phi", initial);
  const TwoPort p = two_ports(b, b.stores_across(flux));
  b.equations([=](Equations& e) {
    store_flux(e, p, flux, e(l) / (e(mu) * e(area) * vacuum_permeability));
    e.output(shown, e.before(flux));
  });
}

void air_gap(BlockTypeBuilder& b) {
  begin(b, "air_gap", "Air Gap with Force").size(60, 60);
  b.icon(IconShape::Rectangle, "M0 .35 L.4 .35 M.4 .15 L.4 .55 M.6 .15 L.6 .55 M.6 .35 L1 .35 M.5 .6 L.5 .9");
  b.doc(
      "A gap in a core whose width changes, and the force that pulls it together.\n\n"
      "$F = \\frac{g}{\\mu_0 A} \\Phi, \\quad f = \\frac{\\Phi^2}{2 \\mu_0 A}, \\quad g = g_0 + x_R - "
      "x_C$\n\n"
      "The force f pulls R toward C. Where the gap would close the run ends: limit it by a hard stop.");
  b.keywords(
      {"electromagnet", "solenoid", "relay", "armature", "variable reluctance", "actuator", "levitation"});
  Param g0 = b.real("g0", "Initial width", "1e-3").unit("m").range(1e-30, 1e30).scalar();
  Param area = area_of(b), initial = initial_flux(b);
  Out shown = shown_flux(b), gap = b.output("g", "width, m"), force = b.output("f", "force, N");
  State flux = b.state("phi", initial), width = b.state("g", g0);
  const TwoPort p = two_ports(b, b.stores_across(flux));
  const Terminal r = b.terminal("R", Domain::Translational, PortSide::Right, "what moves");
  const Terminal c = b.terminal("C", Domain::Translational, PortSide::Left, "case");
  const Branch pull = b.potential_branch();
  b.equations([=](Equations& e) {
    const ir::Value of_width = 1.0 / (e(area) * vacuum_permeability), x = e.before(width),
                    phi = e.before(flux);
    store_flux(e, p, flux, x * of_width);
    e.branch(pull, {{r, e.constant(1)}, {c, e.constant(-1)}});
    e.slope(p.branch, phi * of_width * e.across(pull));
    const ir::Value pulls = ir::square(phi) * of_width * 0.5;
    e.law(pull, {e.constant(0), e.constant(1), pulls});
    e.integrates(width, pull);
    e.check(x <= e.constant(0), CheckAction::Error, "its gap has closed: limit it by a hard stop");
    e.output(shown, phi);
    e.output(gap, x);
    e.output(force, pulls);
  });
}

void permanent_magnet(BlockTypeBuilder& b) {
  begin(b, "permanent_magnet", "Permanent Magnet").icon(IconShape::Rectangle, "M.5 0 L.5 1", "S   N");
  b.doc(
      "A magnet with a straight demagnetization curve; B is its north pole.\n\n"
      "$F_A - F_B = R (\\Phi - B_r A), \\quad R = \\frac{l}{\\mu_0 \\mu_r A}$\n\n"
      "Closed by a core without reluctance it drives the flux $B_r A$ out of B.");
  b.keywords({"remanence", "coercivity", "neodymium", "ferrite"});
  Param remanence = b.real("Br", "Remanence", "1.2").unit("T").scalar();
  Param l = b.real("l", "Length", "5e-3").unit("m").range(1e-30, 1e30).scalar();
  Param area = area_of(b), mu = permeability_of(b, "1.05");
  Param initial = initial_flux(b);
  Out shown = shown_flux(b);
  State flux = b.state("dphi", initial);
  const TwoPort p = two_ports(b, b.stores_across(flux));
  b.equations([=](Equations& e) {
    store_flux(e, p, flux, e(l) / (e(mu) * e(area) * vacuum_permeability));
    const ir::Value remains = e(remanence) * e(area);
    e.initial(flux, e(initial) - remains);
    e.output(shown, e.before(flux) + remains);
  });
}

}  // namespace sim::magnetic

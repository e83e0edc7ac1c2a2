// Cylinders: gyrators between pressures and a rod, chambers whose liquid is compressed, and ends of the
// stroke.
#include <tuple>

#include "plugins/elements/position_limit.h"
#include "plugins/hydraulic/blocks.h"
#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

namespace {

// One side of the piston. side: 1 where pressure drives the rod out, -1 where it drives it in.
struct Chamber {
  Terminal port;
  Param area, dead, initial;
  State pressure;
  Branch store, flow, rod;
  double side;
};
struct Cylinder {
  TwoPort low;
  Branch high;
  Param stroke, start, beta;
  State position;
  Out shown;
};

Chamber add_chamber(BlockTypeBuilder& b, const std::string& name, const char* area, double side) {
  Chamber chamber;
  chamber.side = side;
  chamber.area = b.real("A" + name, "Piston area " + name, area).unit("m^2").range(1e-30, 1e30).scalar();
  chamber.dead = b.real("V" + name, "Dead volume " + name, "1e-5").unit("m^3").range(1e-30, 1e30).scalar();
  chamber.initial = b.real("p" + name, "Initial pressure " + name, "0").unit("Pa").scalar();
  chamber.pressure = b.state("p" + name, chamber.initial);
  chamber.store = b.stores_across(chamber.pressure);
  std::tie(chamber.rod, chamber.flow) = b.gyrator();
  chamber.port = port(b, name.c_str(), PortSide::Left, side > 0 ? "drives the rod out" : "drives the rod in");
  return chamber;
}

Cylinder add_rod(BlockTypeBuilder& b) {
  Cylinder c;
  c.stroke = b.real("S", "Stroke", "0.1").unit("m").range(1e-30, 1e30).scalar();
  c.start = b.real("x0", "Initial position", "0").unit("m").range(0, 1e30).scalar();
  c.beta = bulk_modulus_of(b);
  b.require([=](const ParameterValues& v) { return v.of(c.start).number() <= v.of(c.stroke).number(); },
            "the rod begins beyond its stroke", "lower its initial position");
  c.position = b.state("x", c.start);
  c.shown = b.output("x", "position of the rod, m");
  c.low = {b.terminal("R", Domain::Translational, PortSide::Right, "rod"),
           b.terminal("C", Domain::Translational, PortSide::Right, "case"), b.stop_branch()};
  c.high = b.stop_branch();
  return c;
}

// What a volume of 1 of liquid stores that was compressed from p = 0 at a constant bulk modulus, so that its
// density is rho exp(p/beta): beta (exp(u) - 1 - u), u = p/beta. As u is small, it is u^2/2 times a series.
ir::Value energy_density(ir::Value p, ir::Value beta) {
  constexpr double small = 0.1;  // what the series leaves out is below rounding there
  const ir::Value u = p / beta, one = u.graph->constant(1);
  ir::Value series = one;
  for (int k = 11; k > 2; --k) series = one + u * series * (1.0 / k);
  const ir::Value is_small = ir::make(ir::Op::Abs, u) < u.graph->constant(small);
  return beta * select(is_small, ir::square(u) * series * 0.5, ir::make(ir::Op::Expm1, u) - u);
}

void write_chamber(Equations& e, const Chamber& chamber, const Cylinder& c) {
  const ir::Value x = e(c.position), zero = e.constant(0);
  const ir::Value inside = ir::make(ir::Op::Min, ir::make(ir::Op::Max, x, zero), e(c.stroke));
  const ir::Value length = chamber.side > 0 ? inside : e(c.stroke) - inside;
  const ir::Value volume = e(chamber.dead) + e(chamber.area) * length;
  const ir::Value density = energy_density(e(chamber.pressure), e(c.beta));
  e.branch(chamber.store, {{chamber.port, e.constant(1)}});
  e.stored(chamber.store, volume * density);
  e.stores(chamber.store, chamber.pressure, volume / e(c.beta));
  e.branch(chamber.flow, {{chamber.port, e.constant(1)}});
  connect(e, TwoPort{c.low.from, c.low.to, chamber.rod});
  e.gyrates(chamber.rod, chamber.flow, e(chamber.area) * chamber.side);
  // Liquid is compressed already where it comes in. Networks count p q at a port; it brings this besides.
  if (e.balances_energy()) {
    const ir::Value swept = e(chamber.area) * e.across(c.low.branch) * chamber.side;
    e.energy({EnergyKind::Supplied, Domain::Hydraulic, density * (e.through(chamber.store) + swept)});
  }
  check_vacuum(e, e(chamber.pressure));
}

void write_rod(Equations& e, const Cylinder& c) {
  connect(e, c.low);
  e.branch(c.high, {{c.low.from, e.constant(-1)}, {c.low.to, e.constant(1)}});
  const ir::Value none = e.constant(0);
  elements::write_stroke(e, c.position, {c.low.branch, none, 1}, {c.high, e(c.stroke), -1}, none);
  e.output(c.shown, e(c.position));
}

const char* const rest_of_doc =
    "v is the velocity of the rod R against the case C, and x its way. In each chamber liquid is compressed: "
    "its pressure is a state, and what is stored is $V(x) \\beta (e^{p/\\beta} - 1 - p/\\beta)$, nearly "
    "$\\frac{1}{2} \\frac{V(x)}{\\beta} p^2$. At both ends of the stroke the rod is held, at once and at "
    "the least loss of energy, until it is driven back. Friction and mass of the rod are components of their "
    "own.";

}  // namespace

void single_acting_cylinder(BlockTypeBuilder& b) {
  begin(b, "single_acting_cylinder", "Single-Acting Cylinder", machines_category).size(80, 50);
  b.icon(IconShape::Rectangle, "M0 .2 L.8 .2 M0 .8 L.8 .8 M.4 .2 L.4 .8 M.4 .5 L1 .5");
  b.doc(std::string(
            "A piston that liquid drives out.\n\n"
            "$F = A p, \\quad \\frac{V + A x}{\\beta} \\dot{p} = q - A v, \\quad 0 \\leq x \\leq S$\n\n") +
        rest_of_doc);
  b.keywords({"ram", "jack", "actuator", "piston", "hard stop"});
  const Chamber a = add_chamber(b, "A", "1e-3", 1);
  const Cylinder c = add_rod(b);
  b.equations([=](Equations& e) {
    write_chamber(e, a, c);
    write_rod(e, c);
  });
}

void double_acting_cylinder(BlockTypeBuilder& b) {
  begin(b, "double_acting_cylinder", "Double-Acting Cylinder", machines_category).size(80, 60);
  b.icon(IconShape::Rectangle, "M0 .2 L.8 .2 L.8 .42 M0 .8 L.8 .8 L.8 .58 M.35 .2 L.35 .8 M.35 .5 L1 .5");
  b.doc(std::string(
            "A piston that liquid drives out from side A and in from side B.\n\n"
            "$F = A_A p_A - A_B p_B, \\quad \\frac{V_A + A_A x}{\\beta} \\dot{p}_A = q_A - A_A v, \\quad "
            "\\frac{V_B + A_B (S - x)}{\\beta} \\dot{p}_B = q_B + A_B v$\n\n") +
        rest_of_doc);
  b.keywords({"actuator", "piston", "differential cylinder", "hard stop"});
  const Chamber a = add_chamber(b, "A", "1e-3", 1), other = add_chamber(b, "B", "5e-4", -1);
  const Cylinder c = add_rod(b);
  b.equations([=](Equations& e) {
    write_chamber(e, a, c);
    write_chamber(e, other, c);
    write_rod(e, c);
  });
}

}  // namespace sim::hydraulic

// Volume, fluid inertia, resistance, pipe, tank, accumulator.
#include "plugins/hydraulic/blocks.h"
#include "plugins/hydraulic/friction.h"
#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

void volume(BlockTypeBuilder& b) {
  begin(b, "volume", "Constant Volume").icon(IconShape::Circle, "", "V");
  b.doc(
      "A rigid vessel full of liquid that can be compressed.\n\n"
      "$V \\left( \\frac{1}{\\beta} + \\frac{\\alpha p_0}{(p + p_0)^2} \\right) \\dot{p} = \\sum q$\n\n"
      "The sum is that of the flows into A; p_0 is the atmosphere, 101325 Pa. Alpha is the share of air that "
      "the liquid carries at p = 0; it is compressed at constant temperature. The pressure is a state. "
      "Without "
      "air, what is stored is $\\frac{1}{2} \\frac{V}{\\beta} p^2$; with air, that of the compressibility at "
      "this "
      "pressure is what statistics tell.");
  b.keywords({"chamber", "compliance", "capacity", "entrained air", "bulk modulus"});
  Param v = b.real("V", "Volume", "1e-3").unit("m^3").range(1e-30, 1e30).scalar();
  Param beta = bulk_modulus_of(b);
  Param alpha = b.real("alpha", "Share of air at the atmosphere", "0").range(0, 1).scalar();
  Param initial = b.real("p0", "Initial pressure", "0").unit("Pa").scalar();
  State p = b.state("p", initial);
  const Branch branch = b.stores_across(p);
  const Terminal a = port(b, "A", PortSide::Left, "the vessel");
  b.equations([=](Equations& e) {
    e.branch(branch, {{a, e.constant(1)}});
    const ir::Value air = e(alpha) * atmosphere / ir::square(e(p) + atmosphere);
    const ir::Value share = e(p) / (e(p) + atmosphere);
    e.stored(branch,
             e(v) * (ir::square(e(p)) / (e(beta) * 2.0) +
                     e(alpha) * atmosphere * (ir::log((e(p) + atmosphere) * (1 / atmosphere)) - share)));
    e.stores(branch, p, e(v) * (1.0 / e(beta) + air));
    check_vacuum(e, e(p));
  });
}

void fluid_inertia(BlockTypeBuilder& b) {
  begin(b, "inertia", "Fluid Inertia")
      .icon(IconShape::Rectangle, "M0 .5 L1 .5 M.1 .25 L.9 .25 L.9 .75 L.1 .75 Z");
  b.doc(
      "Liquid in a pipe that has to be accelerated.\n\n"
      "$p_A - p_B = \\frac{\\rho l}{A} \\dot{q}$\n\n"
      "The flow is a state. What is stored is $\\frac{1}{2} \\frac{\\rho l}{A} q^2$.");
  b.keywords({"inertance", "water hammer"});
  Param l = b.real("l", "Length", "1").unit("m").range(1e-30, 1e30).scalar();
  Param area = b.real("A", "Cross section", "1e-4").unit("m^2").range(1e-30, 1e30).scalar();
  Param rho = density_of(b);
  Param initial = b.real("q0", "Initial flow", "0").unit("m^3/s").scalar();
  State q = b.state("q", initial);
  const TwoPort p = two_ports(b, b.stores_through(q));
  b.equations([=](Equations& e) {
    connect(e, p);
    e.stores(p.branch, q, e(rho) * e(l) / e(area));
  });
}

void resistance(BlockTypeBuilder& b) {
  begin(b, "resistance", "Linear Hydraulic Resistance")
      .icon(IconShape::Rectangle, "M0 .5 L.2 .5 L.26 .25 L.38 .75 L.5 .25 L.62 .75 L.74 .25 L.8 .5 L1 .5");
  b.doc(
      "Laminar flow through a gap or a capillary.\n\n"
      "$p_A - p_B = R q$\n\n"
      "A resistance of 0 is an open connection.");
  b.keywords({"laminar", "leakage", "capillary", "Hagen-Poiseuille"});
  Param r = b.real("R", "Resistance", "1e9").unit("Pa*s/m^3").range(0, 1e30).scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(1), -e(r), e.constant(0)});
  });
}

void pipe(BlockTypeBuilder& b) {
  begin(b, "pipe", "Pipe")
      .icon(IconShape::Rectangle, "M0 .3 L1 .3 M0 .7 L1 .7 M.3 .5 L.7 .5 M.6 .4 L.7 .5 L.6 .6");
  b.doc(
      "A straight round pipe as one piece: friction and inertia between A and B, and the compressibility of "
      "what is in it at B.\n\n"
      "$p_A - p_B = \\frac{\\rho l}{A} \\dot{q} + R(q) q, \\quad \\frac{A l}{\\beta} \\dot{p}_B = q + "
      "q_B$\n\n"
      "q enters at A, q_B at B. Up to a Reynolds number of 2000 the friction is that of Hagen and "
      "Poiseuille, $R = 128 \\rho \\nu l / (\\pi D^4)$. From 4000 on it is $R = f \\rho l |q| / (2 D A^2)$ "
      "with "
      "the friction factor of Haaland, $f^{-1/2} = -1.8 \\log_{10}(6.9/Re + (r/(3.7 D))^{1.11})$. Between, "
      "one passes smoothly into the other. Several in a row are a line with waves.");
  b.keywords({"line", "hose", "water hammer", "friction", "Haaland", "Reynolds", "laminar", "turbulent"});
  Param l = b.real("l", "Length", "1").unit("m").range(1e-30, 1e30).scalar();
  Param d = b.real("D", "Inner diameter", "0.01").unit("m").range(1e-30, 1e30).scalar();
  Param rough = b.real("r", "Roughness", "1.5e-6").unit("m").range(0, 1e30).scalar();
  Param rho = density_of(b), beta = bulk_modulus_of(b);
  Param nu = b.real("nu", "Kinematic viscosity", "18e-6").unit("m^2/s").range(1e-30, 1e30).scalar();
  Param flow = b.real("q0", "Initial flow", "0").unit("m^3/s").scalar();
  Param pressure = b.real("p0", "Initial pressure", "0").unit("Pa").scalar();
  State q = b.state("q", flow), p = b.state("p", pressure);
  const TwoPort ports = two_ports(b, b.stores_behind_drop(q));
  const Branch at_b = b.stores_across(p);
  b.equations([=](Equations& e) {
    const ir::Value area = ir::square(e(d)) * pi_quarter;
    connect(e, ports);
    e.drop(ports.branch, pipe_friction(e(q), {e(l), e(d), e(rough), e(rho), e(nu)}));
    e.stores(ports.branch, q, e(rho) * e(l) / area);
    e.branch(at_b, {{ports.to, e.constant(1)}});
    e.stores(at_b, p, area * e(l) / e(beta));
    check_vacuum(e, e(p));
  });
}

void tank(BlockTypeBuilder& b) {
  begin(b, "tank", "Tank").icon(IconShape::Rectangle, "M.15 .15 L.15 .85 L.85 .85 L.85 .15 M.15 .4 L.85 .4");
  b.doc(
      "An open tank with vertical walls. Its port is at the bottom.\n\n"
      "$p = \\rho g h, \\quad A \\dot{h} = \\sum q$\n\n"
      "The pressure at the bottom is a state; $g = 9.80665$ m/s^2. What is stored is the height of the "
      "liquid, "
      "$\\frac{1}{2} \\frac{A}{\\rho g} p^2$. A run ends where the tank is empty or would overflow.");
  b.keywords({"reservoir", "level", "vessel"});
  Param area = b.real("A", "Area", "1").unit("m^2").range(1e-30, 1e30).scalar();
  Param height = b.real("H", "Height", "1").unit("m").range(1e-30, 1e30).scalar();
  Param rho = density_of(b);
  Param initial = b.real("h0", "Initial level", "0.5").unit("m").range(0, 1e30).scalar();
  State h = b.state("h", initial);
  Out level = b.output("h", "level, m");
  const Branch branch = b.stores_across(h);
  const Terminal bottom = port(b, "A", PortSide::Left, "at the bottom");
  b.equations([=](Equations& e) {
    const ir::Value gain = e(rho) * 9.80665;
    e.branch(branch, {{bottom, e.constant(1)}});
    e.stores(branch, h, e(area) / gain, gain);
    e.output(level, e(h));
    e.check(e(h) < e.constant(0), CheckAction::Error, "the tank is empty");
    e.check(e(h) > e(height), CheckAction::Error, "the tank overflows");
  });
}

void accumulator(BlockTypeBuilder& b) {
  begin(b, "accumulator", "Gas Accumulator").icon(IconShape::Circle, "M.1 .5 L.9 .5", "");
  b.doc(
      "A vessel of gas behind a membrane, which liquid compresses.\n\n"
      "$V_L = V_0 \\left( 1 - \\left( \\frac{p_c + p_a}{p + p_a} \\right)^{1/n} \\right), \\quad \\dot{V}_L "
      "= q$\n\n"
      "p_c is the pressure of the gas without liquid, p_a the atmosphere, 101325 Pa. Below p_c the vessel is "
      "empty, "
      "and what is left at its port takes up C_e dp/dt. The pressure is a state. Where laws switch, the "
      "liquid "
      "that is in it is kept as far as its compressibility at that pressure tells.");
  b.keywords({"gas-charged", "bladder", "membrane", "nitrogen", "storage"});
  Param volume = b.real("V0", "Volume", "1e-3").unit("m^3").range(1e-30, 1e30).scalar();
  Param charge = b.real("pc", "Pressure without liquid", "5e6").unit("Pa").range(0, 1e30).scalar();
  Param n = b.real("n", "Polytropic exponent", "1.4")
                .range(1, 10)
                .scalar()
                .doc("1: slow, at constant temperature.");
  Param empty = b.real("Ce", "Compliance when empty", "1e-12").unit("m^3/Pa").range(1e-30, 1e30).scalar();
  Param initial = b.real("p0", "Initial pressure", "5e6").unit("Pa").scalar();
  State p = b.state("p", initial);
  Out liquid = b.output("V", "volume of liquid, m^3");
  const Branch branch = b.stores_across_without_energy(p);
  const Terminal a = port(b, "A", PortSide::Left, "where liquid enters");
  b.equations([=](Equations& e) {
    const ir::Value absolute = e(p) + atmosphere, one_over_n = 1.0 / e(n);
    const ir::Value filled = e.crosses_above(e(p), e(charge));
    // Below a vacuum the run ends; until that is seen, numbers stay finite.
    const ir::Value safe = ir::make(ir::Op::Max, absolute, e.constant(1));
    const ir::Value share = ir::pow((e(charge) + atmosphere) / safe, one_over_n);
    e.branch(branch, {{a, e.constant(1)}});
    // The work done on the gas, less that of the atmosphere: (P V - P_c V_0)/(n - 1) - p_a V_L.
    const ir::Value one = e.constant(1), isothermal = logical_not(e(n) > one), ratio = e(charge) + atmosphere;
    const ir::Value growth = ir::log(safe / ratio), exponent = e(n) - 1.0;
    const ir::Value work =
        select(isothermal, growth,
               (ir::exp(growth * exponent * one_over_n) - 1.0) / select(isothermal, one, exponent));
    const ir::Value stored = e(volume) * (ratio * work - (1.0 - share) * atmosphere);
    e.stored(branch, select(filled, stored, e.constant(0)) + e(empty) * ir::square(e(p)) * 0.5);
    e.stores(branch, p, select(filled, e(volume) * one_over_n * share / safe, e.constant(0)) + e(empty));
    e.output(liquid, select(filled, e(volume) * (1.0 - share), e.constant(0)));
    check_vacuum(e, e(p));
  });
}

}  // namespace sim::hydraulic

// Resistor, capacitor, inductor, transformer, averaged converter, diode, switch.
#include "plugins/electrical/blocks.h"
#include "plugins/electrical/forward_drop.h"
#include "plugins/electrical/two_pole.h"
#include "plugins/elements/losses.h"
#include "plugins/elements/one_way.h"

namespace sim::electrical {

void resistor(BlockTypeBuilder& b) {
  begin(b, "resistor", "Resistor")
      .icon(IconShape::Rectangle, "M0 .5 L.2 .5 L.26 .25 L.38 .75 L.5 .25 L.62 .75 L.74 .25 L.8 .5 L1 .5");
  b.doc(
      "A linear resistor.\n\n"
      "$v = R i$\n\n"
      "A resistance of 0 is a wire.");
  b.keywords({"ohm", "resistance"});
  Param r = b.real("R", "Resistance", "1").unit("Ohm").range(0, 1e30).scalar();
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(1), -e(r), e.constant(0)});
  });
}

void capacitor(BlockTypeBuilder& b) {
  begin(b, "capacitor", "Capacitor")
      .icon(IconShape::Rectangle, "M0 .5 L.43 .5 M.43 .15 L.43 .85 M.57 .15 L.57 .85 M.57 .5 L1 .5");
  b.doc(
      "A capacitor.\n\n"
      "$i = C \\dot{v}$\n\n"
      "Its voltage is a state. Capacitors that a switch joins share their charge at once, and none is lost.");
  b.keywords({"capacitance", "farad", "charge"});
  Param c = b.real("C", "Capacitance", "1e-6").unit("F").range(1e-30, 1e30).scalar();
  Param initial = b.real("v0", "Initial voltage", "0").unit("V").scalar();
  State v = b.state("v", initial);
  const TwoPole p = two_poles(b, b.stores_across(v));
  b.equations([=](Equations& e) {
    connect(e, p);
    e.stores(p.branch, v, e(c));
  });
}

void inductor(BlockTypeBuilder& b) {
  begin(b, "inductor", "Inductor")
      .icon(IconShape::Rectangle,
            "M0 .5 L.14 .5 C.14 .2 .32 .2 .32 .5 C.32 .2 .5 .2 .5 .5 C.5 .2 .68 .2 .68 .5 C.68 .2 .86 .2 .86 "
            ".5 L1 .5");
  b.doc(
      "An inductor.\n\n"
      "$v = L \\dot{i}$\n\n"
      "Its current is a state. Inductors that a switch puts in series share their flux at once, and none is "
      "lost.");
  b.keywords({"inductance", "coil", "henry", "flux"});
  Param l = b.real("L", "Inductance", "1e-3").unit("H").range(1e-30, 1e30).scalar();
  Param initial = b.real("i0", "Initial current", "0").unit("A").scalar();
  State i = b.state("i", initial);
  const TwoPole p = two_poles(b, b.stores_through(i));
  b.equations([=](Equations& e) {
    connect(e, p);
    e.stores(p.branch, i, e(l));
  });
}

void transformer(BlockTypeBuilder& b) {
  begin(b, "transformer", "Ideal Transformer").size(60, 60).icon(IconShape::Rectangle, "", "{n}:1");
  b.doc(
      "An ideal transformer.\n\n"
      "$v_1 = n v_2, \\quad i_2 = n i_1$\n\n"
      "It transforms constant voltages too.");
  b.keywords({"turns", "winding", "coupling"});
  Param n = b.real("n", "Turns ratio", "1").scalar();
  b.require([=](const ParameterValues& v) { return v.of(n).number() != 0; }, "a winding has no turns",
            "give the ratio another value than 0");
  const Terminal p1 = b.terminal("p1", Domain::Electrical, PortSide::Left, "primary +");
  const Terminal n1 = b.terminal("n1", Domain::Electrical, PortSide::Left, "primary -");
  const Terminal p2 = b.terminal("p2", Domain::Electrical, PortSide::Right, "secondary +");
  const Terminal n2 = b.terminal("n2", Domain::Electrical, PortSide::Right, "secondary -");
  const Branch branch = b.branch();
  b.equations([=](Equations& e) {
    e.branch(branch, {{p1, e.constant(1)}, {n1, e.constant(-1)}, {p2, -e(n)}, {n2, e(n)}});
    e.law(branch, {e.constant(1), e.constant(0), e.constant(0)});
  });
}

void averaged_converter(BlockTypeBuilder& b) {
  begin(b, "averaged_converter", "Averaged Converter").size(60, 60);
  b.icon(IconShape::Rectangle, "M0 1 L1 0 M.15 .3 L.35 .3 M.65 .7 L.85 .7");
  b.doc(
      "What a converter that switches fast does on average over its periods.\n\n"
      "$v_2 = D v_1 - R i_2, \\quad i_1 = D i_2$\n\n"
      "D is the input: the part of each period in which a chopper passes the voltage on, or below 0 where a "
      "bridge turns it round. Power goes either way, and none is lost but R i_2^2. i_1 flows in at p1, i_2 "
      "out at p2. With three of them at one battery and a star of phases it is an averaged inverter.");
  b.keywords({"DC-DC", "chopper", "buck", "boost", "inverter", "bridge", "duty cycle", "PWM"});
  In duty = b.input("D", "duty cycle: the voltage behind, as a share of that before");
  Param r = b.real("R", "Resistance of its switches", "0").unit("Ohm").range(0, 1e30).scalar();
  const Terminal p1 = b.terminal("p1", Domain::Electrical, PortSide::Left, "supply +");
  const Terminal n1 = b.terminal("n1", Domain::Electrical, PortSide::Left, "supply -");
  const Terminal p2 = b.terminal("p2", Domain::Electrical, PortSide::Right, "load +");
  const Terminal n2 = b.terminal("n2", Domain::Electrical, PortSide::Right, "load -");
  const Branch branch = b.branch();
  // Through the branch flows what comes in at p2.
  b.equations([=](Equations& e) {
    e.branch(branch, {{p2, e.constant(1)}, {n2, e.constant(-1)}, {p1, -e(duty)}, {n1, e(duty)}});
    e.law(branch, {e.constant(1), -e(r), e.constant(0)});
  });
}

void magnetizing_transformer(BlockTypeBuilder& b) {
  begin(b, "magnetizing_transformer", "Transformer with Magnetizing Inductance").size(60, 60);
  b.icon(IconShape::Rectangle, "", "{n}:1");
  b.doc(
      "An ideal transformer with an inductance beside its primary winding: what its core stores.\n\n"
      "$v_1 = n v_2 = L_m \\dot{i}_m, \\quad i_1 = i_m + \\frac{i_2}{n}$\n\n"
      "i_1 flows in at the primary, i_2 out of the secondary. The magnetizing current i_m is a state: a "
      "constant "
      "voltage is transformed, but drives it without end. The core does not saturate: what a jump makes of "
      "its "
      "flux is exact for a constant inductance only.");
  b.keywords({"turns", "winding", "coupling", "core", "flyback"});
  Param n = b.real("n", "Turns ratio", "1").scalar();
  Param l = b.real("Lm", "Magnetizing inductance", "1").unit("H").range(1e-30, 1e30).scalar();
  Param initial = b.real("i0", "Initial magnetizing current", "0").unit("A").scalar();
  b.require([=](const ParameterValues& v) { return v.of(n).number() != 0; }, "a winding has no turns",
            "give the ratio another value than 0");
  State i = b.state("im", initial);
  const Terminal p1 = b.terminal("p1", Domain::Electrical, PortSide::Left, "primary +");
  const Terminal n1 = b.terminal("n1", Domain::Electrical, PortSide::Left, "primary -");
  const Terminal p2 = b.terminal("p2", Domain::Electrical, PortSide::Right, "secondary +");
  const Terminal n2 = b.terminal("n2", Domain::Electrical, PortSide::Right, "secondary -");
  const Branch branch = b.branch();
  const TwoPole core{p1, n1, b.stores_through(i)};
  b.equations([=](Equations& e) {
    e.branch(branch, {{p1, e.constant(1)}, {n1, e.constant(-1)}, {p2, -e(n)}, {n2, e(n)}});
    e.law(branch, {e.constant(1), e.constant(0), e.constant(0)});
    connect(e, core);
    e.stores(core.branch, i, e(l));
  });
}

void thermal_resistor(BlockTypeBuilder& b) {
  begin(b, "thermal_resistor", "Resistor with Thermal Port").size(60, 60);
  b.icon(IconShape::Rectangle, "M0 .5 L.2 .5 L.26 .25 L.38 .75 L.5 .25 L.62 .75 L.74 .25 L.8 .5 L1 .5");
  b.doc(
      "A resistor whose losses are heat at its port H, and whose resistance follows the temperature "
      "there.\n\n"
      "$v = R i, \\quad R = R_0 (1 + \\alpha (T - T_0)), \\quad Q = v i$\n\n"
      "Q flows out of H. Connect a thermal mass there: then the temperature is known, and no algebraic loop "
      "is "
      "solved for it. A run ends where the resistance would be negative.");
  b.keywords({"ohm", "resistance", "heater", "temperature coefficient", "PTC", "NTC", "losses"});
  Param r = b.real("R0", "Resistance at T0", "1").unit("Ohm").range(0, 1e30).scalar();
  Param alpha = b.real("alpha", "Temperature coefficient", "0").unit("1/K").scalar();
  Param reference = b.real("T0", "Temperature of R0", "293.15").unit("K").scalar();
  const TwoPole p = two_poles(b, b.branch());
  const Terminal heat = b.terminal("H", Domain::Thermal, PortSide::Top, "heat");
  const Branch out = b.heat_branch();
  b.equations([=](Equations& e) {
    connect(e, p);
    const ir::Value resistance =
        elements::write_losses(e, {heat, out, r, alpha, reference}, ir::square(e.through(p.branch)));
    e.law(p.branch, {e.constant(1), -resistance, e.constant(0)});
  });
}

void diode(BlockTypeBuilder& b) {
  begin(b, "diode", "Ideal Diode")
      .icon(IconShape::Rectangle, "M0 .5 L.3 .5 M.3 .2 L.3 .8 L.7 .5 Z M.7 .2 L.7 .8 M.7 .5 L1 .5");
  b.doc(
      "Conducts from + to - without loss, and blocks the other way.\n\n"
      "$v \\leq 0, \\quad i \\geq 0, \\quad v i = 0$\n\n"
      "It begins to conduct where the voltage would become positive, and blocks where the current would "
      "become negative; both instants are located.");
  b.keywords({"rectifier", "freewheeling"});
  constexpr const char* unused =
      "Not used any more: what counts as none is what rounding makes of the network's own numbers.";
  b.real("VoltageTolerance", "Tolerance of the voltage", "1e-9")
      .unit("V")
      .doc(unused)
      .range(0, 1e30)
      .scalar()
      .advanced();
  b.real("CurrentTolerance", "Tolerance of the current", "1e-9")
      .unit("A")
      .doc(unused)
      .range(0, 1e30)
      .scalar()
      .advanced();
  const TwoPole p = two_poles(b, b.one_way_branch());
  b.equations([=](Equations& e) {
    e.branch(p.branch, {{p.from, e.constant(-1)}, {p.to, e.constant(1)}});
    elements::write_one_way(e, p.branch, e.constant(1));
  });
}

void diode_with_drop(BlockTypeBuilder& b) {
  begin(b, "diode_with_drop", "Diode with Forward Drop")
      .icon(IconShape::Rectangle,
            "M0 .5 L.3 .5 M.3 .2 L.3 .8 L.7 .5 Z M.7 .2 L.7 .8 M.7 .5 L1 .5 M.4 .95 L.6 .95");
  b.doc(
      "Conducts from + to - against a voltage of its own, and blocks the other way.\n\n"
      "$v \\leq V_f + R_{on} i, \\quad i \\geq 0, \\quad (V_f + R_{on} i - v) i = 0$\n\n"
      "It begins to conduct where the voltage would pass V_f, and blocks where the current would become "
      "negative; both instants are located. V_f i + R_on i^2 is lost.");
  b.keywords({"rectifier", "freewheeling", "threshold", "knee voltage", "Schottky", "silicon"});
  const Param voltage = b.real("Vf", "Forward voltage", "0.7").unit("V").range(0, 1e30).scalar();
  const Param on = b.real("Ron", "Resistance when on", "0.01").unit("Ohm").range(0, 1e30).scalar();
  const Terminal plus = b.terminal("+", Domain::Electrical, PortSide::Left, "positive pole"),
                 minus = b.terminal("-", Domain::Electrical, PortSide::Right, "negative pole");
  const ForwardDrop drop = declare_drop(b, plus, minus);
  b.equations([=](Equations& e) { write_drop(e, drop, e(voltage), e(on)); });
}

void switch_element(BlockTypeBuilder& b) {
  begin(b, "switch", "Ideal Switch")
      .icon(IconShape::Rectangle, "M0 .5 L.25 .5 L.72 .2 M.75 .5 L1 .5")
      .size(60, 50);
  b.doc(
      "A wire while its input is above the threshold, nothing otherwise.\n\n"
      "$\\begin{cases} v = 0 & u > \\mathrm{Threshold} \\\\ i = 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "Where it joins capacitors or parts inductors, the energy projection gives what their voltages and "
      "currents are behind it: charge and flux are kept. An inductor that is left without any path loses its "
      "current: give it a diode or a resistor.");
  b.keywords({"breaker", "relay", "contactor", "MOSFET"});
  Param threshold = b.real("Threshold", "Threshold", "0.5").formerly("threshold").scalar();
  In control = b.input("u", "closed while above the threshold");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    const ir::Value closed = e.memory(e.constant(0)), next = e.crosses_above(e(control), e(threshold));
    e.store(closed, next);
    e.switches(ir::make(ir::Op::NotEqual, next, closed));
    e.law(p.branch, {closed, 1.0 - closed, e.constant(0)}, {next, 1.0 - next, e.constant(0)});
  });
}

}  // namespace sim::electrical

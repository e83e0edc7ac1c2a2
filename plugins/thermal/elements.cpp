// Mass, conduction, convection, radiation, resistance, contact.
#include "plugins/thermal/blocks.h"
#include "plugins/thermal/two_port.h"

namespace sim::thermal {

void thermal_mass(BlockTypeBuilder& b) {
  begin(b, "mass", "Thermal Mass").icon(IconShape::Rectangle, "", "m c");
  b.doc(
      "A body that stores heat, of one temperature.\n\n"
      "$m c \\, \\dot{T} = \\sum Q$\n\n"
      "The sum is that of the heat flows into M. Its temperature is a state. Masses that a contact joins "
      "have "
      "one temperature at once, and no heat is lost.");
  b.keywords({"heat capacity", "heat capacitor", "specific heat", "storage"});
  Param m = b.real("m", "Mass", "1").unit("kg").range(1e-30, 1e30).scalar();
  Param c = b.real("c", "Specific heat", "450").unit("J/(kg*K)").range(1e-30, 1e30).scalar();
  Param initial = b.real("T0", "Initial temperature", "293.15").unit("K").scalar();
  State t = b.state("T", initial);
  const Branch branch = b.stores_across(t);
  const Terminal port = b.terminal("M", Domain::Thermal, PortSide::Left, "the body");
  b.equations([=](Equations& e) {
    e.branch(branch, {{port, e.constant(1)}});
    e.stores(branch, t, e(m) * e(c));
  });
}

void conduction(BlockTypeBuilder& b) {
  begin(b, "conduction", "Conductive Heat Transfer")
      .icon(IconShape::Rectangle,
            "M0 .5 L.2 .5 M.2 .15 L.8 .15 L.8 .85 L.2 .85 Z M.8 .5 L1 .5 M.35 .5 L.65 .5 M.57 .4 L.65 .5 "
            "L.57 .6");
  b.doc(
      "Heat that flows through a layer.\n\n"
      "$Q = \\frac{k A}{d} (T_A - T_B)$\n\n"
      "The law of Fourier. The layer stores none.");
  b.keywords({"Fourier", "wall", "insulation", "conductivity"});
  Param k = b.real("k", "Thermal conductivity", "401").unit("W/(m*K)").range(0, 1e30).scalar();
  Param area = b.real("A", "Area", "1e-4").unit("m^2").range(0, 1e30).scalar();
  Param d = b.real("d", "Thickness", "0.1").unit("m").range(1e-30, 1e30).scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { conduct(e, p, e(k) * e(area) / e(d)); });
}

void convection(BlockTypeBuilder& b) {
  begin(b, "convection", "Convective Heat Transfer")
      .icon(
          IconShape::Rectangle,
          "M.2 .1 L.2 .9 M.3 .25 C.45 .1 .55 .4 .7 .25 M.3 .5 C.45 .35 .55 .65 .7 .5 M.3 .75 C.45 .6 .55 .9 "
          ".7 .75 M0 .5 L.2 .5 M.8 .5 L1 .5");
  b.doc(
      "Heat that a moving fluid takes from a surface.\n\n"
      "$Q = h A (T_A - T_B)$\n\n"
      "Newton's law of cooling.");
  b.keywords({"Newton", "cooling", "heat transfer coefficient"});
  Param h = b.real("h", "Heat transfer coefficient", "20").unit("W/(m^2*K)").range(0, 1e30).scalar();
  Param area = b.real("A", "Area", "1e-2").unit("m^2").range(0, 1e30).scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { conduct(e, p, e(h) * e(area)); });
}

void radiation(BlockTypeBuilder& b) {
  begin(b, "radiation", "Radiative Heat Transfer")
      .icon(
          IconShape::Rectangle,
          "M.2 .1 L.2 .9 M.8 .1 L.8 .9 M0 .5 L.2 .5 M.8 .5 L1 .5 M.3 .5 L.36 .4 L.44 .6 L.52 .4 L.6 .6 L.66 "
          ".5 L.72 .5");
  b.doc(
      "Heat that two surfaces exchange by radiation.\n\n"
      "$Q = \\sigma \\mathrm{Emissivity} A (T_A^4 - T_B^4)$\n\n"
      "The law of Stefan and Boltzmann, $\\sigma$ = 5.670374419e-8 W/(m^2 K^4). Temperatures are those above "
      "the reference, which is at absolute zero; a negative one ends the run. Where the temperature at a "
      "port is "
      "not that of a thermal mass, an algebraic loop is solved for it.");
  b.keywords({"Stefan-Boltzmann", "emissivity", "infrared"});
  Param emissivity = b.real("Emissivity", "Emissivity", "0.9")
                         .range(0, 1)
                         .scalar()
                         .doc("Of both surfaces together, with what they see of one another.");
  Param area = b.real("A", "Area", "1e-2").unit("m^2").range(0, 1e30).scalar();
  const TwoPort p = two_ports(b, b.branch());
  const Branch at_a = b.branch(), at_b = b.branch();  // through which nothing flows
  b.equations([=](Equations& e) {
    constexpr double stefan_boltzmann = 5.670374419e-8;
    const auto temperature = [&](Branch branch, Terminal at) {
      e.branch(branch, {{at, e.constant(1)}});
      e.law(branch, {e.constant(0), e.constant(1), e.constant(0)});
      return e.across(branch);
    };
    const ir::Value a = temperature(at_a, p.from), b = temperature(at_b, p.to);
    conduct(e, p, e(emissivity) * e(area) * stefan_boltzmann * (ir::square(a) + ir::square(b)) * (a + b));
    e.check((a < e.constant(0)) | (b < e.constant(0)), CheckAction::Error,
            "a temperature is below absolute zero: radiation counts from the thermal reference, 0 K");
  });
}

void thermal_resistance(BlockTypeBuilder& b) {
  begin(b, "resistance", "Thermal Resistance")
      .icon(IconShape::Rectangle, "M0 .5 L.2 .5 L.26 .25 L.38 .75 L.5 .25 L.62 .75 L.74 .25 L.8 .5 L1 .5");
  b.doc(
      "A resistance to the flow of heat, as data sheets give it.\n\n"
      "$T_A - T_B = R Q$\n\n"
      "A resistance of 0 is perfect contact.");
  b.keywords({"heat sink", "junction", "case", "insulation"});
  Param r = b.real("R", "Thermal resistance", "1").unit("K/W").range(0, 1e30).scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(1), -e(r), e.constant(0)});
  });
}

void contact(BlockTypeBuilder& b) {
  begin(b, "contact", "Thermal Contact")
      .icon(IconShape::Rectangle, "M0 .5 L.25 .5 L.72 .2 M.75 .5 L1 .5")
      .size(60, 50);
  b.doc(
      "A thermal resistance while its input is above the threshold, nothing otherwise.\n\n"
      "$\\begin{cases} T_A - T_B = R Q & u > \\mathrm{Threshold} \\\\ Q = 0 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "Masses that touch with R = 0 have one temperature from that instant on, the mean by their heat "
      "capacities: no heat is lost.");
  b.keywords({"switch", "thermostat", "heat switch"});
  Param threshold = b.real("Threshold", "Threshold", "0.5").scalar();
  Param r = b.real("R", "Thermal resistance", "0").unit("K/W").range(0, 1e30).scalar();
  In control = b.input("u", "touches while above the threshold");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    const ir::Value closed = e.memory(e.constant(0)), next = e.crosses_above(e(control), e(threshold));
    e.store(closed, next);
    e.switches(ir::make(ir::Op::NotEqual, next, closed));
    const auto law = [&](ir::Value on) {
      return BranchLaw{on, select(on, -e(r), e.constant(1)), e.constant(0)};
    };
    e.law(p.branch, law(closed), law(next));
  });
}

}  // namespace sim::thermal

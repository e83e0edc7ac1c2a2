// Pumps and motors: gyrators between a shaft and a flow, with leakage and friction beside them.
#include <tuple>

#include "plugins/hydraulic/blocks.h"
#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

namespace {

struct Machine {
  TwoPort leak;   // from the port where liquid comes from to that where it goes to
  TwoPort slide;  // friction between shaft and case
  Branch flow, shaft;
  Param displacement, leakage, friction;
};
Machine begin_machine(BlockTypeBuilder& b, const char* name, const char* label, const char* in,
                      const char* out) {
  begin(b, name, label, machines_category).size(60, 60);
  Machine m;
  m.displacement = b.real("D", "Displacement", "5e-6").unit("m^3/rad").scalar();
  m.leakage = b.real("k", "Leakage", "0").unit("m^3/(s*Pa)").range(0, 1e30).scalar();
  m.friction = b.real("d", "Viscous friction", "0").unit("N*m/(rad/s)").range(0, 1e30).scalar();
  m.leak.from = port(b, out, PortSide::Left, "high pressure");
  m.leak.to = port(b, in, PortSide::Left, "low pressure");
  m.slide.from = b.terminal("S", Domain::Rotational, PortSide::Right, "shaft");
  m.slide.to = b.terminal("C", Domain::Rotational, PortSide::Right, "case");
  std::tie(m.flow, m.shaft) = b.gyrator();
  m.leak.branch = b.branch();
  m.slide.branch = b.branch();
  return m;
}

// The flow into the port of high pressure is -displacement times the speed of the shaft.
void write_machine(Equations& e, const Machine& m, ir::Value displacement) {
  connect(e, TwoPort{m.leak.from, m.leak.to, m.flow});
  connect(e, TwoPort{m.slide.from, m.slide.to, m.shaft});
  e.gyrates(m.flow, m.shaft, displacement);
  conduct(e, m.leak, e(m.leakage));
  connect(e, m.slide);
  e.law(m.slide.branch, {-e(m.friction), e.constant(1), e.constant(0)});
}

const char* const pump_icon = "M.35 .15 L.5 0 L.65 .15";
const char* const keys_of_friction =
    "k is the leakage back through it, d the viscous friction at its shaft; without these no power is lost.";

}  // namespace

void fixed_pump(BlockTypeBuilder& b) {
  const Machine m = begin_machine(b, "fixed_pump", "Fixed-Displacement Pump", "T", "P");
  b.icon(IconShape::Circle, pump_icon);
  b.doc(
      "Turns the power of a shaft into flow.\n\n"
      "$q = D \\omega - k \\Delta p, \\quad T = D \\Delta p + d \\omega$\n\n"
      "q leaves at P, T is what the shaft S takes, with $\\omega$ against the case C and $\\Delta p = p_P - "
      "p_T$. " +
      std::string(keys_of_friction));
  b.keywords({"gear pump", "piston pump", "displacement"});
  b.equations([=](Equations& e) { write_machine(e, m, e(m.displacement)); });
}

void variable_pump(BlockTypeBuilder& b) {
  const Machine m = begin_machine(b, "variable_pump", "Variable-Displacement Pump", "T", "P");
  b.icon(IconShape::Circle, std::string(pump_icon) + " M.15 .85 L.85 .15");
  b.doc(
      "A pump whose displacement is a share of its full one: that of its input S, within -1 and 1.\n\n"
      "$q = S D \\omega - k \\Delta p, \\quad T = S D \\Delta p + d \\omega$\n\n"
      "q leaves at P, T is what the shaft S takes, and $\\Delta p = p_P - p_T$. " +
      std::string(keys_of_friction));
  b.keywords({"swash plate", "axial piston", "displacement control"});
  In s = b.input("S", "share of the displacement");
  b.equations([=](Equations& e) {
    const ir::Value share = ir::make(ir::Op::Min, ir::make(ir::Op::Max, e(s), e.constant(-1)), e.constant(1));
    write_machine(e, m, share * e(m.displacement));
  });
}

void motor(BlockTypeBuilder& b) {
  const Machine m = begin_machine(b, "motor", "Hydraulic Motor", "B", "A");
  b.icon(IconShape::Circle, "M.35 0 L.5 .15 L.65 0");
  b.doc(
      "Turns flow into the power of a shaft.\n\n"
      "$q = D \\omega + k \\Delta p, \\quad T = D \\Delta p - d \\omega$\n\n"
      "q enters at A, T is what drives the shaft S, and $\\Delta p = p_A - p_B$. " +
      std::string(keys_of_friction));
  b.keywords({"gear motor", "piston motor", "drive"});
  b.equations([=](Equations& e) { write_machine(e, m, -e(m.displacement)); });
}

}  // namespace sim::hydraulic

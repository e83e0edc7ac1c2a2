// Sources, sensors and the reference.
#include "plugins/elements/prescribed.h"
#include "plugins/hydraulic/blocks.h"
#include "plugins/hydraulic/two_port.h"

namespace sim::hydraulic {

void pressure_source(BlockTypeBuilder& b) {
  begin(b, "pressure_source", "Pressure Source", sources_category)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "{p} Pa");
  b.doc(
      "A constant pressure, whatever the flow.\n\n"
      "$p_A - p_B = p$\n\n"
      "Connect B to the hydraulic reference.");
  b.keywords({"supply", "constant pressure"});
  Param pressure = b.real("p", "Pressure", "1e7").unit("Pa").scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(pressure), e.constant(0)); });
}

void controlled_pressure_source(BlockTypeBuilder& b) {
  begin(b, "controlled_pressure_source", "Controlled Pressure Source", sources_category).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first, "S");
  b.doc(
      "The pressure of its input S, whatever the flow.\n\n"
      "$p_A - p_B = S, \\quad \\dot{p}_A - \\dot{p}_B = A$\n\n"
      "A volume at its port takes a flow that depends on the derivative of the pressure: lead that to A, or "
      "zero if the pressure is constant between jumps.");
  b.keywords({"signal", "supply"});
  In s = b.input("S", "pressure, Pa"), a = b.input("A", "its derivative, Pa/s");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(s), e(a)); });
}

void controlled_flow_source(BlockTypeBuilder& b) {
  begin(b, "controlled_flow_source", "Controlled Flow Source", sources_category).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first + " M.75 .5 L.25 .5 M.4 .38 L.25 .5 L.4 .62");
  b.doc(
      "The flow of its input S, out of A and into B, whatever the pressures.\n\n"
      "$q = S, \\quad \\dot{q} = A$\n\n"
      "Liquid in a pipe in series takes a pressure that depends on the derivative of the flow: lead that to "
      "A, "
      "or zero.");
  b.keywords({"signal", "pump"});
  In s = b.input("S", "flow, m^3/s"), a = b.input("A", "its derivative, m^3/s^2");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::prescribe_through(e, p.branch, e(s), e(a));
  });
}

void pressure_sensor(BlockTypeBuilder& b) {
  begin(b, "pressure_sensor", "Pressure Sensor", sensors_category)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "p");
  b.doc(
      "Measures the pressure at A above that at B.\n\n"
      "$p = p_A - p_B$\n\n"
      "Nothing flows through it. With B at the hydraulic reference it shows the pressure above the "
      "atmosphere.");
  b.keywords({"manometer", "gauge"});
  Out shown = b.output("p", "pressure, Pa");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_across(e, p.branch, shown);
  });
}

void flow_sensor(BlockTypeBuilder& b) {
  begin(b, "flow_sensor", "Flow Sensor", sensors_category)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "q");
  b.doc(
      "Measures what flows from A to B.\n\n"
      "$\\mathrm{q} = q, \\quad p_A = p_B$\n\n"
      "It is an open connection.");
  b.keywords({"flow meter"});
  Out q = b.output("q", "flow, m^3/s");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_through(e, p.branch, q);
  });
}

void hydraulic_reference(BlockTypeBuilder& b) {
  begin(b, "reference", "Hydraulic Reference").role(BlockRole::Reference).size(40, 40);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 .6 M.15 .35 L.15 .8 L.85 .8 L.85 .35");
  b.doc(
      "The atmosphere: what pressures are counted from. It takes and gives any amount of liquid.\n\n"
      "$p = 0$");
  b.keywords({"tank", "atmosphere", "ground"});
  b.terminal("P", Domain::Hydraulic, PortSide::Top, "pressure 0");
}

}  // namespace sim::hydraulic

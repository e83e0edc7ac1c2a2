// Sources, sensors and the reference.
#include "plugins/elements/prescribed.h"
#include "plugins/thermal/blocks.h"
#include "plugins/thermal/two_port.h"

namespace sim::thermal {

namespace {

constexpr const char* sources = "Thermal/Sources";
constexpr const char* sensors = "Thermal/Sensors";

}  // namespace

void temperature_source(BlockTypeBuilder& b) {
  begin(b, "temperature_source", "Temperature Source", sources)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "{T} K");
  b.doc(
      "A constant temperature, whatever the heat flow: the surroundings.\n\n"
      "$T_A - T_B = T$\n\n"
      "Connect B to the thermal reference.");
  b.keywords({"ambient", "environment", "bath", "surroundings"});
  Param t = b.real("T", "Temperature", "293.15").unit("K").scalar();
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(t), e.constant(0)); });
}

void controlled_temperature_source(BlockTypeBuilder& b) {
  begin(b, "controlled_temperature_source", "Controlled Temperature Source", sources).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first, "S");
  b.doc(
      "The temperature of its input S, whatever the heat flow.\n\n"
      "$T_A - T_B = S, \\quad \\dot{T}_A - \\dot{T}_B = A$\n\n"
      "A thermal mass at its port takes a heat flow that depends on the derivative of the temperature: lead "
      "that to A, or zero if the temperature is constant between jumps.");
  b.keywords({"signal", "ambient", "environment"});
  In s = b.input("S", "temperature, K"), a = b.input("A", "its derivative, K/s");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(s), e(a)); });
}

void heat_flow_source(BlockTypeBuilder& b) {
  begin(b, "heat_flow_source", "Controlled Heat Flow Source", sources).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first + " M.75 .5 L.25 .5 M.4 .38 L.25 .5 L.4 .62");
  b.doc(
      "The heat flow of its input S, out of A and into B, whatever the temperatures.\n\n"
      "$Q = S$\n\n"
      "Of a heater: connect B to the thermal reference.");
  b.keywords({"signal", "heater", "losses"});
  In s = b.input("S", "heat flow, W");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    e.law(p.branch, {e.constant(0), e.constant(1), -e(s)});
  });
}

void temperature_sensor(BlockTypeBuilder& b) {
  begin(b, "temperature_sensor", "Temperature Sensor", sensors)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "T");
  b.doc(
      "Measures the temperature at A above that at B.\n\n"
      "$T = T_A - T_B$\n\n"
      "No heat flows through it. With B at the thermal reference it shows the absolute temperature.");
  b.keywords({"thermometer", "thermocouple"});
  Out t = b.output("T", "temperature, K");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_across(e, p.branch, t);
  });
}

void heat_flow_sensor(BlockTypeBuilder& b) {
  begin(b, "heat_flow_sensor", "Heat Flow Sensor", sensors)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "Q");
  b.doc(
      "Measures the heat that flows from A to B.\n\n"
      "$\\mathrm{Q} = Q, \\quad T_A = T_B$\n\n"
      "It is perfect contact.");
  b.keywords({"calorimeter"});
  Out q = b.output("Q", "heat flow, W");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_through(e, p.branch, q);
  });
}

void thermal_reference(BlockTypeBuilder& b) {
  begin(b, "reference", "Thermal Reference").role(BlockRole::Reference).size(40, 40);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 .4 M.1 .4 L.9 .4 M.25 .6 L.75 .6 M.4 .8 L.6 .8");
  b.doc(
      "Absolute zero: what temperatures are counted from.\n\n"
      "$T = 0$ K");
  b.keywords({"absolute zero", "ground"});
  b.terminal("T", Domain::Thermal, PortSide::Top, "temperature 0 K");
}

}  // namespace sim::thermal

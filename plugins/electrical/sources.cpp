// Sources, sensors and the reference.
#include "plugins/electrical/blocks.h"
#include "plugins/electrical/two_pole.h"
#include "plugins/elements/prescribed.h"

namespace sim::electrical {

namespace {

constexpr const char* sources = "Electrical/Sources";
constexpr const char* sensors = "Electrical/Sensors";

}  // namespace

void voltage_source(BlockTypeBuilder& b) {
  begin(b, "voltage_source", "DC Voltage Source", sources)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "{V} V");
  b.doc(
      "A constant voltage, whatever the current.\n\n"
      "$v = V$");
  b.keywords({"battery", "supply"});
  Param v = b.real("V", "Voltage", "1").unit("V").scalar();
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(v), e.constant(0)); });
}

void sine_voltage_source(BlockTypeBuilder& b) {
  begin(b, "sine_voltage_source", "AC Voltage Source", sources).size(40, 40);
  b.icon(IconShape::Circle, elements::plus_at_first + " M.2 .5 C.3 .2 .4 .2 .5 .5 C.6 .8 .7 .8 .8 .5");
  b.doc(
      "A sinusoidal voltage.\n\n"
      "$v = V \\sin(2 \\pi f t + \\varphi)$");
  b.keywords({"alternating", "mains", "sine"});
  Param v = b.real("V", "Amplitude", "1").unit("V").scalar();
  Param f = b.real("f", "Frequency", "50").unit("Hz").scalar();
  Param phi = b.real("phi", "Phase", "0").unit("rad").scalar();
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    const ir::Value omega = e(f) * 6.283185307179586, angle = omega * e.time() + e(phi);
    prescribe_across(e, p, e(v) * ir::sin(angle), e(v) * omega * ir::cos(angle));
  });
}

void controlled_voltage_source(BlockTypeBuilder& b) {
  begin(b, "controlled_voltage_source", "Controlled Voltage Source", sources).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first, "S");
  b.doc(
      "The voltage of its input S, whatever the current.\n\n"
      "$v = S, \\quad \\dot{v} = A$\n\n"
      "A capacitor at its poles takes a current that depends on the derivative of the voltage: lead that to "
      "A, or zero if the voltage is constant between jumps.");
  b.keywords({"signal", "driver"});
  In s = b.input("S", "voltage, V"), a = b.input("A", "its derivative, V/s");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(s), e(a)); });
}

void controlled_current_source(BlockTypeBuilder& b) {
  begin(b, "controlled_current_source", "Controlled Current Source", sources).size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first + " M.75 .5 L.25 .5 M.4 .38 L.25 .5 L.4 .62");
  b.doc(
      "The current of its input S, out of + and into -, whatever the voltage.\n\n"
      "$i = S, \\quad \\dot{i} = A$\n\n"
      "An inductor in series takes a voltage that depends on the derivative of the current: lead that to A, "
      "or zero.");
  b.keywords({"signal", "driver"});
  In s = b.input("S", "current, A"), a = b.input("A", "its derivative, A/s");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::prescribe_through(e, p.branch, e(s), e(a));
  });
}

void voltage_sensor(BlockTypeBuilder& b) {
  begin(b, "voltage_sensor", "Voltage Sensor", sensors)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "V");
  b.doc(
      "Measures the voltage from + to -.\n\n"
      "$V = v_+ - v_-$\n\n"
      "It takes no current.");
  b.keywords({"voltmeter"});
  Out v = b.output("V", "voltage, V");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_across(e, p.branch, v);
  });
}

void current_sensor(BlockTypeBuilder& b) {
  begin(b, "current_sensor", "Current Sensor", sensors)
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "A");
  b.doc(
      "Measures the current from + to -.\n\n"
      "$I = i, \\quad v = 0$\n\n"
      "It is a wire.");
  b.keywords({"ammeter"});
  Out i = b.output("I", "current, A");
  const TwoPole p = two_poles(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_through(e, p.branch, i);
  });
}

void electrical_reference(BlockTypeBuilder& b) {
  begin(b, "reference", "Electrical Reference").role(BlockRole::Reference).size(40, 40);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 .4 M.1 .4 L.9 .4 M.25 .6 L.75 .6 M.4 .8 L.6 .8");
  b.doc(
      "Ground: its potential is zero.\n\n"
      "$v = 0$");
  b.keywords({"ground", "earth"});
  b.terminal("V", Domain::Electrical, PortSide::Top, "potential 0");
}

}  // namespace sim::electrical

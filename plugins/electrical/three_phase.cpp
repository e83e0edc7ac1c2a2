// Three phases: a source, and the transforms of Clarke and Park.
#include <numbers>

#include "plugins/electrical/blocks.h"
#include "plugins/electrical/two_pole.h"

namespace sim::electrical {

namespace {

constexpr double third = 2 * std::numbers::pi / 3;
const char* const transforms = "Electrical/Transforms";

}  // namespace

void three_phase_source(BlockTypeBuilder& b) {
  begin(b, "three_phase_source", "Three-Phase Voltage Source", "Electrical/Sources").size(60, 60);
  b.icon(IconShape::Circle, "M.2 .5 C.3 .2 .4 .2 .5 .5 C.6 .8 .7 .8 .8 .5", "");
  b.doc(
      "Three sinusoidal voltages against the neutral N, each a third of a period behind the one before.\n\n"
      "$v_a = V \\sin(2 \\pi f t + \\varphi), \\quad v_b = V \\sin(2 \\pi f t + \\varphi - \\frac{2 "
      "\\pi}{3}), "
      "\\quad "
      "v_c = V \\sin(2 \\pi f t + \\varphi + \\frac{2 \\pi}{3})$");
  b.keywords({"mains", "grid", "alternating"});
  Param v = b.real("V", "Amplitude of a phase", "325").unit("V").scalar();
  Param f = b.real("f", "Frequency", "50").unit("Hz").scalar();
  Param phi = b.real("phi", "Phase", "0").unit("rad").scalar();
  const Terminal neutral = b.terminal("N", Domain::Electrical, PortSide::Left, "neutral");
  std::vector<TwoPole> phases;
  for (const char* name : {"a", "b", "c"}) {
    const Terminal at = b.terminal(name, Domain::Electrical, PortSide::Right, std::string("phase ") + name);
    phases.push_back({at, neutral, b.branch()});
  }
  b.equations([=](Equations& e) {
    const ir::Value omega = e(f) * (2 * std::numbers::pi);
    for (int k = 0; k < 3; ++k) {
      const ir::Value angle = omega * e.time() + e(phi) - third * k;
      prescribe_across(e, phases[static_cast<std::size_t>(k)], e(v) * ir::sin(angle),
                       e(v) * omega * ir::cos(angle));
    }
  });
}

void three_phase_sensor(BlockTypeBuilder& b) {
  begin(b, "three_phase_sensor", "Three-Phase Sensor", "Electrical/Sensors").size(60, 100);
  b.icon(IconShape::Rectangle, "", "V A\n3~");
  b.doc(
      "Measures three phases: the currents from a1, b1, c1 to a2, b2, c2, the voltages against N, and the "
      "power.\n\n"
      "$P = v_a i_a + v_b i_b + v_c i_c$\n\n"
      "It is three wires, and takes no current at N.");
  b.keywords({"power meter", "wattmeter", "ammeter", "voltmeter"});
  struct Phase {
    TwoPole wire, voltage;
    Out current_shown, voltage_shown;
  };
  std::vector<Phase> phases(3);
  const char* const names[] = {"a", "b", "c"};
  for (std::size_t k = 0; k < 3; ++k)
    phases[k].wire.from = b.terminal(std::string(names[k]) + "1", Domain::Electrical, PortSide::Left,
                                     std::string("phase ") + names[k] + ", where power comes from");
  const Terminal neutral = b.terminal("N", Domain::Electrical, PortSide::Left, "what voltages count from");
  for (std::size_t k = 0; k < 3; ++k) {
    Phase& phase = phases[k];
    phase.wire.to = b.terminal(std::string(names[k]) + "2", Domain::Electrical, PortSide::Right,
                               std::string("phase ") + names[k] + ", where it goes to");
    phase.wire.branch = b.branch();
    phase.voltage = {phase.wire.from, neutral, b.branch()};
  }
  for (std::size_t k = 0; k < 3; ++k)
    phases[k].voltage_shown =
        b.output(std::string("v") + names[k], std::string("voltage ") + names[k] + ", V");
  for (std::size_t k = 0; k < 3; ++k)
    phases[k].current_shown =
        b.output(std::string("i") + names[k], std::string("current ") + names[k] + ", A");
  Out power = b.output("P", "power, W");
  b.equations([=](Equations& e) {
    ir::Value sum = e.constant(0);
    for (const Phase& phase : phases) {
      connect(e, phase.wire);
      elements::show_through(e, phase.wire.branch, phase.current_shown);
      connect(e, phase.voltage);
      elements::show_across(e, phase.voltage.branch, phase.voltage_shown);
      sum = sum + e.across(phase.voltage.branch) * e.through(phase.wire.branch);
    }
    e.output(power, sum);
  });
}

void clarke_transform(BlockTypeBuilder& b) {
  begin(b, "clarke_transform", "Clarke Transform", transforms)
      .size(60, 60)
      .icon(IconShape::Rectangle, "", "abc\n---\nab0");
  b.doc(
      "Three phases as two perpendicular components and their mean, with amplitudes kept.\n\n"
      "$\\alpha = \\frac{2 a - b - c}{3}, \\quad \\beta = \\frac{b - c}{\\sqrt{3}}, \\quad z = \\frac{a + b "
      "+ c}{3}$");
  b.keywords({"alpha-beta", "space vector", "abc"});
  In a = b.input("a"), second = b.input("b"), c = b.input("c");
  Out alpha = b.output("alpha"), beta = b.output("beta"), z = b.output("z");
  b.equations([=](Equations& e) {
    e.output(alpha, (e(a) * 2.0 - e(second) - e(c)) * (1.0 / 3));
    e.output(beta, (e(second) - e(c)) * std::numbers::inv_sqrt3);
    e.output(z, (e(a) + e(second) + e(c)) * (1.0 / 3));
  });
}

void park_transform(BlockTypeBuilder& b) {
  begin(b, "park_transform", "Park Transform", transforms)
      .size(60, 80)
      .icon(IconShape::Rectangle, "", "abc\n---\ndq0");
  b.doc(
      "Three phases as seen from an axis that turns, with amplitudes kept: cosines of theta are d = 1.\n\n"
      "$d = \\frac{2}{3} \\sum a_k \\cos(\\theta - \\frac{2 \\pi k}{3}), \\quad q = -\\frac{2}{3} \\sum a_k "
      "\\sin(\\theta "
      "- \\frac{2 \\pi k}{3}), \\quad z = \\frac{1}{3} \\sum a_k$");
  b.keywords({"dq0", "rotating frame", "abc", "field-oriented control"});
  const In phases[] = {b.input("a"), b.input("b"), b.input("c")};
  In theta = b.input("theta", "electrical angle of the d axis, rad");
  Out d = b.output("d"), q = b.output("q"), z = b.output("z");
  b.equations([=](Equations& e) {
    ir::Value along = e.constant(0), across = along, mean = along;
    for (int k = 0; k < 3; ++k) {
      const ir::Value angle = e(theta) - third * k, phase = e(phases[k]);
      along = along + phase * ir::cos(angle);
      across = across - phase * ir::sin(angle);
      mean = mean + phase;
    }
    e.output(d, along * (2.0 / 3));
    e.output(q, across * (2.0 / 3));
    e.output(z, mean * (1.0 / 3));
  });
}

void inverse_park_transform(BlockTypeBuilder& b) {
  begin(b, "inverse_park_transform", "Inverse Park Transform", transforms)
      .size(60, 80)
      .icon(IconShape::Rectangle, "", "dq0\n---\nabc");
  b.doc(
      "Three phases from what an axis that turns sees of them.\n\n"
      "$a_k = d \\cos(\\theta - \\frac{2 \\pi k}{3}) - q \\sin(\\theta - \\frac{2 \\pi k}{3}) + z$");
  b.keywords({"dq0", "rotating frame", "abc", "field-oriented control"});
  In d = b.input("d"), q = b.input("q"), z = b.input("z");
  In theta = b.input("theta", "electrical angle of the d axis, rad");
  const Out phases[] = {b.output("a"), b.output("b"), b.output("c")};
  b.equations([=](Equations& e) {
    for (int k = 0; k < 3; ++k) {
      const ir::Value angle = e(theta) - third * k;
      e.output(phases[k], e(d) * ir::cos(angle) - e(q) * ir::sin(angle) + e(z));
    }
  });
}

}  // namespace sim::electrical

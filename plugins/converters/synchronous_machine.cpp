// A permanent-magnet synchronous machine with three phases.
#include <numbers>

#include "plugins/converters/blocks.h"
#include "plugins/elements/two_port.h"
#include "sim_core/ir/values.h"

namespace sim::converters {

void synchronous_machine(BlockTypeBuilder& b) {
  b.id("converters/synchronous_machine").label("Permanent-Magnet Synchronous Machine");
  b.category("Converters").size(80, 100).icon(IconShape::Circle, "", "PMSM\n3~");
  b.doc(
      "Three phases in a star and a rotor with magnets on its surface, so that the inductances along and "
      "across "
      "them are the same.\n\n"
      "$v_k = R i_k + L \\frac{d i_k}{d t} + K_k \\omega, \\quad T = \\sum K_k i_k, \\quad K_k = -p \\psi "
      "\\sin(p "
      "\\theta "
      "- \\frac{2 \\pi k}{3})$\n\n"
      "v_k is the voltage of phase k against the star point N, $\\omega$ the speed of R against C, $\\theta$ "
      "its "
      "angle. "
      "T acts on what is at R, and the other way on what is at C. Currents and the angle are states. In "
      "terms of "
      "Park's transform at p theta, $T = \\frac{3}{2} p \\psi i_q$. All that is lost is R i^2.");
  b.keywords({"PMSM", "brushless", "BLDC", "servo motor", "dq", "generator"});
  Param pairs = b.real("p", "Pairs of poles", "4").range(1, 1000).scalar();
  Param flux = b.real("psi", "Flux linkage of the magnets", "0.05").unit("V*s").scalar();
  Param r = b.real("R", "Resistance of a phase", "0.1").unit("Ohm").range(0, 1e30).scalar();
  Param l = b.real("L", "Inductance of a phase", "1e-3").unit("H").range(1e-30, 1e30).scalar();
  Param zero = b.real("i0", "Initial currents", "0").unit("A").scalar();
  Param start = b.real("theta0", "Initial angle", "0").unit("rad").scalar();
  struct Phase {
    State current;
    elements::TwoPort ports;
  };
  std::vector<Phase> phases;
  Terminal ends[3];
  for (int k = 0; k < 3; ++k) {
    const std::string name(1, static_cast<char>('a' + k));
    ends[k] = b.terminal(name, Domain::Electrical, PortSide::Left, "phase " + name);
  }
  const Terminal star = b.terminal("N", Domain::Electrical, PortSide::Left, "star point");
  const elements::TwoPort shaft{b.terminal("R", Domain::Rotational, PortSide::Right, "rotor"),
                                b.terminal("C", Domain::Rotational, PortSide::Right, "case"),
                                b.passive_branch()};
  for (int k = 0; k < 3; ++k) {
    const State i = b.state(std::string("i") + static_cast<char>('a' + k), zero);
    phases.push_back({i, {ends[k], star, b.stores_behind_drop(i)}});
  }
  const State theta = b.state("theta", start);
  Out angle_shown = b.output("theta", "angle of the rotor, rad");
  b.equations([=](Equations& e) {
    connect(e, shaft);
    const ir::Value speed = e.across(shaft.branch), electrical = e(pairs) * e(theta);
    ir::Value torque = e.constant(0);
    for (int k = 0; k < 3; ++k) {
      const Phase& phase = phases[static_cast<std::size_t>(k)];
      const ir::Value constant = -(e(pairs) * e(flux) * ir::sin(electrical - 2 * std::numbers::pi / 3 * k));
      connect(e, phase.ports);
      e.drop(phase.ports.branch, e(r) * e(phase.current) + constant * speed);
      e.stores(phase.ports.branch, phase.current, e(l));
      torque = torque + constant * e(phase.current);
    }
    e.law(shaft.branch, {e.constant(0), e.constant(1), -torque});
    e.integrates(theta, shaft.branch);
    e.output(angle_shown, e(theta));
  });
}

}  // namespace sim::converters

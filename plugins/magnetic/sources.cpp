// A source, a sensor, and the reference.
#include "plugins/magnetic/blocks.h"
#include "plugins/magnetic/two_port.h"

namespace sim::magnetic {

void mmf_source(BlockTypeBuilder& b) {
  begin(b, "mmf_source", "Magnetomotive Force Source", "Magnetic/Sources").size(40, 60);
  b.icon(IconShape::Circle, elements::plus_at_first, "S");
  b.doc(
      "The magnetomotive force of its input S, whatever the flux: a winding whose current is given.\n\n"
      "$F_A - F_B = S, \\quad \\dot{F}_A - \\dot{F}_B = A$\n\n"
      "Fluxes depend on the derivative of the force: lead that to A, or zero if it is constant between "
      "jumps.");
  b.keywords({"signal", "ampere-turns", "coil"});
  In s = b.input("S", "magnetomotive force, A"), a = b.input("A", "its derivative, A/s");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { prescribe_across(e, p, e(s), e(a)); });
}

void mmf_sensor(BlockTypeBuilder& b) {
  begin(b, "mmf_sensor", "Magnetomotive Force Sensor", "Magnetic/Sensors")
      .size(40, 40)
      .icon(IconShape::Circle, elements::plus_at_first, "F");
  b.doc(
      "Measures the magnetomotive force between A and B. No flux goes through it.\n\n"
      "$\\mathrm{F} = F_A - F_B$");
  b.keywords({"ampere-turns", "measure"});
  Out f = b.output("F", "magnetomotive force, A");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    connect(e, p);
    elements::show_across(e, p.branch, f);
  });
}

void magnetic_reference(BlockTypeBuilder& b) {
  begin(b, "reference", "Magnetic Reference", "Magnetic/Sensors").role(BlockRole::Reference).size(40, 40);
  b.icon(IconShape::Rectangle, "M.5 0 L.5 .4 M.1 .4 L.9 .4 M.25 .6 L.75 .6 M.4 .8 L.6 .8");
  b.doc(
      "What magnetomotive forces are counted from: one in each magnetic circuit.\n\n"
      "$F = 0$");
  b.keywords({"ground"});
  b.terminal("F", Domain::Magnetic, PortSide::Top, "magnetomotive force 0");
}

}  // namespace sim::magnetic

#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/ports/control.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void trigger(BlockTypeBuilder& b) {
  b.id("ports/trigger").label("Trigger").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: it is executed once at each edge of the signal at its trigger port, or when it is "
      "called.\n\n"
      "An edge is a change from not positive to positive (rising), back (falling), or either; its instant is "
      "located. Called by a Function-Call Generator, it is executed in the major steps in which the signal "
      "is "
      "not 0. In between its outputs keep their value.");
  b.keywords({"triggered subsystem", "TriggerPort", "function-call subsystem", "EDGE_TRIGGER", "event"});
  b.icon(IconShape::Rectangle, "M.2,.75 L.5,.75 L.5,.25 L.8,.25");
  b.size(40, 32);
  Param type = b.choice("TriggerType", "Trigger type", {"rising", "falling", "either", "function-call"});
  b.zero_crossing_flag();
  ControlPorts ports = control_ports(b, "trigger");
  show_outputs(b, ports, "trigger");
  b.executes_once();
  b.equations([=](Equations& e) {
    give_signal(e, ports);
    const bool called = e.choice(type) == 3;
    const ir::Value zero = e.constant(0), u = e(ports.u);
    const ir::Value fires = called ? (u > zero) | (u < zero) : located_edge(e, Edge(e.choice(type)), u);
    e.output(ports.active, fires & e.active());
    e.output(ports.entering, e.entering());
  });
}

}  // namespace sim::blocks

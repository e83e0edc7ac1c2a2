#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/ports/control.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void reset_port(BlockTypeBuilder& b) {
  b.id("ports/reset_port").label("Reset Port").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: at each edge of the signal at its reset port all its states are reset to their "
      "initial values.\n\n"
      "The subsystem is always executed.");
  b.keywords({"Resettable Subsystem", "reset states"});
  b.icon(IconShape::Rectangle, "M.2,.3 L.8,.3 M.5,.3 L.5,.75 M.38,.6 L.5,.78 L.62,.6");
  b.size(40, 32);
  Param type = b.choice("ResetTriggerType", "Reset trigger type", {"rising", "falling", "either"});
  b.zero_crossing_flag();
  const ControlPorts ports = control_ports(b, "reset");
  b.restarts_states();
  b.equations([=](Equations& e) {
    e.output(ports.active, e.active());
    const ir::Value begins = located_edge(e, Edge(e.choice(type)), e(ports.u));
    e.output(ports.entering, (begins & e.active()) | e.entering());
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/edges.h"
#include "sim_core/blocks/ports/control.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void enable(BlockTypeBuilder& b) {
  b.id("ports/enable").label("Enable").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: it is executed while the signal at its enable port is positive.\n\n"
      "While it is not, its states are frozen and its outputs keep their value or are reset, as its Outport "
      "blocks say. The change of sign is a zero crossing.");
  b.keywords({"enabled subsystem", "EnablePort", "IFTHEL_f"});
  b.icon(IconShape::Rectangle, "M.1,.7 L.3,.7 L.3,.3 L.7,.3 L.7,.7 L.9,.7");
  b.size(40, 32);
  Param states = b.choice("StatesWhenEnabling", "States when enabling", {"held", "reset"})
                     .doc("Whether states go on where they were, or begin with their initial values.");
  b.zero_crossing_flag();
  ControlPorts ports = control_ports(b, "enable");
  show_outputs(b, ports, "enable");
  b.equations([=](Equations& e) {
    give_signal(e, ports);
    execute_while(e, ports, is_positive(e, e(ports.u)) & e.active(), e.choice(states) == 1);
  });
}

}  // namespace sim::blocks

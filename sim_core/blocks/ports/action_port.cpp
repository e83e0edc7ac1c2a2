#include "sim_core/blocks/ports/control.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void action_port(BlockTypeBuilder& b) {
  b.id("ports/action_port").label("Action Port").category("Ports & Subsystems");
  b.doc(
      "Inside a subsystem: it is executed while the If or Switch Case block that drives its action port "
      "chooses it.");
  b.keywords({"If Action Subsystem", "Switch Case Action Subsystem", "IFTHEL_f", "ESELECT_f"});
  b.icon(IconShape::Rectangle, "M.2,.5 L.75,.5 M.55,.3 L.78,.5 L.55,.7");
  b.size(40, 32);
  Param states = b.choice("StatesWhenEnabling", "States when execution resumes", {"held", "reset"});
  const ControlPorts ports = control_ports(b, "action");
  b.equations([=](Equations& e) {
    execute_while(e, ports, (e(ports.u) > e.constant(0)) & e.active(), e.choice(states) == 1);
  });
}

}  // namespace sim::blocks

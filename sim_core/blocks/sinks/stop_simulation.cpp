#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void stop_simulation(BlockTypeBuilder& b) {
  b.id("sinks/stop_simulation").label("Stop Simulation").category("Sinks");
  b.doc("Ends the simulation in the first major step in which an element of its input is not 0.");
  b.keywords({"STOP", "ENDBLK", "END_c", "terminate", "halt", "stop"});
  b.icon(IconShape::Rectangle, "M.38,.15 L.62,.15 L.85,.38 L.85,.62 L.62,.85 L.38,.85 L.15,.62 L.15,.38 Z",
         "STOP");
  b.size(40, 40);
  In u = b.input("u");
  b.equations([=](Equations& e) {
    e.check(ir::make(ir::Op::NotEqual, e(u), e.constant(0)), CheckAction::Stop, "the simulation was stopped");
  });
}

}  // namespace sim::blocks

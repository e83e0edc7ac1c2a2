#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void outport(BlockTypeBuilder& b) {
  b.id("ports/outport").label("Outport").category("Ports & Subsystems").role(BlockRole::Outport);
  b.doc("An output of the subsystem it is in. At the top level its signal is recorded.");
  b.keywords({"Out1", "OUT_f", "output"});
  b.icon(IconShape::Circle, "", "{port}");
  b.size(40, 24);
  b.integer("port", "Port number", "1")
      .range(1, 1000)
      .doc("Its place among the subsystem's outputs, from the top.");
  b.input("u");
  b.logs_inputs();
}

}  // namespace sim::blocks

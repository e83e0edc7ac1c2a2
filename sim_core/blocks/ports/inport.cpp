#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void inport(BlockTypeBuilder& b) {
  b.id("ports/inport").label("Inport").category("Ports & Subsystems").role(BlockRole::Inport);
  b.doc(
      "An input of the subsystem it is in. At the top level, where there is nothing outside, it reads zero.");
  b.keywords({"In1", "IN_f", "input"});
  b.icon(IconShape::Circle, "", "{port}");
  b.size(40, 24);
  b.integer("port", "Port number", "1")
      .range(1, 1000)
      .doc("Its place among the subsystem's inputs, from the top.");
  b.output("y");
}

}  // namespace sim::blocks

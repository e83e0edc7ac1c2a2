#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void subsystem(BlockTypeBuilder& b) {
  b.id("ports/subsystem").label("Subsystem").category("Ports & Subsystems").role(BlockRole::Subsystem);
  b.doc(
      "A diagram inside a block.\n\n"
      "Its ports are the Inport and Outport blocks inside. It is only a way to draw: the simulation is the "
      "same as without it.");
  b.keywords({"SUPER_f", "superblock", "Diagram", "hierarchy", "group", "Atomic Subsystem"});
  b.icon(IconShape::Rectangle, "");
  b.size(96, 64);
}

}  // namespace sim::blocks

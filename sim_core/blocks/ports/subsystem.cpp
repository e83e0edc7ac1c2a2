#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void subsystem(BlockTypeBuilder& b) {
  b.id("ports/subsystem").label("Subsystem").category("Ports & Subsystems").role(BlockRole::Subsystem);
  b.doc(
      "A diagram inside a block.\n\n"
      "Its ports are the Inport and Outport blocks inside. It is only a way to draw: the simulation is the "
      "same as without it. An atomic one is a unit to what is around it: its sample time counts for all "
      "blocks "
      "inside that inherit theirs, and its priority for all inside before their own, so that they are "
      "computed "
      "one behind the other where signals leave the order open. Its outputs still depend on those inputs "
      "only "
      "that they are computed from: no algebraic loop comes about by drawing a border.");
  b.keywords({"SUPER_f", "superblock", "Diagram", "hierarchy", "group"});
  b.icon(IconShape::Rectangle, "");
  b.size(96, 64);
  b.flag("TreatAsAtomicUnit", "Treat as atomic unit", false);
  b.sample_time("-1", "SystemSampleTime")
      .doc(
          "Of an atomic unit. -1: none of its own; a period, or [period, offset]: of all blocks inside that "
          "inherit their sample time; there can be no continuous states then.");
}

}  // namespace sim::blocks

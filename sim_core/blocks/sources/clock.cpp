#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void clock(BlockTypeBuilder& b) {
  b.id("sources/clock").label("Clock").category("Sources");
  b.doc(
      "The time of the simulation, in seconds.\n\n"
      "$y = t$");
  b.keywords({"CLOCK_c", "TIME_f", "time"});
  b.icon(IconShape::Circle, "M.5,.22 L.5,.5 L.68,.6 M.5,.12 A.38,.38 0 1 1 .499,.12");
  b.size(32, 32);
  Out y = b.output("t");
  b.equations([=](Equations& e) { e.output(y, e.time()); });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void digital_clock(BlockTypeBuilder& b) {
  b.id("sources/digital_clock").label("Digital Clock").category("Sources");
  b.doc(
      "The time of the simulation at its samples, held in between.\n\n"
      "$y(t) = t_k, \\quad t_k \\leq t < t_{k+1}$");
  b.keywords({"time", "sampled time", "clock"});
  b.icon(IconShape::Rectangle, "", "12:34");
  b.sample_time("1");
  Out y = b.output("t");
  b.equations([=](Equations& e) { e.output(y, e.time()); });
}

}  // namespace sim::blocks

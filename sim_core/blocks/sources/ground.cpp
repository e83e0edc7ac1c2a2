#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void ground(BlockTypeBuilder& b) {
  b.id("sources/ground").label("Ground").category("Sources");
  b.doc(
      "Zero: for an input that is to have no signal, so that it does not count as unconnected.\n\n"
      "$y = 0$");
  b.keywords({"zero", "unconnected", "GND"});
  b.icon(IconShape::Rectangle, "M.75,.5 L.45,.5 M.45,.25 L.45,.75 M.32,.35 L.32,.65 M.2,.43 L.2,.57");
  b.size(32, 32);
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, e.constant(0)); });
}

}  // namespace sim::blocks

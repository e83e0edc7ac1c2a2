#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void signal_conversion(BlockTypeBuilder& b) {
  b.id("attributes/signal_conversion").label("Signal Conversion").category("Signal Attributes");
  b.doc(
      "The same signal, as a signal of its own.\n\n"
      "$y = u$\n\n"
      "What was a bundle of elements behind a Mux has one name and one place here. It costs nothing.");
  b.keywords({"Signal copy", "PassThrough", "contiguous copy", "identity", "buffer"});
  b.icon(IconShape::Rectangle, "M.15,.5 L.85,.5 M.3,.38 L.3,.62 M.7,.38 L.7,.62");
  b.size(40, 32);
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, e(u)); });
}

}  // namespace sim::blocks

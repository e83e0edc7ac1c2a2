#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void terminator(BlockTypeBuilder& b) {
  b.id("sinks/terminator").label("Terminator").category("Sinks");
  b.doc("Takes a signal that nobody needs, so that its output does not count as unconnected.");
  b.keywords({"ground", "unused"});
  b.icon(IconShape::Rectangle, "M.2,.5 L.55,.5 M.55,.25 L.55,.75 M.68,.38 L.68,.62");
  b.size(32, 32);
  b.input("u");
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void from_tag(BlockTypeBuilder& b) {
  b.id("routing/from").label("From").category("Signal Routing").role(BlockRole::From);
  b.doc(
      "The signal of the Goto block with its tag.\n\nOf several that are known here the nearest counts: a "
      "local one, "
      "then scoped ones from the inside out, then a global one.");
  b.keywords({"FROM", "label", "wireless", "receive"});
  b.icon(IconShape::Rectangle, "", "[{GotoTag}]");
  b.size(64, 28);
  Param tag = b.text("GotoTag", "Tag", "A").doc("The tag of a Goto block.");
  b.require([=](const ParameterValues& v) { return !v.of(tag).text.empty(); }, "the tag is empty",
            "write a name");
  b.output("y");
}

}  // namespace sim::blocks

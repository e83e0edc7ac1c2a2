#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void goto_tag_visibility(BlockTypeBuilder& b) {
  b.id("routing/goto_tag_visibility").label("Goto Tag Visibility").category("Signal Routing");
  b.role(BlockRole::GotoTagVisibility);
  b.doc("The tag of a scoped Goto block is known in the subsystem this block stands in, and in all below.");
  b.keywords({"GotoTagVisibility", "scope of a tag"});
  b.icon(IconShape::Rectangle, "", "scope\n{GotoTag}");
  b.size(64, 28);
  Param tag = b.text("GotoTag", "Tag", "A").doc("The tag of scoped Goto blocks in this subsystem or below.");
  b.require([=](const ParameterValues& v) { return !v.of(tag).text.empty(); }, "the tag is empty",
            "write a name");
}

}  // namespace sim::blocks

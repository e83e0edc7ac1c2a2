#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void goto_tag(BlockTypeBuilder& b) {
  b.id("routing/goto").label("Goto").category("Signal Routing").role(BlockRole::Goto);
  b.doc(
      "Hands its signal to all From blocks with its tag, without a line.\n\nA local tag is known in its own "
      "subsystem; a scoped one in the subsystem of its Goto Tag Visibility block and in all below; a global "
      "one "
      "everywhere. It costs nothing and breaks no loop.");
  b.keywords({"GOTO", "label", "wireless", "send"});
  b.icon(IconShape::Rectangle, "", "[{GotoTag}]");
  b.size(64, 28);
  Param tag = b.text("GotoTag", "Tag", "A").doc("What From blocks name it by.");
  b.choice("TagVisibility", "Tag visibility", {"local", "scoped", "global"})
      .doc(
          "Where the tag is known: in this subsystem, in the scope of a Goto Tag Visibility block, "
          "everywhere.");
  b.require([=](const ParameterValues& v) { return !v.of(tag).text.empty(); }, "the tag is empty",
            "write a name");
  b.input("u");
}

}  // namespace sim::blocks

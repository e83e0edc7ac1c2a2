#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void text_display(BlockTypeBuilder& b) {
  b.id("controls/text_display").label("Text Display").category("Controls");
  b.doc(
      "Words for numbers: shows the text that belongs to the value of its input, while the simulation runs "
      "and "
      "after it.\n\n"
      "The text of the nearest value is shown. `[0 1 2]` with `Stopped|Running|Failed` shows Running for "
      "1.2.");
  b.keywords({"label", "state name", "multistate", "message", "status", "dashboard"});
  b.icon(IconShape::Rectangle, "M.2,.35 L.8,.35 M.2,.5 L.65,.5 M.2,.65 L.75,.65");
  b.size(112, 32);
  b.real("Values", "Values with a text", "[0 1]")
      .formerly("values")
      .list()
      .doc("The numbers, each with a text.")
      .looks();
  b.text("Texts", "Texts", "Off|On")
      .formerly("texts")
      .doc("A text for each value, with `|` between them.")
      .looks();
  b.input("u");
  b.logs_inputs();
  b.shapes([](const ParameterValues&, Shapes&) {});  // as it comes; the first element counts
}

}  // namespace sim::blocks

#include "sim_core/blocks/controls/control_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void knob(BlockTypeBuilder& b) {
  b.id("controls/knob").label("Knob");
  b.doc(
      "A dial: sets a number while the simulation runs.\n\n"
      "$y = \\mathrm{Value}$\n\n"
      "Without a target it is a source. With one it has no output and sets a variable of the model or a "
      "parameter of "
      "another block: what is tunable follows at once, the rest with the next run.");
  b.keywords({"dial", "potentiometer", "rotary", "dashboard", "tune"});
  b.icon(IconShape::Rectangle, "M.5,.15 A.35,.35 0 1 1 .499,.15 M.5,.5 L.7,.28");
  b.size(80, 80);
  declare_control(b);
}

}  // namespace sim::blocks

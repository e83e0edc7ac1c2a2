#include "sim_core/blocks/controls/control_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void spin_box(BlockTypeBuilder& b) {
  b.id("controls/spin_box").label("Spin Box");
  b.doc(
      "A number with arrows to make it larger or smaller while the simulation runs.\n\n"
      "$y = \\mathrm{Value}$\n\n"
      "Without a target it is a source. With one it has no output and sets a variable of the model or a "
      "parameter of "
      "another block: what is tunable follows at once, the rest with the next run.");
  b.keywords({"edit field", "number", "stepper", "dashboard", "tune"});
  b.icon(IconShape::Rectangle,
         "M.1,.3 L.9,.3 L.9,.7 L.1,.7 Z M.7,.46 L.76,.38 L.82,.46 M.7,.54 L.76,.62 L.82,.54");
  b.size(112, 32);
  declare_control(b);
}

}  // namespace sim::blocks

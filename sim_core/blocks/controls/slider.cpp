#include "sim_core/blocks/controls/control_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void slider(BlockTypeBuilder& b) {
  b.id("controls/slider").label("Slider");
  b.doc(
      "A handle on a track: sets a number while the simulation runs.\n\n"
      "$y = \\mathrm{Value}$\n\n"
      "Without a target it is a source. With one it has no output and sets a variable of the model or a "
      "parameter of "
      "another block: what is tunable follows at once, the rest with the next run.");
  b.keywords({"TKSCALE", "slider gain", "fader", "dashboard", "tune"});
  b.icon(IconShape::Rectangle, "M.1,.5 L.9,.5 M.45,.32 L.6,.32 L.6,.68 L.45,.68 Z");
  b.size(160, 40);
  declare_control(b);
}

}  // namespace sim::blocks

#include "sim_core/blocks/controls/control_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void rocker_switch(BlockTypeBuilder& b) {
  b.id("controls/rocker_switch").label("Rocker Switch");
  b.doc(
      "A switch with two positions: a click on it sets one number or the other while the simulation runs.\n\n"
      "$y = \\mathrm{Value}$\n\n"
      "Without a target it is a source. With one it has no output and sets a variable of the model or a "
      "parameter of "
      "another block: what is tunable follows at once, the rest with the next run.");
  b.keywords({"toggle", "toggle switch", "slider switch", "on off", "dashboard"});
  b.icon(
      IconShape::Rectangle,
      "M.35,.15 L.65,.15 L.65,.85 L.35,.85 Z M.35,.5 L.65,.5 M.5,.24 L.5,.4 M.44,.68 A .06 .06 0 1 0 .56 .68 "
      "A .06 .06 0 1 0 .44 .68");
  b.size(48, 80);
  declare_switch(b);
}

}  // namespace sim::blocks

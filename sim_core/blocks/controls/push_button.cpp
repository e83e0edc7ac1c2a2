#include "sim_core/blocks/controls/control_parameters.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void push_button(BlockTypeBuilder& b) {
  b.id("controls/push_button").label("Push Button");
  b.doc(
      "A button: one number while it is pressed with the mouse, another while it is not.\n\n"
      "$y = \\mathrm{Value}$\n\n"
      "The value is that of on while it is pressed, and that of off again when it is let go.\n\n"
      "Without a target it is a source. With one it has no output and sets a variable of the model or a "
      "parameter of "
      "another block: what is tunable follows at once, the rest with the next run. For a switch that stays "
      "where "
      "it is put, use a Rocker Switch.");
  b.keywords({"momentary", "button", "callback button", "dashboard", "click"});
  b.icon(IconShape::Rectangle, "M.22,.3 L.78,.3 L.78,.7 L.22,.7 Z M.3,.38 L.7,.38 L.7,.62 L.3,.62 Z");
  b.size(80, 48);
  declare_switch(b);
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void display(BlockTypeBuilder& b) {
  b.id("sinks/display").label("Display").category("Sinks");
  b.doc(
      "Shows the newest value of its input on the block, while the simulation runs and after it.\n\n"
      "Elements of a vector stand one below the other, those of a matrix in its rows, as far as the block "
      "has room; "
      "make it larger to see more.");
  b.keywords({"AFFICH_m", "digital display", "number", "readout", "value"});
  b.icon(IconShape::Rectangle,
         "M.25,.3 L.25,.7 M.38,.3 L.55,.3 L.55,.7 L.38,.7 Z M.64,.69 L.64,.7 M.75,.3 L.75,.7");
  b.size(96, 32);
  b.choice("Format", "Format", {"short", "long", "short_e", "long_e", "fixed", "integer", "hex"})
      .doc(
          "short: 5 digits; long: 15; with _e in powers of ten; fixed: two decimals; hex: a whole number to "
          "the base 16.")
      .looks();
  b.input("u");
  b.logs_inputs();
  b.shapes([](const ParameterValues&, Shapes&) {});  // as it comes
}

}  // namespace sim::blocks

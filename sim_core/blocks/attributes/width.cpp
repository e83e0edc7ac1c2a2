#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void width(BlockTypeBuilder& b) {
  b.id("attributes/width").label("Width").category("Signal Attributes");
  b.doc(
      "How many elements its input has.\n\n"
      "$y = \\mathrm{numel}(u)$\n\n"
      "It is the same during the whole run.");
  b.keywords({"size", "length", "numel", "dimensions"});
  b.icon(IconShape::Rectangle, "", "n");
  In u = b.input("u");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes&) {});
  b.output_type({inherit_auto});
  b.equations([=](Equations& e) { e.output(y, e.constant(e.input_shape(u).size())); });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void data_type_conversion(BlockTypeBuilder& b) {
  b.id("attributes/data_type_conversion").label("Data Type Conversion").category("Signal Attributes");
  b.doc(
      "Converts its input to another data type.\n\n"
      "$y = \\mathrm{cast}(u)$\n\n"
      "To an integer type the value is rounded, then it saturates or wraps around: 300 becomes 255 or 44 as "
      "uint8. NaN becomes the integer 0. To single it is rounded to the nearest float; to boolean it is "
      "whether it is not 0. Inherited via back propagation, the type is what the block behind requires. A "
      "value that moves with time jumps where a whole number is passed, and the solver does not locate "
      "that.");
  b.keywords({"CONVERT", "cast", "RealToInteger", "BooleanToReal", "int8", "single", "round"});
  b.icon(IconShape::Rectangle, "M.2,.5 L.8,.5 M.65,.35 L.8,.5 L.65,.65");
  In u = b.input("u");
  Out y = b.output("y");
  b.output_type({inherit_back});
  b.integer_output();
  b.equations([=](Equations& e) { e.output(y, e(u)); });
}

}  // namespace sim::blocks

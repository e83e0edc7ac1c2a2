#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void constant(BlockTypeBuilder& b) {
  b.id("sources/constant").label("Constant").category("Sources");
  b.doc(
      "A value that does not change.\n\n"
      "$y = \\mathrm{Value}$");
  b.keywords({"CONST_m", "constant_value_source", "number"});
  b.icon(IconShape::Rectangle, "", "{Value}");
  Param value =
      b.real("Value", "Value", "1")
          .formerly("value")
          .may_be_complex()
          .doc(
              "Scalar, vector or matrix; the output has its shape, and the type of integers, as of int8(5).");
  Out y = b.output("y");
  unit_parameter(b);
  b.arithmetic_output();
  b.equations([=](Equations& e) {
    e.output(y, e(value));
    if (is_integer(e.type(value))) e.output_type(y, e.type(value));
  });
}

}  // namespace sim::blocks

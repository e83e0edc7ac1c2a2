#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void cross_product(BlockTypeBuilder& b) {
  b.id("math/cross_product").label("Cross Product").category("Math Operations");
  b.doc(
      "The vector product of two vectors of three elements.\n\n"
      "$y = u_1 \\times u_2$");
  b.keywords({"vector product", "moment", "torque", "outer product"});
  b.icon(IconShape::Rectangle, "", "a × b");
  b.size(40, 40);
  In u1 = b.input("u1"), u2 = b.input("u2");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) {
    for (const Shape& input : s.inputs)
      if (input.count() != 3)
        s.problem = "an input is " + to_text(input) + " where three elements are asked for";
    s.outputs[0] = vector_shape(3);
  });
  b.equations([=](Equations& e) {
    const Shape three = vector_shape(3);
    const std::int32_t next[] = {1, 2, 0}, other[] = {2, 0, 1};
    const ir::Value a = e(u1), c = e(u2);
    e.output(y, ir::gather(a, next, three) * ir::gather(c, other, three) -
                    ir::gather(a, other, three) * ir::gather(c, next, three));
  });
}

}  // namespace sim::blocks

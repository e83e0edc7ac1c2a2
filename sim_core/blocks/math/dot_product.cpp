#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void dot_product(BlockTypeBuilder& b) {
  b.id("math/dot_product").label("Dot Product").category("Math Operations");
  b.doc(
      "The scalar product of two vectors.\n\n"
      "$y = \\sum_i \\bar{u}_{1,i} u_{2,i}$\n\n"
      "The elements of a complex first input are conjugated. Both inputs have as many elements; those of "
      "matrices count "
      "by columns.");
  b.keywords({"inner product", "scalar product", "DOTPROD"});
  b.icon(IconShape::Rectangle, "", "a · b");
  b.size(40, 40);
  In u1 = b.input("u1"), u2 = b.input("u2");
  Out y = b.output("y");
  b.arithmetic_output();
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (s.inputs[0].count() != s.inputs[1].count() && !s.inputs[0].is_scalar() && !s.inputs[1].is_scalar())
      s.problem = "its inputs have " + std::to_string(s.inputs[0].count()) + " and " +
                  std::to_string(s.inputs[1].count()) + " elements";
  });
  b.equations([=](Equations& e) {
    const auto column = [](ir::Value v) { return ir::slice(v, 0, vector_shape(v.shape().count())); };
    e.output(y, ir::total(ir::conjugate(column(e(u1))) * column(e(u2))));
  });
}

}  // namespace sim::blocks

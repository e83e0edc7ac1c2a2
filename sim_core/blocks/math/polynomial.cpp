#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void polynomial(BlockTypeBuilder& b) {
  b.id("math/polynomial").label("Polynomial").category("Math Operations");
  b.doc(
      "A polynomial of its input, element by element.\n\n"
      "$y = c_1 u^n + \\ldots + c_n u + c_{n+1}$\n\n"
      "Coefficients go from the highest power down; it is computed by Horner's rule.");
  b.keywords({"polyval", "Horner"});
  b.icon(IconShape::Rectangle, "", "P(u)");
  Param coefficients = b.real("Coefs", "Polynomial coefficients", "[2 -1 0.5 3]");
  In u = b.input("u");
  Out y = b.output("y");
  b.require([=](const ParameterValues& v) { return v.of(coefficients).shape.is_vector(); },
            "the coefficients are a matrix", "give a vector, from the highest power down");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.equations([=](Equations& e) {
    const ir::Value c = e(coefficients);
    ir::Value sum = ir::slice(c, 0, scalar_shape);
    for (int k = 1; k < c.shape().count(); ++k) sum = sum * e(u) + ir::slice(c, k, scalar_shape);
    e.output(y, sum);
  });
}

}  // namespace sim::blocks

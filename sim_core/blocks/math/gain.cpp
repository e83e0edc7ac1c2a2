#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void gain(BlockTypeBuilder& b) {
  b.id("math/gain").label("Gain").category("Math Operations");
  b.doc(
      "Multiplies its input by a constant.\n\n"
      "$y = k u$ (element-wise)\n"
      "$y = K u$ (matrix)\n\n"
      "For a matrix, u is a column vector of as many elements as K has columns.");
  b.keywords({"GAINBLK", "Amplifier", "matrix_gain", "multiply by a constant"});
  b.icon(IconShape::Triangle, "", "{k}");
  Param k = b.real("k", "Gain", "1")
                .may_be_complex()
                .doc("Scalar, one value per element of the input, or a matrix.");
  Param multiplication =
      b.choice("Multiplication", "Multiplication", {"element-wise", "matrix K*u"}).formerly("multiplication");
  In u = b.input("u");
  Out y = b.output("y");
  b.arithmetic_output();
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    Shape gain = v.of(k).shape;
    const Shape input = s.inputs[0];
    if (v.of(multiplication).number() == 0) {
      gain = as_column(gain);
      if (!gain.is_scalar() && !input.is_scalar() && gain != input)
        s.problem = "the gain is " + to_text(gain) + " and the input " + to_text(input);
      s.outputs[0] = gain.is_scalar() ? input : gain;
    } else {
      if (gain.cols != input.rows)
        s.problem = "a " + to_text(gain) + " gain cannot multiply an input of shape " + to_text(input);
      s.outputs[0] = {gain.rows, input.cols};
    }
  });
  b.equations([=](Equations& e) {
    auto gain = e(k);
    e.output(y, e.choice(multiplication) == 0 ? ir::slice(gain, 0, as_column(gain.shape())) * e(u)
                                              : ir::matmul(gain, e(u)));
  });
}

}  // namespace sim::blocks

#include <algorithm>
#include <string>

#include "sim_core/blocks/discrete/direct_form.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void transfer_fcn(BlockTypeBuilder& b) {
  b.id("continuous/transfer_fcn").label("Transfer Fcn").category("Continuous");
  b.doc(
      "A rational transfer function in s, of each element of its input.\n\n"
      "$\\frac{Y(s)}{U(s)} = \\frac{b_1 s^m + \\ldots + b_{m+1}}{a_1 s^n + \\ldots + a_{n+1}}, \\quad m "
      "\\leq n$\n\n"
      "Coefficients go from the highest power down. There is direct feedthrough only for $m = n$. Its states "
      "are those of the observer canonical form.");
  b.keywords({"CLR", "TransferFunction", "TransferFunctionNumDen", "transfer_function", "Laplace",
              "rational function", "polynomials"});
  b.icon(IconShape::Rectangle, "", "{Numerator}\n---\n{Denominator}");
  b.size(80, 48);
  Param numerator = b.real("Numerator", "Numerator", "[1]");
  Param denominator = b.real("Denominator", "Denominator", "[1 2 1]");
  Param initial =
      b.real("InitialStates", "Initial states", "0").formerly("X0").doc("A scalar, or all states.");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", initial);
  b.require(
      [=](const ParameterValues& v) {
        const ParameterValue &num = v.of(numerator), &den = v.of(denominator);
        return num.shape.is_vector() && den.shape.is_vector() && den.shape.size() >= 2 && den.number() != 0 &&
               num.shape.size() <= den.shape.size();
      },
      "the coefficients do not make a proper transfer function with a state",
      "give vectors, the numerator no longer than the denominator, whose first coefficient is not 0; a "
      "constant is "
      "a Gain");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), std::max(1, v.of(denominator).shape.size() - 1)};
  });
  b.equations([=](Equations& e) {
    const ir::Value above = e(numerator), below = e(denominator);
    const int count = below.shape().count();
    const DirectForm form = direct_form(coefficients(above, count - above.shape().count(), count),
                                        coefficients(below, 0, count), e(u), e(x));
    e.derivative(x, form.next);
    e.output(y, ir::slice(form.output, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks

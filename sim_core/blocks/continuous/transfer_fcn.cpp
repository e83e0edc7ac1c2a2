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
  b.keywords({"CLR", "TransferFunction", "TransferFunctionNumDen", "transfer_function", "PT1", "PT2",
              "FirstOrder", "lag", "filter"});
  b.icon(IconShape::Rectangle, "", "{Numerator}\n---\n{Denominator}");
  b.size(80, 48);
  Param numerator = b.real("Numerator", "Numerator", "[1]");
  Param denominator = b.real("Denominator", "Denominator", "[1 2 1]");
  Param initial = b.real("X0", "Initial states", "0").doc("A scalar, or all states.");
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
    const int count = e.value(denominator).shape.size();
    const DirectForm form =
        direct_form(coefficients(e(numerator), count - e.value(numerator).shape.size(), count),
                    coefficients(e(denominator), 0, count), e(u), e(x));
    e.derivative(x, form.next);
    e.output(y, ir::slice(form.output, 0, e.output_shape(y)));
  });
}

void zero_pole(BlockTypeBuilder& b) {
  b.id("continuous/zero_pole").label("Zero-Pole").category("Continuous");
  b.doc(
      "A transfer function given by its gain and its real zeros and poles, of each element of its input.\n\n"
      "$\\frac{Y(s)}{U(s)} = K \\frac{(s - z_1) \\ldots (s - z_m)}{(s - p_1) \\ldots (s - p_n)}, \\quad m "
      "\\leq n$\n\n"
      "There is direct feedthrough only for $m = n$. It is a chain of first-order parts. For complex zeros "
      "or poles take a Transfer Fcn.");
  b.keywords({"TransferFunctionZPG", "ZPK", "pole", "zero", "roots"});
  b.icon(IconShape::Rectangle, "", "K (s-z)\n---\n(s-p)");
  b.size(80, 48);
  Param zeros = b.real("Zeros", "Zeros", "[1]").doc("[] where there is none.");
  Param poles = b.real("Poles", "Poles", "[0 -1]");
  Param gain = b.real("Gain", "Gain", "1").scalar();
  Param initial = b.real("X0", "Initial states", "0");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", initial);
  b.require(
      [=](const ParameterValues& v) {
        const Shape z = v.of(zeros).shape, p = v.of(poles).shape;
        return (z.size() == 0 || z.is_vector()) && p.is_vector() && p.size() >= 1 && z.size() <= p.size();
      },
      "the zeros and poles do not make a proper transfer function",
      "give vectors, and at least as many poles as zeros");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), std::max(1, v.of(poles).shape.size())};
  });
  b.equations([=](Equations& e) {
    const Shape column = vector_shape(e.input_shape(u).size());
    const int n = e.value(poles).shape.size(), m = static_cast<int>(e.value(zeros).numbers.size());
    // The parts without a zero first: (s - z)/(s - p) = 1 + (p - z)/(s - p).
    ir::Value signal = ir::slice(e(u), 0, column) * e(gain);
    std::vector<ir::Value> rates;
    for (int k = 0; k < n; ++k) {
      const ir::Value pole = ir::slice(e(poles), k, scalar_shape),
                      state = ir::slice(e(x), k * column.rows, column);
      rates.push_back(pole * state + signal);
      const int zero = k - (n - m);
      signal = zero < 0 ? state : signal + (pole - ir::slice(e(zeros), zero, scalar_shape)) * state;
    }
    e.derivative(x, ir::concat(rates, {column.rows, n}));
    e.output(y, ir::slice(signal, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks

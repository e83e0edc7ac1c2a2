#include <algorithm>

#include "sim_core/blocks/discrete/direct_form.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// Both blocks differ in what the first coefficient belongs to.
void rational(BlockTypeBuilder& b, bool powers_of_z, const char* default_denominator) {
  Param numerator = b.real("Numerator", "Numerator", "[1]");
  Param denominator = b.real("Denominator", "Denominator", default_denominator);
  Param initial = b.real("InitialStates", "Initial states", "0");
  b.sample_time("1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  auto order = [=](const ParameterValues& v) {
    const int den = v.of(denominator).shape.size(), num = v.of(numerator).shape.size();
    return (powers_of_z ? den : std::max(den, num)) - 1;
  };
  b.require(
      [=](const ParameterValues& v) {
        return v.of(denominator).shape.is_vector() && v.of(numerator).shape.is_vector() &&
               v.of(denominator).number() != 0 && order(v) >= 1;
      },
      "the coefficients do not make a transfer function with a state",
      "give vectors, the first coefficient of the denominator not 0; a constant is a Gain");
  if (powers_of_z)
    b.require(
        [=](const ParameterValues& v) {
          return v.of(numerator).shape.size() <= v.of(denominator).shape.size();
        },
        "the numerator has a higher degree than the denominator", "the output may not depend on the future");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), std::max(1, order(v))};
  });
  b.equations([=](Equations& e) {
    const ir::Value num = e(numerator), den = e(denominator);
    const int count = e(x).shape().cols + 1;
    std::vector<ir::Value> below = coefficients(den, 0, count);
    for (ir::Value& c : below)
      if (!c) c = e.constant(0);
    const DirectForm form = direct_form(
        coefficients(num, powers_of_z ? count - num.shape().count() : 0, count), below, e(u), e(x));
    e.next(x, form.next);
    e.output(y, ir::slice(form.output, 0, e.output_shape(y)));
  });
}

}  // namespace

void discrete_transfer_fcn(BlockTypeBuilder& b) {
  b.id("discrete/discrete_transfer_fcn").label("Discrete Transfer Fcn").category("Discrete");
  b.doc(
      "A rational transfer function in z, of each element of its input.\n\n"
      "$\\frac{Y(z)}{U(z)} = \\frac{b_1 z^m + \\ldots + b_{m+1}}{a_1 z^n + \\ldots + a_{n+1}}, \\quad m "
      "\\leq n$\n\n"
      "Coefficients go from the highest power down. There is direct feedthrough only for $m = n$. Its states "
      "are those of the transposed direct form II.");
  b.keywords({"DLR", "DiscreteTransferFunction", "z transfer function", "IIR", "digital filter"});
  b.icon(IconShape::Rectangle, "", "{Numerator}\n---\n{Denominator}");
  b.size(80, 48);
  rational(b, true, "[1 0.5]");
}

void discrete_filter(BlockTypeBuilder& b) {
  b.id("discrete/discrete_filter").label("Discrete Filter").category("Discrete");
  b.doc(
      "A digital filter, IIR or FIR, of each element of its input.\n\n"
      "$\\frac{Y(z)}{U(z)} = \\frac{b_1 + b_2 z^{-1} + \\ldots}{a_1 + a_2 z^{-1} + \\ldots}$\n"
      "$a_1 y[k] = b_1 u[k] + b_2 u[k-1] + \\ldots - a_2 y[k-1] - \\ldots$\n\n"
      "Coefficients go in rising powers of 1/z. Its states are those of the transposed direct form II.");
  b.keywords({"IIR", "digital filter", "difference equation"});
  b.icon(IconShape::Rectangle, "", "{Numerator}\n---\n{Denominator}");
  b.size(80, 48);
  rational(b, false, "[1 0.5]");
}

}  // namespace sim::blocks

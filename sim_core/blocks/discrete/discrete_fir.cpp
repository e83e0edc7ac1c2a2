#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void discrete_fir(BlockTypeBuilder& b) {
  b.id("discrete/discrete_fir").label("Discrete FIR Filter").category("Discrete");
  b.doc(
      "A weighted sum of the last samples, of each element of its input.\n\n"
      "$y[k] = b_1 u[k] + b_2 u[k-1] + \\ldots + b_n u[k-n+1]$\n\n"
      "The weights are a parameter, or a second input, for filters that adapt. `ones(1, n)/n` is a moving "
      "average of n samples. It cannot become unstable.");
  b.keywords({"FIR", "moving average", "convolution", "tapped delay line", "DLRADAPT_f", "adaptive filter",
              "transversal filter"});
  b.icon(IconShape::Rectangle,
         "M.12,.75 L.88,.75 M.2,.75 L.2,.62 M.32,.75 L.32,.45 M.44,.75 L.44,.25 M.56,.75 L.56,.25 M.68,.75 "
         "L.68,.45 M.8,.75 L.8,.62");
  Param source = b.choice("CoefSource", "Coefficients from", {"Dialog", "Input port"});
  Param given = b.real("Coefficients", "Coefficients", "[0.5 0.5]").doc("Of the newest sample first.");
  Param initial =
      b.real("InitialStates", "Initial states", "0").doc("What the samples before the start were.");
  b.sample_time("1");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(source).number() != 0) ports.push_back({"b", "the coefficients, of the newest sample first"});
    return ports;
  });
  b.require(
      [=](const ParameterValues& v) {
        return v.of(source).number() != 0 || v.of(given).shape.is_vector() || v.of(given).shape.is_scalar();
      },
      "the coefficients are not a vector", "give one coefficient for each sample");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const Shape taps = s.inputs.size() > 1 ? s.inputs[1] : v.of(given).shape;
    if (!taps.is_vector() && !taps.is_scalar()) s.problem = "the coefficients are not a vector";
    s.outputs[0] = s.inputs[0];
    s.states[0] = {s.inputs[0].size(), std::max(1, taps.size() - 1)};
  });
  b.equations([=](Equations& e) {
    const ir::Value taps = e.choice(source) != 0 ? e(In{1}) : e(given);
    const Shape column = vector_shape(e.input_shape(In{0}).size());
    const int count = taps.shape().count();
    const ir::Value samples[] = {ir::slice(e(In{0}), 0, column), e(x)};
    const ir::Value all = ir::concat(samples, {column.rows, e(x).shape().cols + 1});
    const ir::Value used = ir::slice(all, 0, {column.rows, count});
    e.next(x, ir::slice(all, 0, {column.rows, e(x).shape().cols}));
    e.output(y, ir::slice(ir::matmul(used, ir::slice(taps, 0, vector_shape(count))), 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks

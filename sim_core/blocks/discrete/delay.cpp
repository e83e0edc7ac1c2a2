#include <algorithm>

#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void delay(BlockTypeBuilder& b) {
  b.id("discrete/delay").label("Delay").category("Discrete");
  b.doc(
      "Delays its input by a number of samples.\n\n"
      "$y[k] = u[k - n]$\n\n"
      "n is the delay length. Before that the output is the initial condition: a scalar, or one value for "
      "each element and sample, the one that is given first in front. A reset fills the delay with the "
      "initial condition again. With length 0, $y = u$.");
  b.keywords(
      {"Integer Delay", "DELAY_f", "REGISTER", "z^-n", "buffer", "shift register", "Resettable Delay"});
  b.icon(IconShape::Rectangle, "", "z^-{DelayLength}");
  Param length = b.integer("DelayLength", "Delay length (samples)", "2").range(0, 100000);
  Param initial = b.real("InitialCondition", "Initial condition", "0").may_be_complex();
  Param reset = b.choice("ExternalReset", "External reset", reset_kinds());
  b.sample_time("-1");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(reset).number() != no_reset)
      ports.push_back({"reset", "starts anew from the initial condition"});
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int n = std::max(1, static_cast<int>(v.of(length).number())), given = v.of(initial).shape.size();
    s.outputs[0] = s.inputs[0];
    if (s.inputs[0].is_scalar() && given > n && given % n == 0) s.outputs[0] = vector_shape(given / n);
    const long long size = static_cast<long long>(s.outputs[0].size()) * n;
    if (size > 10'000'000) s.problem = "the delay holds " + std::to_string(size) + " numbers";
    if (s.inputs.size() > 1 && !s.inputs[1].is_scalar()) s.problem = "the reset is a vector";
    s.states[0] = size > 10'000'000 ? Shape{} : Shape{s.outputs[0].size(), n};
  });
  b.equations([=](Equations& e) {
    const Shape shape = e.output_shape(y);
    const int width = shape.size(), n = static_cast<int>(e.value(length).number());
    ir::Value u = e(In{0});
    if (n == 0) {
      e.output(y, u);
      return;
    }
    ir::Value buffer = e(x);
    if (e.choice(reset) != no_reset) {
      const ir::Value empty =
          e.value(initial).shape.size() == 1 ? e(initial) : ir::slice(e(initial), 0, buffer.shape());
      buffer = select(sampled_reset(e, e.choice(reset), e(In{1})), empty, buffer);
    }
    u = ir::repeated(u, shape);
    if (n == 1) {
      e.next(x, ir::slice(u, 0, vector_shape(width)));
    } else {
      const ir::Value parts[] = {ir::slice(buffer, width, {width, n - 1}), u};
      e.next(x, ir::concat(parts, {width, n}));
    }
    e.output(y, ir::slice(buffer, 0, shape));
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/discrete/sampling.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void difference(BlockTypeBuilder& b) {
  b.id("discrete/difference").label("Difference").category("Discrete");
  b.doc(
      "The change of its input since the sample before.\n\n"
      "$y[k] = u[k] - u[k-1]$\n\n"
      "$u[-1]$ is as given.");
  b.keywords({"delta", "increment", "change"});
  b.icon(IconShape::Rectangle, "", "z - 1\n---\nz");
  Param previous = b.real("ICPrevInput", "Initial condition for previous input", "0");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", previous);
  b.equations([=](Equations& e) {
    e.next(x, e(u));
    e.output(y, e(u) - e(x));
  });
}

void discrete_derivative(BlockTypeBuilder& b) {
  b.id("discrete/discrete_derivative").label("Discrete Derivative").category("Discrete");
  b.doc(
      "The rate of change of its input from sample to sample.\n\n"
      "$y[k] = K \\frac{u[k] - u[k-1]}{T}$\n\n"
      "$u[-1]$ is as given. With an inherited sample time T is the time since the hit before, and $y = 0$ at "
      "the first.");
  b.keywords({"DiscreteDerivative", "discrete_derivative", "difference quotient", "rate"});
  b.icon(IconShape::Rectangle, "", "K (z - 1)\n---\nTs z");
  Param gain = b.real("GainValue", "Gain value", "1").formerly("gainval");
  Param previous = b.real("ICPrevInput", "Initial condition for previous input", "0");
  const Param sample_time = b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", previous);
  b.equations([=](Equations& e) {
    const ir::Value T = time_since_last_hit(e, sample_time);
    e.next(x, e(u));
    e.output(y, select(T > e.constant(0), e(gain) * (e(u) - e(x)) / T, e.constant(0)));
  });
}

}  // namespace sim::blocks

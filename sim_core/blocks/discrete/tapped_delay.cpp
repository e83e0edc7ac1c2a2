#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void tapped_delay(BlockTypeBuilder& b) {
  b.id("discrete/tapped_delay").label("Tapped Delay").category("Discrete");
  b.doc(
      "Gives the last samples of a scalar input as a vector.\n\n"
      "$y[k] = [u[k-n]; \\ldots; u[k-1]]$\n\n"
      "The oldest comes first or last, and $u[k]$ itself belongs to it if wanted; before the start it is the "
      "initial condition.");
  b.keywords({"TappedDelay", "delay line", "history", "shift register", "buffer"});
  b.icon(IconShape::Rectangle, "M.15,.5 L.85,.5 M.3,.5 L.3,.75 M.5,.5 L.5,.75 M.7,.5 L.7,.75");
  Param count = b.integer("NumDelays", "Number of delays", "4").range(1, 100000);
  Param initial = b.real("InitialCondition", "Initial condition", "0")
                      .formerly("vinit")
                      .doc("A scalar, or one value for each delay, oldest first.");
  Param order = b.choice("DelayOrder", "Order of the output", {"Oldest", "Newest"}).doc("Which comes first.");
  Param current = b.flag("IncludeCurrent", "Include the present input", false).formerly("includeCurrent");
  b.sample_time("-1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int n = static_cast<int>(v.of(count).number());
    if (!s.inputs[0].is_scalar()) s.problem = "the input is a vector";
    s.states[0] = vector_shape(n);
    s.outputs[0] = vector_shape(n + (v.of(current).number() != 0));
  });
  b.equations([=](Equations& e) {
    const int n = e(x).shape().count();
    const ir::Value parts[] = {e(x), ir::slice(e(u), 0, scalar_shape)};
    const ir::Value all = ir::concat(parts, vector_shape(n + 1));
    e.next(x, ir::slice(all, 1, vector_shape(n)));
    const ir::Value shown = e.flag(current) ? all : e(x);
    std::vector<std::int32_t> newest_first;
    for (int k = shown.shape().count() - 1; k >= 0; --k) newest_first.push_back(k);
    e.output(y, e.choice(order) == 0 ? shown : ir::gather(shown, newest_first, shown.shape()));
  });
}

}  // namespace sim::blocks

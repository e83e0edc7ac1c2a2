#include "sim_core/blocks/discrete/root_sections.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void discrete_zero_pole(BlockTypeBuilder& b) {
  b.id("discrete/discrete_zero_pole").label("Discrete Zero-Pole").category("Discrete");
  b.doc(
      "A transfer function in z given by its gain, its zeros and its poles, of each element of its input.\n\n"
      "$\\frac{Y(z)}{U(z)} = K \\frac{(z - z_1) \\ldots (z - z_m)}{(z - p_1) \\ldots (z - p_n)}, \\quad m "
      "\\leq n$\n\n"
      "Complex zeros and poles come in conjugate pairs, such as `[0.5+0.2i 0.5-0.2i]`. There is direct "
      "feedthrough only for $m = n$. It is a chain of parts of first and second order. It is stable where "
      "all "
      "poles lie inside the unit circle.");
  b.keywords({"DLR", "ZPK", "pole", "zero", "roots", "z transfer function"});
  b.icon(IconShape::Rectangle, "", "K (z-z1)\n---\n(z-p1)");
  b.size(80, 48);
  const RootParameters roots = root_parameters(b, "[1]", "[0 0.5]");
  Param initial = b.real("InitialStates", "Initial states", "0");
  b.sample_time("1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", initial);
  b.equations([=](Equations& e) {
    const auto sections = root_sections(e.value(roots.zeros), e.value(roots.poles));
    const RootChain chain = root_chain(*sections, e(u) * e(roots.gain), e(x));
    e.next(x, chain.next);
    e.output(y, ir::slice(chain.output, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks

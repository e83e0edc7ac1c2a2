#include "sim_core/blocks/discrete/root_sections.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void zero_pole(BlockTypeBuilder& b) {
  b.id("continuous/zero_pole").label("Zero-Pole").category("Continuous");
  b.doc(
      "A transfer function given by its gain, its zeros and its poles, of each element of its input.\n\n"
      "$\\frac{Y(s)}{U(s)} = K \\frac{(s - z_1) \\ldots (s - z_m)}{(s - p_1) \\ldots (s - p_n)}, \\quad m "
      "\\leq n$\n\n"
      "Complex zeros and poles come in conjugate pairs, such as `[-1+2i -1-2i]`. There is direct feedthrough "
      "only for $m = n$. It is computed as a chain of parts of first and second order, never multiplied out: "
      "so it stays accurate however many poles there are.");
  b.keywords({"TransferFunctionZPG", "ZPK", "pole", "zero", "roots"});
  b.icon(IconShape::Rectangle, "", "K (s-z)\n---\n(s-p)");
  b.size(80, 48);
  const RootParameters roots = root_parameters(b, "[1]", "[0 -1]");
  Param initial = b.real("InitialStates", "Initial states", "0").formerly("X0");
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", initial);
  b.equations([=](Equations& e) {
    const auto sections = root_sections(e.value(roots.zeros), e.value(roots.poles));
    const RootChain chain = root_chain(*sections, e(u) * e(roots.gain), e(x));
    e.derivative(x, chain.next);
    e.output(y, ir::slice(chain.output, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks

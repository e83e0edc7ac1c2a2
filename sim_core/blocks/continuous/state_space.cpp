#include "sim_core/blocks/discrete/state_space_matrices.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void state_space(BlockTypeBuilder& b) {
  b.id("continuous/state_space").label("State-Space").category("Continuous");
  b.doc(
      "A linear system.\n\n"
      "$\\dot{x} = A x + B u$\n"
      "$y = C x + D u, \\quad x(t_0) = X_0$\n\n"
      "There is direct feedthrough only where D has an element that is not 0.");
  b.keywords({"CLSS", "StateSpace", "linear_system", "matrices", "A B C D"});
  b.icon(IconShape::Rectangle, "", "x' = Ax+Bu\ny = Cx+Du");
  b.size(80, 48);
  const StateSpaceMatrices matrices(b);
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", matrices.x0);
  b.shapes([=](const ParameterValues& v, Shapes& s) { matrices.shapes(v, s); });
  b.equations([=](Equations& e) {
    e.derivative(x, matrices.rate(e, e(x), e(u)));
    e.output(y, matrices.output(e, e(x), e(u)));
  });
}

}  // namespace sim::blocks

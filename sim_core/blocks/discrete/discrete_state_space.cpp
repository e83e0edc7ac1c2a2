#include "sim_core/blocks/discrete/state_space_matrices.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void discrete_state_space(BlockTypeBuilder& b) {
  b.id("discrete/discrete_state_space").label("Discrete State-Space").category("Discrete");
  b.doc(
      "A linear system in discrete time.\n\n"
      "$x[k+1] = A x[k] + B u[k]$\n"
      "$y[k] = C x[k] + D u[k], \\quad x[0] = X_0$\n\n"
      "There is direct feedthrough only where D has an element that is not 0.");
  b.keywords({"DLSS", "DiscreteStateSpace", "linear system", "matrices"});
  b.icon(IconShape::Rectangle, "", "x[k+1]=Ax+Bu\ny[k]=Cx+Du");
  b.size(96, 48);
  const StateSpaceMatrices matrices(b);
  b.sample_time("1");
  In u = b.input("u");
  Out y = b.output("y");
  DiscreteState x = b.discrete_state("x", matrices.x0);
  b.shapes([=](const ParameterValues& v, Shapes& s) { matrices.shapes(v, s); });
  b.equations([=](Equations& e) {
    e.next(x, matrices.rate(e, e(x), e(u)));
    e.output(y, matrices.output(e, e(x), e(u)));
  });
}

}  // namespace sim::blocks

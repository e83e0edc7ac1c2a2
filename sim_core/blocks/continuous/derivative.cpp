#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void derivative(BlockTypeBuilder& b) {
  b.id("continuous/derivative").label("Derivative").category("Continuous");
  b.doc(
      "The rate of change of its input, as the solver's steps show it.\n\n"
      "$y = \\frac{u - u_k}{t - t_k}$\n\n"
      "$u_k$ is the input at the major step before, at $t_k$; at the start the output is 0. It is as "
      "accurate as the steps are small, and it magnifies noise: where the derivative of a state is wanted, "
      "take the input of its Integrator; else a Transfer Fcn $s/(c s + 1)$.");
  b.keywords({"DERIV", "Differentiator", "du/dt", "differentiate", "velocity"});
  b.icon(IconShape::Rectangle, "", "du\n---\ndt");
  b.real("CoefficientInTFapproximation", "Time constant c in linear models", "inf")
      .unit("s")
      .scalar()
      .not_tunable()
      .range(0, std::numeric_limits<double>::infinity())
      .doc(
          "In a linear model it is s/(c s + 1); inf: there the output does not depend on the input. A run "
          "does "
          "not read it.")
      .advanced();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) {
    const ir::Value before = e.memory(e(u)), then = e.memory(e.time()),
                    last = e.memory(zeros(e, e.output_shape(y)));
    const ir::Value elapsed = e.time() - then;
    const ir::Value slope = select(elapsed > e.constant(0), (e(u) - before) / elapsed, last);
    e.store(before, e(u));
    e.store(then, e.time());
    e.store(last, slope);
    e.output(y, slope);
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void algebraic_constraint(BlockTypeBuilder& b) {
  b.id("math/algebraic_constraint").label("Algebraic Constraint").category("Math Operations");
  b.doc(
      "Finds the value that makes its input zero.\n\n"
      "$z: \\quad f(z) = 0$\n"
      "$z: \\quad f(z) = z$ where the constraint says so\n\n"
      "That holds at every instant; f must come back from z through blocks with direct feedthrough. With it, "
      "differential equations with algebraic constraints (of index 1) are drawn as they are written. Of "
      "several solutions the one near the initial guess is found, later the one near the last.");
  b.keywords({"AlgebraicConstraint", "Solve", "DAE", "Implicit", "Constraint"});
  b.icon(IconShape::Rectangle, "", "Solve\n{Constraint}");
  b.size(72, 48);
  Param constraint = b.choice("Constraint", "Constraint", {"f(z) = 0", "f(z) = z"}).formerly("constraint");
  Param guess = b.real("Guess", "Initial guess", "0")
                    .formerly("guess")
                    .doc("Where the search begins at the start of a run.");
  Param tolerance =
      b.real("Tolerance", "Tolerance", "0")
          .formerly("tolerance")
          .scalar()
          .not_tunable()
          .range(0, 1e300)
          .doc("A residual of this size is accepted; 0: the search goes on until rounding ends it.");
  In f = b.input("f");
  Out z = b.output("z", "What makes f zero, or equal to z");
  b.equations([=](Equations& e) {
    const ir::Value solution = e.implicit_output(z, e(guess), e.value(tolerance).number());
    e.residual(z, e.choice(constraint) == 0 ? e(f) : e(f) - solution);
  });
}

}  // namespace sim::blocks

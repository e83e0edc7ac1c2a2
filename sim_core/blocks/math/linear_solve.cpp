#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void linear_solve(BlockTypeBuilder& b) {
  b.id("math/linear_solve").label("Linear Solve").category("Math Operations");
  b.doc(
      "Solves a system of linear equations.\n\n"
      "$A x = b$\n\n"
      "A is a square matrix and b a vector, or a matrix of which each column is solved for. It is factored "
      "by LU with "
      "row exchanges, never inverted; a singular matrix ends the run.");
  b.keywords(
      {"MATDIV", "MATINV", "matrix left division", "backslash", "inverse", "LU solver", "mass matrix"});
  b.icon(IconShape::Rectangle, "M.2,.25 L.45,.25 L.45,.75 L.2,.75 Z M.6,.2 L.75,.8");
  b.size(48, 48);
  In A = b.input("A"), right = b.input("b");
  Out x = b.output("x");
  b.shapes([](const ParameterValues&, Shapes& s) {
    const Shape a = s.inputs[0], v = s.inputs[1];
    if (a.rows != a.cols)
      s.problem = "its matrix is not square, but " + to_text(a);
    else if (a.rows != v.rows)
      s.problem = "its matrix is " + to_text(a) + " and the right side " + to_text(v);
    s.outputs[0] = {a.cols, v.cols};
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    constexpr const char* what = "a system of linear equations";
    e.output(x, e.graph().linear_solve(ir::real_only(e(A), what), ir::real_only(e(right), what)));
  });
}

}  // namespace sim::blocks

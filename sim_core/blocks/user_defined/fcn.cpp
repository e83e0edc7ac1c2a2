#include "sim_core/block/formula.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void fcn(BlockTypeBuilder& b) {
  b.id("user_defined/fcn").label("Fcn").category("User-Defined Functions");
  b.doc(
      "A formula over its input.\n\n"
      "$y = f(u, t)$\n\n"
      "`u` is the input, `u(1)` or `u[1]` its first element, `t` the time; the model's variables may be "
      "used. Operators and functions work element by element: `sin(u[1]) * exp(-t)`, `[u(2), -u(1)]`, `u(1) "
      "> 0 ? u(1) : 0`. The derivative is exact; switches are not located as zero crossings.");
  b.keywords({"EXPRESSION", "scifunc_block_m", "Function", "formula", "symbolic_vector_system"});
  b.icon(IconShape::Rectangle, "", "{Expression}");
  b.size(96, 40);
  Param expression = b.formula("Expression", "Expression", "u")
                         .formerly("expression")
                         .doc("What the output is, in terms of u and t.");
  In u = b.input("u");
  Out y = b.output("y");
  b.gives(ElementType::Double);
  b.shapes_from_equations();
  b.gives_complex();  // as the expression may
  b.equations([=](Equations& e) {
    auto value = write_formula(e.text(expression), e.graph(), {{"u", e(u)}, {"t", e.time()}}, e.variables());
    if (value)
      e.output(y, *value);
    else
      e.report(value.error());
  });
}

}  // namespace sim::blocks

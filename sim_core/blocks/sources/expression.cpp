#include "sim_core/block/formula.h"
#include "sim_core/blocks/logic/located_comparisons.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void expression(BlockTypeBuilder& b) {
  b.id("sources/expression").label("Expression").category("Sources");
  b.doc(
      "A formula of the time.\n\n"
      "$y = f(t)$\n\n"
      "`t` is the time in seconds, and the model's variables may be used: `sin(2*t)`, `t > 1 ? 5 : 0`, "
      "`[cos(t), sin(t)]` for a vector. Comparisons are located as zero crossings. In a formula that takes a "
      "signal, use Fcn.");
  b.keywords({"EXPRESSION", "formula", "function of time", "RealExpression", "SignalGenerator"});
  b.icon(IconShape::Rectangle, "", "{Expression}");
  b.size(96, 40);
  Param formula = b.formula("Expression", "Expression", "sin(t)")
                      .formerly("expression")
                      .doc("What the output is, in terms of t.");
  Param sample_time = b.sample_time("0");
  b.zero_crossing_flag();
  Out y = b.output("y");
  unit_parameter(b);
  b.gives(ElementType::Double);
  b.shapes_from_equations();
  b.gives_complex();  // as the expression may
  b.equations([=](Equations& e) {
    const auto value = write_formula(e.text(formula), e.graph(), {{"t", e.time()}}, e.variables(),
                                     located_comparisons(e, sample_time));
    if (value)
      e.output(y, *value);
    else
      e.report(value.error());
  });
}

}  // namespace sim::blocks

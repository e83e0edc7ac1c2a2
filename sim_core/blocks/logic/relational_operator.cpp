#include "sim_core/blocks/logic/relation.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void relational_operator(BlockTypeBuilder& b) {
  b.id("logic/relational_operator").label("Relational Operator").category("Logic");
  b.doc(
      "Compares its inputs, element by element.\n\n"
      "$y = \\begin{cases} 1 & u_1 \\leq u_2 \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "The relation is that of the operator. Its changes are zero crossings of $u_1 - u_2$. With NaN only "
      "`~=` holds. `isInf`, `isNaN` and `isFinite` ask one input what kind of number it is.");
  b.keywords({"RELATIONALOP", "GreaterThan", "LessThan", "Equal", "compare", "comparison", "comparator"});
  b.icon(IconShape::Rectangle, "", "{Operator}");
  b.size(40, 40);
  auto operators = relations();
  const int binary = static_cast<int>(operators.size());
  for (const char* name : {"isInf", "isNaN", "isFinite"}) operators.push_back(name);
  Param relation_choice = b.choice("Operator", "Relation", operators);
  b.zero_crossing_flag();
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(relation_choice).number() < binary) ports = {{"u1", ""}, {"u2", ""}};
    return ports;
  });
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    const int which = e.choice(relation_choice);
    if (which < binary) {
      e.output(y, relation(e, which, e(In{0}), e(In{1})));
      return;
    }
    auto is = [&](ir::Op op) { return ir::make(op, e(In{0})); };
    if (which == binary)
      e.output(y, 1.0 - is(ir::Op::IsFinite) - is(ir::Op::IsNan));
    else
      e.output(y, is(which == binary + 1 ? ir::Op::IsNan : ir::Op::IsFinite));
  });
}

}  // namespace sim::blocks

#include "sim_core/blocks/logic/relation.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void compare_to_constant(BlockTypeBuilder& b) {
  b.id("logic/compare_to_constant").label("Compare To Constant").category("Logic");
  b.doc(
      "Compares its input with a constant, element by element.\n\n"
      "$y = \\begin{cases} 1 & u \\leq \\mathrm{Constant} \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "The relation is that of `relop`. Its changes are zero crossings.");
  b.keywords({"threshold", "GreaterThreshold", "LessThreshold", "comparison"});
  b.icon(IconShape::Rectangle, "", "{Operator} {Constant}");
  Param relation_choice =
      b.choice("Operator", "Relation", {"<=", "<", ">=", ">", "==", "~="}).formerly("relop");
  Param constant = b.real("Constant", "Constant", "3").formerly("const");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    static constexpr int as_relation[] = {2, 3, 0, 1, 4, 5};
    e.output(y, relation(e, as_relation[e.choice(relation_choice)], e(u), e(constant)));
  });
}

}  // namespace sim::blocks

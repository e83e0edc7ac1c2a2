#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void unary_minus(BlockTypeBuilder& b) {
  b.id("math/unary_minus").label("Unary Minus").category("Math Operations");
  b.doc(
      "Turns the sign of its input.\n\n"
      "$y = -u$");
  b.keywords({"negate", "negation", "inverter"});
  b.icon(IconShape::Triangle, "", "-u");
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, -e(u)); });
}

}  // namespace sim::blocks

#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void rounding_function(BlockTypeBuilder& b) {
  b.id("math/rounding_function").label("Rounding Function").category("Math Operations");
  b.doc(
      "Rounds its input to a whole number, element by element.\n\n"
      "$y = \\lfloor u \\rfloor$ (floor, down)\n"
      "$y = \\lceil u \\rceil$ (ceil, up)\n\n"
      "`round` goes to the nearest, halves away from zero; `fix` towards zero. Each jump is a zero "
      "crossing.");
  b.keywords({"Rounding", "floor", "ceil", "round", "fix", "truncate", "integer"});
  b.icon(IconShape::Rectangle, "", "{Function}");
  Param rounding = b.choice("Function", "Function", {"floor", "ceil", "round", "fix"}).formerly("Operator");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations(
      [=](Equations& e) { e.output(y, staircase(e, static_cast<Rounding>(e.choice(rounding)), e(u))); });
}

}  // namespace sim::blocks

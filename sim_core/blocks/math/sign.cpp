#include "sim_core/blocks/math/sign_of.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void sign(BlockTypeBuilder& b) {
  b.id("math/sign").label("Sign").category("Math Operations");
  b.doc(
      "The sign of its input.\n\n"
      "$y = \\begin{cases} 1 & u > 0 \\\\ 0 & u = 0 \\\\ -1 & u < 0 \\end{cases}$\n\n"
      "The jump is a zero crossing of u.");
  b.keywords({"SIGNUM", "Signum", "signum"});
  b.icon(IconShape::Rectangle, "M.15,.78 L.5,.78 L.5,.22 L.85,.22");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations([=](Equations& e) { e.output(y, located_sign(e, e(u))); });
}

}  // namespace sim::blocks
